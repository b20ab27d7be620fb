import type { ComponentChildren } from 'preact'

import './Banner.css'

/** A notice above the board, with optional actions. */
export function Banner({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <section className="banner" aria-label={text}>
      <p role="status">{text}</p>
      {children}
    </section>
  )
}
