// Saving a game, for local games and rooms.

import { useState } from 'preact/hooks'

import { download } from './download'
import { Icon } from './Icon'
import './Saving.css'
import type { Kind } from '../raum'
import * as later from '../words-later'

/** A button that saves a text as a file. */
export function Download(props: { name: string; label: string; text: () => string }) {
  const { name, label, text } = props
  return (
    <button type="button" className="button" onClick={() => download(name, text())}>
      <Icon name="save" />
      {label}
    </button>
  )
}

/** The position as text, with a copy button. */
export function PositionText({ kind, text }: { kind: Kind; text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(later.COPIED)
    } catch {
      // Without permission or HTTPS there is no access to the clipboard.
      setCopied(later.COPY_BLOCKED)
    }
  }
  return (
    <>
      <label className="saving-position">
        {later.positionText(kind)}
        <span className="saving-line">
          <input className="field" readOnly value={text} />
          <button type="button" className="button" onClick={() => void copy()}>
            <Icon name="copy" />
            {later.COPY}
          </button>
        </span>
      </label>
      <p className="saving-copied" role="status">
        {copied}
      </p>
    </>
  )
}
