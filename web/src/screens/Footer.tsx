import './Footer.css'
import * as later from '../words-later'

/** Where to read about raum: a plain page, which needs no script. */
export function Footer() {
  const about = `${import.meta.env.BASE_URL}about.html`
  return (
    <footer className="footer">
      <p>{later.FREE_SOFTWARE}</p>
      <nav aria-label={later.ABOUT_RAUM}>
        {(['source', 'licence', 'privacy'] as const).map((part) => (
          <a key={part} href={`${about}#${part}`}>
            {later.ABOUT_PARTS[part]}
          </a>
        ))}
      </nav>
    </footer>
  )
}
