import type { ReactNode } from 'react'

import './Banner.css'

/** What has to be known above a board, and what can be done about it. */
export function Banner({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <section className="banner" aria-label={text}>
      <p role="status">{text}</p>
      {children}
    </section>
  )
}
