import { expect, it } from 'vitest'

import { focusIn, pieceOpacity, tileOpacity } from './opacity'
import { GameRecord } from '../../raum'

const at = (x: number, y: number, z: number) => ({ x, y, z })
const START = GameRecord.start('space').position()
const NOTHING = { selected: null, targets: [] }

it('shows everything without a focus', () => {
  expect(tileOpacity(null)(3)).toBe(1)
  expect(pieceOpacity(START, NOTHING, null, [])(at(0, 0, 0))).toBe(1)
})

it('fades the other levels, tiles more than pieces', () => {
  const focus = { level: 1, isAlone: false }
  expect([0, 1, 2].map(tileOpacity(focus))).toEqual([0.25, 1, 0.25])
  const opacity = pieceOpacity(START, NOTHING, focus, [])
  expect([opacity(at(0, 0, 0)), opacity(at(0, 0, 1))]).toEqual([0.55, 1])
})

it('never fades targets, the selected piece, or a king in check', () => {
  const focus = { level: 2, isAlone: false }
  const queen = at(2, 0, 1)
  const targets = START.legal.filter(({ from }) => from?.x === 2 && from.y === 0 && from.z === 1)
  const victim = targets.find(({ notation }) => notation.includes('x'))?.to
  const king = at(2, 4, 4)
  const opacity = pieceOpacity({ ...START, check: king }, { selected: queen, targets }, focus, [])
  expect(victim).toBeDefined()
  expect([queen, king, victim ?? queen].map(opacity)).toEqual([1, 1, 1])
  expect(opacity(at(0, 0, 0))).toBe(0.55)
})

// The black bishop uncovers the rook behind it: the check comes from a level on which no piece moved.
const DISCOVERED = 'K4/5/5/5/5|b4/5/5/5/5|r4/5/5/5/5|5/5/5/5/5|4k/5/5/5/5 b 0 1'

it('never fades a checking piece, even when another piece moved', () => {
  const record = GameRecord.start('space', DISCOVERED)
  const [king, rook] = [at(0, 4, 0), at(0, 4, 2)]
  const away = record
    .position()
    .legal.find(({ from, to }) => from?.z === 1 && from.x === 0 && to.z === 3)
  expect(away).toBeDefined()
  record.play(away?.text ?? '')
  const position = record.position()
  expect(position.check).toEqual(king)
  expect(position.lastMove?.to).not.toEqual(rook)
  for (let level = 0; level < 5; level++) {
    const focus = focusIn(position, { level, isAlone: true })
    const opacity = pieceOpacity(position, NOTHING, focus, [])
    expect([king, rook].map(opacity)).toEqual([1, 1])
    expect([0, 1, 2, 3, 4].map(tileOpacity(focus))).not.toContain(0)
  }
})

it('hides the other levels when one is shown alone', () => {
  const focus = { level: 1, isAlone: true }
  expect([0, 1].map(tileOpacity(focus))).toEqual([0, 1])
  expect(pieceOpacity(START, NOTHING, focus, [])(at(0, 0, 0))).toBe(0)
})

it('fades a piece that hides the hovered cell', () => {
  expect(pieceOpacity(START, NOTHING, null, [at(1, 1, 1)])(at(1, 1, 1))).toBe(0.4)
})
