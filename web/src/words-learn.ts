// The texts of the rules, the tour and the aids on a board. The rules themselves are in docs/rules.

import type { Kind } from './raum'
import { KINDS } from './words'

// Aids.

export const LINES = 'Show lines'
export const ATTACKED_CELLS = 'Attacked cells'
export const HIDE_LINES = 'Hide lines'
export const HIDE_ATTACKED = 'Hide attacked cells'
export const LEGEND = 'Lines'

/** What the lines of a piece pass through: a cell has 6 faces, 12 edges and 8 corners. */
export const LINE_CLASSES = {
  face: 'one axis: faces',
  edge: 'two axes: edges',
  corner: 'three axes: corners',
}

// Rules.

export function rulesOf(kind: Kind): string {
  return `Rules of ${KINDS[kind].title.toLowerCase()}`
}

export const GAME = 'Game'
export const TRY_DIAGRAM = 'The boards are live: choose a piece and move it.'
export const RESET_DIAGRAM = 'Start over'
export const DIAGRAM_IN_3D = 'Show in 3D'
export const DIAGRAM_IN_2D = 'Show in 2D'

// The tour.

export function tourOf(kind: Kind): string {
  return kind === 'space' ? 'Learn space chess' : 'Special moves'
}

export const TOUR_OFFER = 'New to space chess?'
export const TOUR_OFFER_TEXT = 'Learn it in three minutes, by playing.'
export const TAKE_TOUR = 'Take the tour'
export const NO_THANKS = 'No thanks'

export const STEPS = 'Steps'
export const BACK = 'Back'
export const NEXT = 'Next'
export const SKIP = 'Skip'
export const SHOW_ME = 'Show me'
export const FINISH = 'Finish'
export const START_AGAIN = 'Start again'
export const LEAVE_TOUR = 'Leave'

export function stepOf(number: number, count: number): string {
  return `Step ${number} of ${count}`
}

export const WELL_DONE = 'Well done!'
export const RIGHT = 'Right!'
export const NOT_QUITE = 'Not quite.'
export const SHOWN = 'Make the marked move.'

export function finished(kind: Kind): string {
  return kind === 'space' ? 'You know space chess now.' : 'You know all the special moves now.'
}

export const FINISHED_TEXT = 'Try it in a game: the computer starts gently.'
