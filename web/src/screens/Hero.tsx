import { useEffect, useMemo, useRef, useState } from 'preact/hooks'

import './Hero.css'
import { lazy } from '../ui/lazily'
import { NO_CHOICE } from '../board/no-choice'
import { Boundary } from '../ui/Boundary'
import { SAMPLES } from '../raum/samples'
import { useSettings } from '../settings'
import { HERO } from '../words-later'
import { savesData, whenIdle } from './idle'

const loadScene = () => import('../scene/Scene')
/** The scene in place of the picture, which stays in sight until the scene is loaded. */
const LiveBoard = lazy(async () => {
  const { default: Scene } = await loadScene()
  return {
    default: () => (
      <div className="hero-scene">
        <Scene
          isPicture
          position={SAMPLES.space}
          start={SAMPLES.space}
          choice={NO_CHOICE}
          flipped={false}
          hovered={null}
          onHover={() => undefined}
          cursor={null}
        />
      </div>
    ),
  }
})

/**
 * A board of space chess: a picture at first. The scene is fetched when the browser has nothing else to do, and takes the
 * place of the picture when the pointer comes to it. Touch scrolls the page instead, so phones keep the picture.
 */
export function Hero() {
  const { theme } = useSettings()
  const [isLive, setLive] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const canTurn = useMemo(() => !savesData() && matchMedia('(hover: hover)').matches, [])
  // A failure shows nothing: the picture stays.
  useEffect(
    () => (canTurn ? whenIdle(() => void loadScene().catch(() => undefined)) : undefined),
    [canTurn],
  )
  useEffect(() => {
    // The wheel scrolls the page; it does not zoom this board.
    const keep = (event: Event) => event.stopPropagation()
    const hero = element.current
    hero?.addEventListener('wheel', keep, { capture: true, passive: true })
    return () => hero?.removeEventListener('wheel', keep, { capture: true })
  }, [])
  const posterOf = (each: 'light' | 'dark') => `${import.meta.env.BASE_URL}hero-${each}.webp`
  return (
    <div ref={element} className="hero" onPointerEnter={() => canTurn && setLive(true)}>
      <picture>
        {theme === 'system' && (
          <source media="(prefers-color-scheme: dark)" srcSet={posterOf('dark')} />
        )}
        <img
          src={posterOf(theme === 'dark' ? 'dark' : 'light')}
          width={800}
          height={600}
          alt={HERO}
          fetchPriority="high"
        />
      </picture>
      {isLive && (
        <Boundary fallback={() => null}>
          <LiveBoard />
        </Boundary>
      )}
    </div>
  )
}
