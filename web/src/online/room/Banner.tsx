import type { ReactNode } from 'react'

import './Banner.css'

/** A notice above the board, with optional actions. */
export function Banner({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <section className="banner" aria-label={text}>
      <p role="status">{text}</p>
      {children}
    </section>
  )
}
