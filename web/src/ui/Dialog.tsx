import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import './Dialog.css'
import { Icon } from './Icon'
import { CLOSE } from '../words-later'

/** Something to be answered before the game goes on. It is there as long as it is drawn. */
export function Dialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { title, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  /** Whether it should be open. A page that waits for its next screen hides the dialog but keeps its element. */
  const isWanted = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    isWanted.current = true
    element?.showModal()
    // Not on a button, which the key that made the last move might press.
    heading.current?.focus()
    return () => {
      isWanted.current = false
      // Closing it before it goes gives the focus back to where it was.
      element?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={headingId}
      onClose={() => {
        // The event comes late and after every close. Only a close by the browser itself is an answer.
        if (isWanted.current && !dialog.current?.open) onClose()
      }}
      onClick={(event) => {
        // All that can be clicked is inside, so this is beside it.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="dialog-content">
        <header className="dialog-head">
          <h2 ref={heading} id={headingId} tabIndex={-1}>
            {title}
          </h2>
          <button
            type="button"
            className="button dialog-close"
            aria-label={CLOSE}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
