// Called by the build (prerender.ts), not by the page.

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import Home from './Home'

/** The start screen as HTML, for a visitor without stored games. */
export function homeHtml(): string {
  const element = document.createElement('div')
  const root = createRoot(element)
  flushSync(() => root.render(<Home />))
  const html = element.innerHTML
  root.unmount()
  return html
}
