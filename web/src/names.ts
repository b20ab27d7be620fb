// The player's name in rooms.

import { changeSettings, currentSettings } from './settings'

const ANIMALS = [
  'Badger',
  'Crane',
  'Dolphin',
  'Falcon',
  'Gecko',
  'Hare',
  'Heron',
  'Ibex',
  'Kestrel',
  'Lynx',
  'Marten',
  'Newt',
  'Otter',
  'Puffin',
  'Raven',
  'Seal',
  'Stork',
  'Swift',
  'Tern',
  'Wren',
]

/** The player's name; an invented one until they give one, so that two guests can be told apart. */
export function playerName(): string {
  const { name } = currentSettings()
  if (name !== '') return name
  const invented = `Guest ${ANIMALS[Math.floor(Math.random() * ANIMALS.length)] ?? ''}`.trim()
  changeSettings({ name: invented, isNamed: false })
  return invented
}

/** Saves the name that the player gave or accepted. */
export function saveName(name: string): void {
  changeSettings({ name, isNamed: true })
}
