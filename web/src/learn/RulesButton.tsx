import { Suspense, useState } from 'react'

import type { Kind } from '../raum'
import { lazily } from '../ui/lazily'
import { RULES } from '../words'

const Rules = lazily(() => import('./Rules'))

/** A "?" for the bar, which opens the rules of a kind. */
export function RulesButton({ kind }: { kind: Kind }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button bar-settings"
        aria-label={RULES}
        title={RULES}
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      <Suspense>{isOpen && <Rules kind={kind} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
