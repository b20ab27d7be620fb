import { useState } from 'preact/hooks'

import type { Kind } from '../raum'
import { lazily } from '../ui/lazily'
import { RULES } from '../words'

const Rules = lazily(() => import('./Rules'))

/** A button that opens the rules of a kind: "?" in the bar, or words elsewhere. */
export function RulesButton({ kind, children = '?' }: { kind: Kind; children?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button bar-settings"
        aria-label={children === '?' ? RULES : undefined}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && <Rules kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
