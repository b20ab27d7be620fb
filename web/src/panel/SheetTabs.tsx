import { useEffect, useState, useSyncExternalStore } from 'react'

import './SheetTabs.css'
import { MOVES } from '../words'
import { MORE } from '../words-later'

/** A phone held upright, or a window as narrow. GameScreen.css uses the same. */
const UPRIGHT = '(width < 34.5rem), (width < 56rem) and (orientation: portrait)'

type Tab = 'moves' | 'chat' | 'more'

const ICONS: { [tab in Tab]: string } = {
  moves: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
}

/**
 * The tabs of a panel that is a sheet at the bottom of a phone's screen: each shows a part of the panel, or hides it. The
 * style sheet of the panel follows them. Beside a board, the whole panel is visible without them.
 */
export function SheetTabs(props: {
  chat?: { label: string; isOpen: boolean; unread: number; onToggle: () => void }
}) {
  const { chat } = props
  const isSheet = useSyncExternalStore(subscribe, () => matchMedia(UPRIGHT).matches)
  const [opened, open] = useState<Tab | null>(null)
  const shown = chat?.isOpen ? 'chat' : opened
  useEffect(() => {
    if (!opened) return
    // Back to the board: by pressing it, or after a dialog that the sheet has opened.
    const close = () => open(null)
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest('.panel, dialog')) close()
    }
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('close', close, true)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('close', close, true)
    }
  }, [opened])
  const toggle = (tab: Tab) => {
    // The chat is open or closed beside a board, too, so the screen knows.
    if (chat && (tab === 'chat' || chat.isOpen)) chat.onToggle()
    open(tab === 'chat' || tab === shown ? null : tab)
  }
  const button = (tab: Tab, label: string, unread = 0) => (
    <button
      type="button"
      className="sheet-tab"
      data-tab={tab}
      aria-label={label}
      aria-expanded={tab === shown}
      onClick={() => toggle(tab)}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[tab]} />
      </svg>
      {unread > 0 && <span className="sheet-unread">{unread}</span>}
    </button>
  )
  if (!isSheet) return null
  return (
    <div className="sheet-tabs">
      {button('moves', MOVES)}
      {chat && button('chat', chat.label, chat.unread)}
      {button('more', MORE)}
    </div>
  )
}

function subscribe(changed: () => void): () => void {
  const upright = matchMedia(UPRIGHT)
  upright.addEventListener('change', changed)
  return () => upright.removeEventListener('change', changed)
}
