// The pieces as drawings of our own, in a square of 48. Shapes that overlap are one silhouette; lines are drawn on it.

import type { Role, Side } from '../raum'

export interface Drawing {
  shape: string
  lines: string
}

const FOOT = 'M11.5 44c0-3.600 2-5.500 5.500-5.500h14c3.500 0 5.500 1.900 5.500 5.500z'
const STEM = 'M20.300 27h7.400c.3 5 1.700 8.600 4.300 12H16c2.600-3.400 4-7 4.300-12z'
const COLLAR = 'M18 25.600h12a1.400 1.400 0 0 1 0 2.800H18a1.400 1.400 0 0 1 0-2.800z'

/** The drawing of a piece. A mark is drawn as its side. */
export function drawingOf(side: Side, role: Role): Drawing {
  if (role === 'mark') return MARKS[side === 'X' ? 'X' : 'O']
  return DRAWINGS[role]
}

const MARKS: { [side in 'X' | 'O']: Drawing } = {
  X: { shape: 'M13 9l11 11L35 9l4 4-11 11 11 11-4 4-11-11-11 11-4-4 11-11L9 13z', lines: '' },
  O: {
    shape: 'M24 8a16 16 0 1 1-.01 0zm0 6a10 10 0 1 0 .01 0z',
    lines: '',
  },
}

const DRAWINGS: { [role in Exclude<Role, 'mark'>]: Drawing } = {
  king: {
    shape: `M22.500 3.500h3v3h3v3h-3v4h-3v-4h-3v-3h3zM13.500 15.500c3.500-2.400 7-3.500 10.500-3.500s7 1.100 10.500 3.500L30.500 27h-13z${COLLAR}${STEM}${FOOT}`,
    lines: 'M18 28h12M17 39h14',
  },
  queen: {
    shape: `M11 13l6.500 14h13L37 13l-7.200 6.800L24 8.500l-5.800 11.300z${COLLAR}${STEM}${FOOT}`,
    lines: 'M18 28h12M17 39h14',
  },
  rook: {
    shape: `M13.500 9.500h5v3.500h3v-3.500h5v3.500h3v-3.500h5v8l-3.500 3h-14l-3.500-3z${FOOT}`,
    lines: 'M17 39h14',
  },
  bishop: {
    shape: `M24 8c5.500 4.300 8 8.700 8 12.600s-3 6-8 6-8-2-8-6S18.500 12.300 24 8z${COLLAR}${STEM}${FOOT}`,
    lines: '',
  },
  knight: { shape: FOOT, lines: '' },
  unicorn: { shape: FOOT, lines: '' },
  pawn: { shape: `M24 13a6 6 0 1 1-.01 0z${STEM}${FOOT}`, lines: '' },
}
