import { useEffect, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import { PLAY_PREVIEW } from '../words-share'

const STILL = '(prefers-reduced-motion: reduce)'

/** Plays the animation. Under reduced motion, it shows a still picture until the user asks. */
export function GifPreview(props: { file: Blob; label: string; still: ComponentChildren }) {
  const { file, label, still } = props
  const [plays, setPlays] = useState(() => !matchMedia(STILL).matches)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!plays) return
    // As data: the page's content security policy allows no blob: images.
    const reader = new FileReader()
    reader.onload = () => setAddress(reader.result as string)
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file, plays])
  return (
    <>
      {plays && address ? <img className="share-preview" src={address} alt={label} /> : still}
      {!plays && (
        <div className="share-actions">
          <button type="button" className="button" onClick={() => setPlays(true)}>
            {PLAY_PREVIEW}
          </button>
        </div>
      )}
    </>
  )
}
