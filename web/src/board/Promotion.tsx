import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'

import { Figure } from './Figure'
import './Promotion.css'
import type { Choice } from './choice'
import type { Role, Side } from '../raum'
import { ROLES } from '../words'
import { PROMOTE } from '../words-later'

/** Asks what a pawn becomes, while that is to be chosen. */
export default function Promotion({ choice, side }: { choice: Choice; side: Side }) {
  return choice.promotions.length > 0 ? <Chooser choice={choice} side={side} /> : null
}

/** The strongest first: it is what Enter chooses. */
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
    // Closed before it goes, it gives the focus back to the board.
    return () => element?.close()
  }, [])
  const walk = (event: KeyboardEvent<HTMLDialogElement>) => {
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
        // All that can be chosen is inside, so this is beside it.
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
