import { expect, test } from 'vitest'

import { attackMarks, attackerOf, lineMarks } from './aid-marks'
import { keyOf } from '../board/cell'
import { GameRecord } from '../raum'

const QUEEN = '5/5/5/K4/5|5/5/5/5/5|5/5/2Q2/5/5|5/5/5/5/5|5/4k/5/4p/5 w 0 1'

function chosen(position: string, cell: string) {
  const { legal } = GameRecord.start('space', position).position()
  const targets = legal.filter(({ from }) => from && keyOf(from) === cell)
  const [x = 0, y = 0, z = 0] = cell.split('.').map(Number)
  return { selected: { x, y, z }, targets }
}

test('lines are marked by how many axes they follow', () => {
  const marks = lineMarks(chosen(QUEEN, '2.2.2')).map(({ mark }) => mark)
  const count = (of: string) => marks.filter((mark) => mark === of).length
  expect([count('face'), count('edge'), count('corner')]).toEqual([12, 24, 16])
  expect(lineMarks({ selected: null, targets: [] })).toEqual([])
})

test('a knight has no lines, and captures keep their own mark', () => {
  expect(lineMarks(chosen(QUEEN.replace('Q', 'N'), '2.2.2'))).toEqual([])
  const marks = lineMarks(chosen(QUEEN.replace('2Q2', '2Qn1'), '2.2.2'))
  expect(marks.some(({ cell }) => keyOf(cell) === '3.2.2')).toBe(false)
})

test('attacked cells are those of the opponent of the player to move', () => {
  const position = GameRecord.start('chess').position()
  expect(attackerOf(position, true)).toBe('black')
  const waiting = { ...position, legal: [] }
  expect(attackerOf(waiting, false)).toBe('black')
  expect(attackerOf(waiting, true)).toBe('white')
  const marks = attackMarks(position, 'black')
  expect(marks.length).toBe(22)
  expect(marks.every(({ mark }) => mark === 'attacked')).toBe(true)
  expect(attackMarks({ ...position, text: 'not a position' }, 'black')).toEqual([])
})
