// Renders a state and never changes it.

import { CELLS } from './game.js'

const element = (id) => document.getElementById(id)

/** Creates the cells. Calls `onPress` with the index of a clicked cell. */
export function makeBoard(onPress) {
  for (let index = 0; index < CELLS; index += 1) {
    const cell = document.createElement('button')
    cell.addEventListener('click', () => onPress(index))
    element('board').append(cell)
  }
}

export function draw({ roomId, role, board, status, canMove, canReplay, error }) {
  element('status').textContent = status
  element('error').textContent = error
  element('entrance').hidden = roomId !== null
  element('table').hidden = roomId === null
  element('room').textContent = roomId ?? ''
  element('role').textContent = role === null ? '' : `You are ${role}.`
  element('replay').hidden = !canReplay
  for (const [index, cell] of [...element('board').children].entries()) {
    const mark = board[index]
    cell.textContent = mark ?? ''
    cell.ariaLabel = `Row ${Math.floor(index / 3) + 1}, column ${(index % 3) + 1}: ${mark ?? 'empty'}`
    cell.ariaDisabled = String(!canMove || mark !== null)
  }
}
