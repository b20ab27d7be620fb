// The lines along which the selected piece can move, derived from its targets alone, without rules.

import type { Cell } from '../../raum'

/** Encodes how many axes a line follows: one like a rook, two like a bishop, three like a unicorn. */
export type Stroke = 'solid' | 'dashed' | 'dotted'

export interface Line {
  to: Cell
  stroke: Stroke
}

const STROKES: (Stroke | undefined)[] = [undefined, 'solid', 'dashed', 'dotted']

/** One line per direction, to the farthest target. */
export function linesOf(from: Cell, targets: readonly Cell[]): Line[] {
  const farthest = new Map<string, { steps: number; line: Line }>()
  for (const to of targets) {
    const offset = [to.x - from.x, to.y - from.y, to.z - from.z]
    const steps = Math.max(...offset.map(Math.abs))
    const stroke = STROKES[offset.filter((each) => each !== 0).length]
    const isLine = offset.every((each) => each === 0 || Math.abs(each) === steps)
    if (!isLine || !stroke) continue
    const direction = offset.map(Math.sign).join()
    if ((farthest.get(direction)?.steps ?? 0) < steps)
      farthest.set(direction, { steps, line: { to, stroke } })
  }
  return [...farthest.values()].map(({ line }) => line)
}

/** The inked segments of a line of a given length. */
export function inkOf(stroke: Stroke, length: number): [from: number, to: number][] {
  if (stroke === 'solid') return [[0, length]]
  const [ink, blank] = stroke === 'dashed' ? [0.22, 0.14] : [0.045, 0.12]
  const count = Math.floor(length / (ink + blank))
  return Array.from({ length: count }, (_, index) => {
    const start = index * (ink + blank) + blank / 2
    return [start, start + ink]
  })
}
