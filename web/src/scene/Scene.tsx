import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { NeutralToneMapping, NoToneMapping } from 'three'

import { Canvas } from './Canvas'
import { Viewpoints } from './camera/Viewpoints'
import { useFreeArea } from './camera/free-area'
import { Dock } from './dock/Dock'
import './Scene.css'
import { saveViewpoint, savedViewpoint, usualViewpoint } from './camera/saved-viewpoint'
import { GAP } from './camera/layout'
import { usePointer } from './pointing/pointer'
import { detailFor } from './drawing/detail'
import { chooseFinish, useFinish } from './drawing/finish'
import { FINISH_NAMES } from './drawing/finishes'
import { usePalette } from './drawing/palette'
import { focusIn } from './drawing/opacity'
import type { Focus } from './drawing/opacity'
import type { Palette } from './drawing/palette'
import { IS_PROBED } from './pointing/test-probe'
import { graphicsCard } from './support'
import { Stage } from './camera/stage'
import { TurnHint } from './TurnHint'
import { namedViewpoint, topViewpoint } from './camera/viewpoints'
import type { Viewpoint, ViewpointName } from './camera/viewpoints'
import { hasLevels } from '../board/cell'
import type { Choice } from '../board/choice'
import type { Cell, Position } from '../raum'
import * as later from '../words-later'

/** The 3D board, for pointers. Keyboard and screen-reader users have the flat board beside it. */
export default function Scene(props: {
  position: Position
  /** The first position of the game. */
  start: Position
  choice: Choice
  flipped: boolean
  /** The cell under the pointer, on either board. */
  hovered: Cell | null
  onHover: (cell: Cell | null) => void
  /** The cell with keyboard focus. */
  cursor: Cell | null
  /** Shows the board in its default view and without controls; turning it changes no player's view. */
  isPicture?: boolean
}) {
  const { position, choice, flipped, hovered, onHover, cursor, isPicture = false } = props
  const { kind } = position
  // Tables make a new object each time.
  const [start, setStart] = useState(props.start)
  if (start.text !== props.start.text || start.kind !== props.start.kind) setStart(props.start)
  const [card] = useState(graphicsCard)
  if (card === null) throw new Error(later.NO_WEBGL)
  const [detail, setDetail] = useState(() => detailFor(card))
  const finish = useFinish(kind)
  const palette = usePalette(finish, detail)
  const onSlow = useCallback(() => setDetail('plain'), [])
  const [stage] = useState(() => {
    const { view, gap } = isPicture ? usualViewpoint(kind) : savedViewpoint(kind)
    return new Stage(kind, fromSide(view, flipped), gap, flipped)
  })
  const [gap, setGap] = useState(stage.gap)
  const [wanted, setFocus] = useState<Focus | null>(null)
  const focus = useMemo(() => focusIn(position, wanted), [position, wanted])
  const ground = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  useFreeArea(ground, area, stage)
  const onFocus = useCallback((level: number | null) => {
    // A player who views one level alone keeps doing so on the next level.
    setFocus((was) => (level === null ? null : { level, isAlone: was?.isAlone ?? false }))
  }, [])
  useEffect(() => stage.flip(flipped), [stage, flipped])

  const level = focus?.level ?? 0
  const onViewpoint = useCallback(
    (name: ViewpointName) => {
      stage.go(namedViewpoint(name, flipped))
      setGap(name === 'cube' ? GAP.cube : GAP.usual)
      setFocus(name === 'level' ? { level, isAlone: true } : null)
    },
    [stage, flipped, level],
  )
  const onLookDown = useCallback(() => onViewpoint(topViewpoint(kind)), [onViewpoint, kind])
  usePointer(ground, stage, { position, choice, focus, onHover, onFocus, onLookDown })

  const onRest = useCallback(() => {
    if (!isPicture) saveViewpoint(kind, { view: fromSide(stage.goal, flipped), gap: stage.gap })
  }, [kind, stage, flipped, isPicture])

  return (
    <div className="scene">
      {/* Focusable, because keys turn the board too. */}
      <div
        ref={ground}
        className="scene-canvas"
        tabIndex={0}
        role="application"
        aria-label={later.SCENE}
        style={{ background: groundOf(palette) }}
      >
        <Canvas
          options={{
            frameloop: 'demand',
            shadows: 'percentage',
            camera: stage.camera,
            dpr: IS_PROBED || detail === 'plain' ? 1 : [1.5, 2],
            gl: {
              antialias: !IS_PROBED,
              // Keeps the light on white pieces from burning out. A plain board has no such light.
              toneMapping: detail === 'plain' ? NoToneMapping : NeutralToneMapping,
              toneMappingExposure: 1.06,
            },
          }}
          drawing={{
            ...{ stage, palette, position, start, choice, focus, gap, hovered, cursor },
            ...{ isPicture, onRest, onSlow, isDetailed: detail === 'full' },
          }}
        />
        <div ref={area} className="scene-area">
          {!isPicture && <TurnHint stage={stage} />}
        </div>
      </div>
      {!isPicture && (
        <Viewpoints
          kind={kind}
          gap={gap}
          onViewpoint={onViewpoint}
          onFocus={onFocus}
          levels={stage.layout.extent.z}
          focus={focus?.level ?? null}
          onGap={setGap}
          finish={finish}
          finishes={FINISH_NAMES}
          onFinish={(each) => chooseFinish(kind, each)}
        >
          {hasLevels(kind) && <Dock />}
        </Viewpoints>
      )}
    </div>
  )
}

/** Converts between a viewpoint relative to the player's side and one relative to the first side. */
function fromSide(viewpoint: Viewpoint, flipped: boolean): Viewpoint {
  return flipped ? { ...viewpoint, azimuth: viewpoint.azimuth - Math.PI } : viewpoint
}

/** The ground behind the board: a soft light that fades towards the edges. */
function groundOf({ glow, ground }: Palette): string {
  return `radial-gradient(ellipse at 50% 45%, ${glow}, ${ground} 80%)`
}
