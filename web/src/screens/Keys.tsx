import { useEffect, useState } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
import { toggleAid } from '../learn/aids'
import { zenIsOn, setZen } from './zen'
import type { Review } from '../table/review'
import { lazily } from '../ui/lazily'

const KeySheet = lazily(() => import('./KeySheet'))

/** The keys of a game screen, wherever the focus is. Text fields, dialogs and the board's grid come first. */
export default function Keys(props: {
  review: Review
  /** The number of moves. */
  last: number
  /** Whether a 3D board is shown: arrows turn it. */
  isInSpace: boolean
  onFlip: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const act = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event, props, () => setOpen(true))
    if (!action) return
    event.preventDefault()
    // The scene would turn the board as well.
    event.stopImmediatePropagation()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event)
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true })
      setZen(false)
    }
  }, [])
  return isOpen && <KeySheet onClose={() => setOpen(false)} />
}

type Action = () => void

function actionOf(
  event: KeyboardEvent,
  { review, last, isInSpace, onFlip }: Parameters<typeof Keys>[0],
  openSheet: Action,
): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null
  const go = (ply: number) => (ply < 0 || ply > last ? null : () => review.go(ply))
  switch (event.key) {
    case ',':
      return go(review.ply - 1)
    case '.':
      return go(review.ply + 1)
    case 'l':
      return () => toggleAid('lines')
    case 'a':
      return () => toggleAid('attacked')
    case 'x':
      return onFlip
    case 'z':
      return () => setZen(!zenIsOn())
    case 'F':
      return event.shiftKey ? toggleFullScreen : null
    case '?':
      return openSheet
    case 'Escape':
      return zenIsOn() ? () => setZen(false) : null
  }
  if (isInSpace || usesArrows(event.target)) return null
  switch (event.key) {
    case 'ArrowLeft':
      return go(review.ply - 1)
    case 'ArrowRight':
      return go(review.ply + 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(last)
    default:
      return null
  }
}

/** Whether keys type or belong to a dialog or a menu. */
function isTyping(target: EventTarget | null): boolean {
  const typed =
    'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]'
  return (
    (target instanceof Element && target.closest(typed) !== null) ||
    document.querySelector('dialog[open], :popover-open') !== null
  )
}

/** Whether the focused element moves by arrow keys itself. */
function usesArrows(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, [role=grid], .moves-list') !== null
}

function toggleFullScreen(): void {
  // Browsers may refuse.
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
  done.catch(() => undefined)
}
