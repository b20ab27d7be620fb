/** @jsxImportSource react */

import { useFrame, useThree } from '@react-three/fiber'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Color, DoubleSide, Group, Object3D } from 'three'

import * as flat from './shapes'
import { placeOf } from '../camera/layout'
import type { Palette } from './palette'
import { useDisposal } from './redraw'
import type { SceneMark, SceneMarks } from './marks'
import type { Stage } from '../camera/stage'
import { Instances, glass } from './instances'
import { cellsOf, keyOf } from '../../board/cell'
import type { Cell } from '../../raum'

/** The shapes of marks. Each is drawn in one call, so marks share them where they can. */
const SHAPES = {
  last: flat.brackets,
  check: flat.spikedRing,
  selected: flat.doubleRing,
  quiet: flat.dot,
  capture: flat.notchedRing,
  star: flat.star,
  threat: flat.triangle,
  frames: flat.cursorFrame,
  bars: flat.bar,
}
type Form = keyof typeof SHAPES
const FORMS = Object.keys(SHAPES) as Form[]

/** How a shape is put on a cell: turned by an angle, scaled, and away from the middle. */
interface Part {
  turn?: number
  scale?: number
  x?: number
  z?: number
}

const WHOLE: readonly Part[] = [{}]
const EIGHTH = Math.PI / 4

/** The marks that are not one shape of their own. */
const PARTS: { [mark in SceneMark]?: [form: Form, parts: readonly Part[]] } = {
  promotion: ['star', WHOLE],
  goal: ['star', [{ scale: 1.8 }]],
  cursor: ['frames', WHOLE],
  hovered: ['frames', [{ scale: 0.92 }]],
  // A diamond.
  hint: ['frames', [{ turn: EIGHTH, scale: 0.72 }]],
  // As many bars as axes.
  face: ['bars', WHOLE],
  edge: ['bars', [{ turn: EIGHTH }, { turn: -EIGHTH }]],
  corner: ['bars', [0, 1, 2].map((third) => ({ turn: (third * Math.PI) / 3 }))],
  attacked: ['bars', [EIGHTH, -EIGHTH].map((turn) => ({ turn, scale: 0.55, x: 0.34, z: -0.34 }))],
}

function colourOf(mark: SceneMark, palette: Palette): string {
  if (mark === 'hovered') return palette.white
  if (mark === 'cursor') return palette.accent
  return palette[COLOURS[mark] ?? (mark as keyof Palette & SceneMark)]
}

/** Marks that share the colour of another. */
const COLOURS: { [mark in SceneMark]?: 'selected' | 'quiet' | 'capture' | 'last' | 'hint' } = {
  promotion: 'selected',
  threat: 'capture',
  attacked: 'capture',
  goal: 'hint',
  face: 'quiet',
  edge: 'hint',
  corner: 'last',
}

/** The most parts of a mark that a cell can have in one shape: three bars, and two for an attack. */
const PARTS_MAX = 5

/** The duration of a mark's fade-in. */
const FADE_SECONDS = 0.18
/** Lifts marks above the tiles, to avoid z-fighting. */
const LIFT = 0.012

/** Marks on cells, each with its own shape and colour. They fade in. */
export function Marks(props: {
  stage: Stage
  palette: Palette
  marks: SceneMarks
  /** The level shown alone, if any. */
  alone: number | null
}) {
  const { stage, palette, marks, alone } = props
  const invalidate = useThree((state) => state.invalidate)
  const field = useMemo(() => new MarkField(), [])
  useDisposal(field)
  const drawn = useRef({ rise: 0, isSettled: false })
  useLayoutEffect(() => {
    const cells = cellsOf(stage.layout.extent)
    field.show(marks, alone === null ? cells : cells.filter(({ z }) => z === alone), palette)
    drawn.current.isSettled = false
    invalidate()
  }, [field, marks, stage, palette, alone, invalidate])
  useFrame((_, seconds) => {
    const { rise } = stage.layout
    if (drawn.current.isSettled && drawn.current.rise === rise) return
    const share = palette.glideSeconds > 0 ? Math.min(seconds, 1 / 30) / FADE_SECONDS : 1
    const isSettled = field.draw(stage, share)
    drawn.current = { rise, isSettled }
    if (!isSettled) invalidate()
  })
  return <primitive object={field.group} />
}

interface ShownMark {
  mark: SceneMark
  cell: Cell
  opacity: number
}

class MarkField {
  readonly group = new Group()
  readonly #meshes = new Map<Form, Instances>()
  #palette: Palette | null = null
  readonly #colour = new Color()
  #shown = new Map<string, ShownMark>()

  constructor() {
    for (const [index, form] of FORMS.entries()) {
      const instances = new Instances(SHAPES[form](), glass(DoubleSide), 125 * PARTS_MAX)
      instances.name = form
      instances.renderOrder = 2 + index / FORMS.length
      this.group.add(instances)
      this.#meshes.set(form, instances)
    }
  }

  /** Sets the marks. Marks already shown do not fade in again. */
  show(marks: SceneMarks, cells: readonly Cell[], palette: Palette): void {
    const before = this.#shown
    this.#shown = new Map()
    for (const cell of cells) {
      for (const mark of marks.get(keyOf(cell)) ?? []) {
        const key = `${mark} ${keyOf(cell)}`
        // Marks that follow the pointer or the cursor must not lag.
        const isSudden = mark === 'hovered' || mark === 'cursor'
        const opacity = before.get(key)?.opacity ?? (isSudden ? 1 : 0)
        this.#shown.set(key, { mark, cell, opacity })
      }
    }
    this.#palette = palette
  }

  /** Advances the fade by a share of its duration, and returns whether all marks are opaque. */
  draw({ layout }: Stage, share: number): boolean {
    let isSettled = true
    const palette = this.#palette
    if (!palette) return true
    for (const instances of this.#meshes.values()) instances.begin()
    for (const shown of this.#shown.values()) {
      shown.opacity = Math.min(1, shown.opacity + share)
      if (shown.opacity < 1) isSettled = false
      const colour = this.#colour.set(colourOf(shown.mark, palette))
      const [form, parts] = PARTS[shown.mark] ?? [shown.mark as Form, WHOLE]
      for (const { turn = 0, scale = 1, x = 0, z = 0 } of parts) {
        placeOf(layout, shown.cell, place.position)
        place.position.x += x
        place.position.y += LIFT
        place.position.z += z
        place.rotation.y = turn
        place.scale.setScalar(scale)
        place.updateMatrix()
        this.#meshes.get(form)?.put(place.matrix, colour, shown.opacity)
      }
    }
    for (const instances of this.#meshes.values()) instances.show()
    return isSettled
  }

  dispose(): void {
    for (const instances of this.#meshes.values()) instances.dispose()
  }
}

const place = new Object3D()
