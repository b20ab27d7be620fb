import { useEffect, useState } from 'preact/hooks'

import { useSyncExternalStore } from '../hooks'
import './SheetTabs.css'
import { Icon } from '../ui/Icon'
import type { IconName } from '../ui/Icon'
import { MOVES } from '../words'
import { CHAT } from '../words-online'

/** A phone held upright, or a window as narrow. GameScreen.css uses the same. */
const UPRIGHT = '(width < 34.5rem), (width < 56rem) and (orientation: portrait)'

type Tab = 'moves' | 'chat'

/**
 * The tabs of a panel that is a sheet at the bottom of a phone's screen: each shows a part of the panel above them, or hides
 * it. The style sheet of the panel follows them. Beside a board, the whole panel is visible without them.
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
  const button = (tab: Tab, icon: IconName, text: string, label = text, unread = 0) => (
    <button
      type="button"
      className="button control sheet-tab"
      data-tab={tab}
      aria-label={label}
      aria-expanded={tab === shown}
      onClick={() => toggle(tab)}
    >
      <Icon name={icon} />
      {text}
      {unread > 0 && <span className="sheet-unread">{unread}</span>}
    </button>
  )
  if (!isSheet) return null
  return (
    <div className="sheet-tabs">
      {button('moves', 'list', MOVES)}
      {chat && button('chat', 'chat', CHAT, chat.label, chat.unread)}
    </div>
  )
}

function subscribe(changed: () => void): () => void {
  const upright = matchMedia(UPRIGHT)
  upright.addEventListener('change', changed)
  return () => upright.removeEventListener('change', changed)
}
