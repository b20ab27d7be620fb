import { useFrame, useThree } from '@react-three/fiber'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Color, DoubleSide, Group, Object3D } from 'three'
import type { BufferGeometry } from 'three'

import * as flat from './shapes'
import { placeOf } from '../camera/layout'
import type { Palette } from './palette'
import { useDisposal } from './redraw'
import type { Sign, Signs } from './marks'
import type { Stage } from '../camera/stage'
import { Swarm, glass } from './instances'
import { cellsOf, keyOf } from '../../board/cell'
import type { Cell } from '../../raum'

const SHAPES: { [sign in Sign]: () => BufferGeometry } = {
  last: flat.brackets,
  check: flat.spikedRing,
  selected: flat.doubleRing,
  quiet: flat.dot,
  capture: flat.notchedRing,
  promotion: flat.star,
  hovered: flat.border,
  cursor: flat.cursorFrame,
}
const SIGNS = Object.keys(SHAPES) as Sign[]

function colourOf(sign: Sign, palette: Palette): string {
  if (sign === 'hovered') return palette.ivory
  if (sign === 'cursor') return palette.accent
  return sign === 'promotion' ? palette.selected : palette[sign]
}

/** How long a mark takes to be seen. */
const FADE_SECONDS = 0.18
/** Above the tiles, so that they never flicker through. */
const LIFT = 0.012

/** Marks on cells, each by its shape and colour. They fade in softly. */
export function Marks(props: {
  stage: Stage
  palette: Palette
  signs: Signs
  /** The one level that is seen, if it is but one. */
  alone: number | null
}) {
  const { stage, palette, signs, alone } = props
  const invalidate = useThree((state) => state.invalidate)
  const field = useMemo(() => new MarkField(), [])
  useDisposal(field)
  const drawn = useRef({ gap: 0, isSettled: false })
  useLayoutEffect(() => {
    const cells = cellsOf(stage.layout.extent)
    field.show(signs, alone === null ? cells : cells.filter(({ z }) => z === alone), palette)
    drawn.current.isSettled = false
    invalidate()
  }, [field, signs, stage, palette, alone, invalidate])
  useFrame((_, seconds) => {
    const { gap } = stage.layout
    if (drawn.current.isSettled && drawn.current.gap === gap) return
    const share = palette.glideSeconds > 0 ? Math.min(seconds, 1 / 30) / FADE_SECONDS : 1
    const isSettled = field.draw(stage, share)
    drawn.current = { gap, isSettled }
    if (!isSettled) invalidate()
  })
  return <primitive object={field.group} />
}

interface Shown {
  sign: Sign
  cell: Cell
  presence: number
}

class MarkField {
  readonly group = new Group()
  readonly #swarms = new Map<Sign, { swarm: Swarm; colour: Color }>()
  #shown = new Map<string, Shown>()

  constructor() {
    for (const [index, sign] of SIGNS.entries()) {
      const swarm = new Swarm(SHAPES[sign](), glass(DoubleSide), 125)
      swarm.name = sign
      swarm.renderOrder = 2 + index / SIGNS.length
      this.group.add(swarm)
      this.#swarms.set(sign, { swarm, colour: new Color() })
    }
  }

  /** Takes over which marks there are; those that were there already do not fade in again. */
  show(signs: Signs, cells: readonly Cell[], palette: Palette): void {
    const before = this.#shown
    this.#shown = new Map()
    for (const cell of cells) {
      for (const sign of signs.get(keyOf(cell)) ?? []) {
        const key = `${sign} ${keyOf(cell)}`
        // What follows the pointer must not lag behind it.
        const isSudden = sign === 'hovered' || sign === 'cursor'
        const presence = before.get(key)?.presence ?? (isSudden ? 1 : 0)
        this.#shown.set(key, { sign, cell, presence })
      }
    }
    for (const [sign, { colour }] of this.#swarms) colour.set(colourOf(sign, palette))
  }

  /** Draws them after another part of their time, and answers whether all are fully seen. */
  draw({ layout }: Stage, share: number): boolean {
    let isSettled = true
    for (const { swarm } of this.#swarms.values()) swarm.begin()
    for (const mark of this.#shown.values()) {
      mark.presence = Math.min(1, mark.presence + share)
      if (mark.presence < 1) isSettled = false
      placeOf(layout, mark.cell, place.position)
      place.position.y += LIFT
      place.updateMatrix()
      const drawn = this.#swarms.get(mark.sign)
      drawn?.swarm.put(place.matrix, drawn.colour, mark.presence)
    }
    for (const { swarm } of this.#swarms.values()) swarm.show()
    return isSettled
  }

  dispose(): void {
    for (const { swarm } of this.#swarms.values()) swarm.dispose()
  }
}

const place = new Object3D()
