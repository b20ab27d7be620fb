// Our own drawings of the pieces, in a 48 × 48 square. Overlapping shapes form one silhouette; lines are drawn on it.

import type { Role, Side } from '../raum'

export interface Drawing {
  shape: string
  lines: string
}

/** The drawing of a piece. A mark is drawn as its side. */
export function drawingOf(side: Side, role: Role): Drawing {
  if (role === 'mark') return MARKS[side === 'X' ? 'X' : 'O']
  return DRAWINGS[role]
}

const MARKS: { [side in 'X' | 'O']: Drawing } = {
  X: {
    shape:
      'M12.5 8.5 24 20 35.5 8.500a2.8 2.8 0 0 1 4 4L28 24l11.5 11.500a2.8 2.8 0 0 1-4 4L24 28 12.5 39.500a2.8 2.8 0 0 1-4-4L20 24 8.5 12.500a2.8 2.8 0 0 1 4-4z',
    lines: '',
  },
  O: { shape: 'M24 7.500a16.5 16.5 0 1 1-.01 0zm0 6a10.5 10.5 0 1 0 .01 0z', lines: '' },
}

// The parts that all pieces except the horses share: a foot, a stem that widens towards it, a collar.
const FOOT = 'M11 44.500c0-3.5 1.8-5.5 5-5.500h16c3.2 0 5 2 5 5.500z'
const STEM = 'M20.4 28h7.200c.2 5 1.7 8.5 4.8 12H15.600c3.1-3.5 4.6-7 4.8-12z'
const COLLAR = 'M18.2 26h11.600a1.5 1.5 0 0 1 0 3H18.200a1.5 1.5 0 0 1 0-3z'
const SEAMS = 'M18.5 29h11M17 39h14'

const DRAWINGS: { [role in Exclude<Role, 'mark'>]: Drawing } = {
  king: {
    shape: `M22.4 2.500h3.200v3.300h3.300V9h-3.300v4.500h-3.200V9h-3.300V5.800h3.300zM24 12c4.5 0 8.3 1.3 11 3.800L31 27H17l-4-11.200C15.7 13.3 19.5 12 24 12z${COLLAR}${STEM}${FOOT}`,
    lines: `${SEAMS}M17 22.800c4.7-1.6 9.3-1.6 14 0`,
  },
  queen: {
    shape: `M16.5 27 10 13l6.5 5.5.8-9.5 4.2 8.300L24 7l2.5 10.300L30.7 9l.8 9.500L38 13l-6.5 14zM9.3 10.300a2.2 2.2 0 1 1-.01 0zM17 6a2.2 2.2 0 1 1-.01 0zM24 3.800a2.2 2.2 0 1 1-.01 0zM31 6a2.2 2.2 0 1 1-.01 0zM38.7 10.300a2.2 2.2 0 1 1-.01 0z${COLLAR}${STEM}${FOOT}`,
    lines: `${SEAMS}M16.5 23.500c5-1.6 10-1.6 15 0`,
  },
  rook: {
    shape: `M13 8.500h5.600V12h2.900V8.500h5V12h2.900V8.500H35v8.300l-4 3.700H17l-4-3.700zM18 20h12l2 20H16z${FOOT}`,
    lines: 'M17.5 20.500h13M16 39h16M16.7 34h14.6',
  },
  bishop: {
    shape: `M24 4a2.6 2.6 0 1 1-.01 0zM24 8.500c5.3 4 8 8.2 8 12 0 4-2.8 6.5-8 6.500s-8-2.5-8-6.500c0-3.8 2.7-8 8-12z${COLLAR}${STEM}${FOOT}`,
    lines: `${SEAMS}M28.5 12.500l-5 6.3`,
  },
  knight: {
    shape: `M32 40c2.8-11.5 2-23-5.5-28.500L26 6.500l-4.3 4.300c-3.7 1-6.3 4-7.7 8l-4 7.200c-.8 1.6-.3 3.3 1.2 4.2 1.6 1 3.3.7 4.5-.5l2-1.900c3 .3 5.6-.7 7.3-2.8-.3 5-7 7.5-8 15z${FOOT}`,
    lines: 'M18.5 17.800h.01M12.8 26.400h.01M18.5 39H31M28.3 16c2.3 5.5 2.7 11 1.9 17',
  },
  unicorn: {
    shape: `M31.5 40c2.3-10 2-21-3.5-26L27.8 9l-4.3 3.700c-2.8.7-4.7 3-5.8 6.300l-4 7.500c-.8 1.6-.3 3.1 1 3.9 1.4.8 2.9.5 3.9-.7l1.7-1.800c2.1.2 3.9-.6 5-2 0 5.3-6.3 7.6-7.3 14.100zM22.3 14.3 8 1.500l10.5 16z${FOOT}`,
    lines:
      'M21.2 19h.01M18.5 39H31M29 17.500c1.5 5.3 1.7 10.5 1 16M16.2 13.600l2.6-2.200M13.2 9l2-1.7',
  },
  pawn: {
    shape: `M24 12.500a6 6 0 0 1 3.8 10.600h2a1.4 1.4 0 0 1 0 2.900H18.200a1.4 1.4 0 0 1 0-2.900h2A6 6 0 0 1 24 12.500zM20.6 25h6.800c.2 6 2.3 10.5 5.6 15H15c3.3-4.5 5.4-9 5.6-15z${FOOT}`,
    lines: 'M18.2 26h11.600M16 39h16',
  },
}
