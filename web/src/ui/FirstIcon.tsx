// Line icons in the colour of the text: those of the first load.

import './Icon.css'
import { FIRST_PATHS } from './first-icons'
import type { FirstIconName } from './first-icons'

/** A decorative icon next to a label. */
export function FirstIcon({ name }: { name: FirstIconName }) {
  return <Lines d={FIRST_PATHS[name]} />
}

export function Lines({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}
