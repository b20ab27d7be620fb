import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TargetedKeyboardEvent } from 'preact'

import { Figure } from './Figure'
import './Promotion.css'
import type { Choice } from './choice'
import type { Role, Side } from '../raum'
import { ROLES } from '../words'
import { PROMOTE } from '../words-later'

/** Asks for the promoted role while a promotion is pending. */
export default function Promotion({ choice, side }: { choice: Choice; side: Side }) {
  return choice.promotions.length > 0 ? <Chooser choice={choice} side={side} /> : null
}

/** Strongest first: Enter chooses the first. */
const ORDER: Role[] = ['queen', 'rook', 'bishop', 'knight', 'unicorn']

const STEPS: { [key: string]: number } = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
}

function Chooser({ choice, side }: { choice: Choice; side: Side }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector('button')?.focus()
    // Closing it before unmount returns the focus to the board.
    return () => element?.close()
  }, [])
  const walk = (event: TargetedKeyboardEvent<HTMLDialogElement>) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const here = buttons.findIndex((button) => button === document.activeElement)
    buttons.at((here + step) % buttons.length)?.focus()
  }
  return (
    <dialog
      ref={dialog}
      className="promotion"
      aria-label={PROMOTE}
      onCancel={choice.cancel}
      onKeyDown={walk}
      onClick={(event) => {
        // The content fills the dialog, so a click on the dialog itself is on the backdrop.
        if (event.target === event.currentTarget) choice.cancel()
      }}
    >
      <div className="promotion-roles">
        {ORDER.map((role) => {
          const move = choice.promotions.find(({ promotion }) => promotion === role)
          return (
            move && (
              <button
                key={role}
                type="button"
                className="promotion-role"
                onClick={() => choice.promote(move)}
              >
                <Figure side={side} role={role} />
                {ROLES[role]}
              </button>
            )
          )
        })}
      </div>
    </dialog>
  )
}
