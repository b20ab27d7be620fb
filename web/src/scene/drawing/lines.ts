// The lines along which a chosen piece can go in space, found in where it can go: no rule is known here.

import type { Cell } from '../../raum'

/** By how many directions a line goes at once: along one a rook goes, along two a bishop, along three a unicorn. */
export type Stroke = 'solid' | 'dashed' | 'dotted'

export interface Line {
  to: Cell
  stroke: Stroke
}

const STROKES: (Stroke | undefined)[] = [undefined, 'solid', 'dashed', 'dotted']

/** For every direction in which there is a target, a line to the farthest one. */
export function linesOf(from: Cell, targets: readonly Cell[]): Line[] {
  const farthest = new Map<string, { steps: number; line: Line }>()
  for (const to of targets) {
    const way = [to.x - from.x, to.y - from.y, to.z - from.z]
    const steps = Math.max(...way.map(Math.abs))
    const stroke = STROKES[way.filter((each) => each !== 0).length]
    const isStraight = way.every((each) => each === 0 || Math.abs(each) === steps)
    if (!isStraight || !stroke) continue
    const direction = way.map(Math.sign).join()
    if ((farthest.get(direction)?.steps ?? 0) < steps)
      farthest.set(direction, { steps, line: { to, stroke } })
  }
  return [...farthest.values()].map(({ line }) => line)
}

/** Where a line of a length has ink: pairs of from and to. */
export function inkOf(stroke: Stroke, length: number): [from: number, to: number][] {
  if (stroke === 'solid') return [[0, length]]
  const [ink, blank] = stroke === 'dashed' ? [0.22, 0.14] : [0.045, 0.12]
  const count = Math.floor(length / (ink + blank))
  return Array.from({ length: count }, (_, index) => {
    const start = index * (ink + blank) + blank / 2
    return [start, start + ink]
  })
}
