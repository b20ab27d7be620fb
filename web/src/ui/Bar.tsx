import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import { FirstIcon } from './FirstIcon'
import { lazily } from './lazily'
import { addressOf, follow } from '../route'
import * as words from '../words'
import './Bar.css'

const Preferences = lazily(() => import('./Preferences'))

/** The top bar of every screen: a link home, the title, and the settings. */
export function Bar(props: {
  title?: string
  /** The document title, if it differs from `title`. */
  name?: string
  children?: ComponentChildren
}) {
  const { title, name = words.tabTitle(title), children } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="bar">
      <title>{name}</title>
      <a
        className="bar-home"
        href={addressOf({ screen: 'home' })}
        onClick={follow}
        aria-label={words.HOME}
      >
        <Logo />
        <span>{words.PRODUCT}</span>
      </a>
      {title !== undefined && <h1 className="bar-title">{title}</h1>}
      <div className="bar-switches">
        {children}
        <button
          type="button"
          className="button bar-settings"
          aria-label={words.SETTINGS}
          title={words.SETTINGS}
          onClick={() => setOpen(true)}
        >
          <FirstIcon name="settings" />
        </button>
      </div>
      {isOpen && <Preferences onClose={() => setOpen(false)} />}
    </header>
  )
}

/** Three stacked levels. */
function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 15 30 21 16 27 2 21z" opacity="0.45" />
      <path d="M16 9.5 30 15.5 16 21.5 2 15.5z" opacity="0.7" />
      <path d="M16 4 30 10 16 16 2 10z" />
    </svg>
  )
}
