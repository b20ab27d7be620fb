import { fireEvent, render, screen } from '@testing-library/preact'
import { useState } from 'preact/hooks'
import { beforeEach, expect, test } from 'vitest'

import { LevelChoice } from './LevelChoice'
import { saveLevel, savedLevel } from './levels'
import type { Kind } from '../raum'
import { changeSettings } from '../settings'
import { levelInWords, levelsOf } from '../words-computer'

beforeEach(() => {
  changeSettings({ levels: {} })
})

function Form({ kind }: { kind: Kind }) {
  const [level, setLevel] = useState(1)
  return <LevelChoice kind={kind} level={level} onChoose={setLevel} />
}

test.each([
  ['chess', 8],
  ['space', 8],
  ['tictactoe', 3],
] as const)('%s has %i levels, each with a name of its own and a description', (kind, count) => {
  const levels = levelsOf(kind)
  expect(new Set(levels.map(({ name }) => name)).size).toBe(count)
  expect(new Set(levels.map(({ about }) => about)).size).toBe(count)
})

test('the slider shows number, name and description of a level', () => {
  render(<Form kind="chess" />)
  const slider = screen.getByRole('slider', { name: 'Level' })
  expect(slider).toHaveAttribute('max', '8')
  fireEvent.input(slider, { target: { value: '3' } })
  expect(screen.getByText('3 · Casual')).toBeInTheDocument()
  expect(slider).toHaveAttribute('aria-valuetext', 'Level 3, Casual')
  expect(slider).toHaveAccessibleDescription(/Plays for fun/)
})

test('the last level is remembered for each kind, within its levels', () => {
  expect(savedLevel('chess')).toBe(2)
  saveLevel('chess', 6)
  expect([savedLevel('chess'), savedLevel('space')]).toEqual([6, 2])
  changeSettings({ levels: { tictactoe: 7 } })
  expect(savedLevel('tictactoe')).toBe(3)
})

test('a level without a name is a number', () => {
  expect(levelInWords('chess', 9)).toBe('Level 9')
})
