import type { ReactNode } from 'react'

import { changeSettings, useSettings } from '../settings'
import type { Settings } from '../settings'
import { Switch } from './Switch'
import { addressOf, follow } from '../route'
import * as words from '../words'
import './Bar.css'

const THEMES: { [theme in Settings['theme']]: string } = {
  system: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
}

/** The top bar of every screen: a link home, the title, and the theme switch. */
export function Bar(props: {
  title?: string
  /** The document title, if it differs from `title`. */
  name?: string
  children?: ReactNode
}) {
  const { title, name = words.tabTitle(title), children } = props
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
        <ThemeSwitch />
      </div>
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

function ThemeSwitch() {
  const { theme } = useSettings()
  return (
    <Switch
      legend={words.THEME}
      labels={words.THEMES}
      chosen={theme}
      onChoose={(each) => changeSettings({ theme: each })}
      show={(each) => (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={THEMES[each]} />
        </svg>
      )}
    />
  )
}
