// The shapes of marks in a 100 × 100 square. Flat boards and shared pictures draw the same ones.

import type { FlatMark } from './marks'

/** A circle around the centre, starting at the top. */
function circle(radius: number): string {
  return `M50 ${50 - radius}a${radius} ${radius} 0 1 1-.01 0z`
}

/** A star around the centre. */
function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points
    const radius = index % 2 === 0 ? outer : inner
    const [x, y] = [50 + radius * Math.sin(angle), 50 - radius * Math.cos(angle)]
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${corners.join('L')}z`
}

/** The shape of each mark, as the data of a path. */
export const SHAPES: { [mark in FlatMark]: string } = {
  last: 'M5 23V5h18M77 5h18v18M95 77v18H77M23 95H5V77',
  line: circle(46),
  check: star(16, 49, 40) + circle(33),
  selected: circle(45) + circle(36),
  quiet: circle(13),
  capture: circle(42),
  promotion: star(5, 24, 10),
  hint: 'M50 7L93 50 50 93 7 50z',
  threat: 'M50 8L93 90H7z',
  goal: star(5, 46, 20),
  attacked: 'M78 8l14 14m0-14L78 22',
  // As many strokes as axes.
  face: 'M32 50h36',
  edge: 'M37 37l26 26m0-26L37 63',
  corner: 'M50 31v38M34 41l32 18m0-18L34 59',
}
