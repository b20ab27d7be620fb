import { useId } from 'preact/hooks'

import { Dialog } from './Dialog'
import { Options } from './Options'
import './Preferences.css'
import { Toggle } from './Toggle'
import { changeSettings, useSettings } from '../settings'
import type { Settings } from '../settings'
import { SETTINGS } from '../words'
import * as words from '../words-later'

type NamesOf<Value> = {
  [name in keyof Settings]: Settings[name] extends Value ? name : never
}[keyof Settings]

/** The dialog for all settings. They take effect at once. */
export default function Preferences({ onClose }: { onClose: () => void }) {
  const settings = useSettings()
  const toggle = (name: NamesOf<boolean> & keyof typeof words.PREFERENCES) => (
    <Toggle
      key={name}
      label={words.PREFERENCES[name]}
      checked={settings[name]}
      onChange={(checked) => {
        changeSettings({ [name]: checked })
        if (name === 'notifies' && checked) void allowNotifications()
      }}
    />
  )
  const options = (name: keyof typeof words.CHOICES) => (
    <Options<string>
      legend={words.PREFERENCES[name]}
      choices={Object.keys(words.CHOICES[name])}
      label={(choice) => (words.CHOICES[name] as { [choice: string]: string })[choice] ?? choice}
      chosen={settings[name]}
      onChoose={(choice) => changeSettings({ [name]: choice })}
    />
  )
  return (
    <Dialog title={SETTINGS} onClose={onClose}>
      <div className="preferences">
        {options('theme')}
        {options('board')}
        {options('pieces')}
        <Slider name="boardSize" min={50} max={100} step={5} />
        {toggle('coordinates')}
        {toggle('sounds')}
        <Slider name="volume" min={0} max={1} step={0.1} />
        {options('confirms')}
        {options('explains')}
        {toggle('premoves')}
        {toggle('autoFlip')}
        {toggle('instant')}
        {'Notification' in window && toggle('notifies')}
        <p>{words.ABOUT_KEYS}</p>
      </div>
    </Dialog>
  )
}

function Slider(props: { name: 'boardSize' | 'volume'; min: number; max: number; step: number }) {
  const { name, ...range } = props
  const { [name]: value } = useSettings()
  const id = useId()
  return (
    <div className="preferences-slider">
      <label htmlFor={id}>{words.PREFERENCES[name]}</label>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        onInput={(event) => changeSettings({ [name]: Number(event.currentTarget.value) })}
      />
    </div>
  )
}

/** Asks the browser for permission, and switches the setting off if it is denied. */
async function allowNotifications(): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') changeSettings({ notifies: false })
}
