import { useId, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import './Menu.css'
import { Icon } from './Icon'
import { MORE_ACTIONS } from '../words-later'

/** The distance between the button and what it opens. */
const GAP = 6

/** A "…" button, and what it opens: above or below it, over the page. Closes when a button in it is pressed. */
export function Menu({ children }: { children: ComponentChildren }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button control menu-button"
        aria-label={MORE_ACTIONS}
        title={MORE_ACTIONS}
        popoverTarget={id}
      >
        <Icon name="more" />
      </button>
      <div
        ref={menu}
        id={id}
        className="menu"
        popover="auto"
        role="group"
        aria-label={MORE_ACTIONS}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open' && button.current && menu.current) {
            place(menu.current, button.current.getBoundingClientRect())
          }
        }}
        onClick={({ target }) => {
          const pressed = target instanceof Element && target.closest('button[type="button"]')
          if (pressed) menu.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </>
  )
}

/** Places the menu where there is more room. The style sheet keeps it within the window. */
function place({ style }: HTMLElement, { top, right, bottom }: DOMRect): void {
  const isAbove = top > innerHeight - bottom
  style.right = `${Math.max(GAP, innerWidth - right)}px`
  style.top = isAbove ? 'auto' : `${bottom + GAP}px`
  style.bottom = isAbove ? `${innerHeight - top + GAP}px` : 'auto'
  style.maxHeight = `${(isAbove ? top : innerHeight - bottom) - 2 * GAP}px`
}
