import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import './Dialog.css'
import { Icon } from './Icon'
import { CLOSE } from '../words-later'

/** A modal dialog. It is open while it is mounted. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const { title, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  /** Whether it should be open. The browser reports a close later, when the dialog may be unmounted. */
  const isWanted = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    isWanted.current = true
    element?.showModal()
    // Not a button: the key that played the last move might press it.
    heading.current?.focus()
    return () => {
      isWanted.current = false
      // Closing it before unmount restores the focus.
      element?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={headingId}
      onClose={() => {
        // The event is asynchronous and follows every close. Only a close by the browser (Escape) counts.
        if (isWanted.current && !dialog.current?.open) onClose()
      }}
      onClick={(event) => {
        // The content fills the dialog, so a click on the dialog itself is on the backdrop.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="dialog-content">
        <div className="dialog-head">
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
        </div>
        {children}
      </div>
    </dialog>
  )
}
