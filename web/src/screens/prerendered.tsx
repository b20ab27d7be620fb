// Called by the build (prerender.ts), not by the page.

import { render } from 'preact'

import Home from './Home'

/** The start screen as HTML, for a visitor without stored games. */
export function homeHtml(): string {
  const element = document.createElement('div')
  render(<Home />, element)
  const html = element.innerHTML
  render(null, element)
  return html
}
