import { Canvas } from '@react-three/fiber'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { Board3D } from './Board3D'
import { Camera } from './camera/Camera'
import { Views } from './camera/Viewpoints'
import { Loss } from './Loss'
import { Probe } from './pointing/TestProbe'
import './Scene.css'
import { keepSeat, keptSeat } from './camera/saved-viewpoint'
import { GAP } from './camera/layout'
import { useMeaning } from './pointing/pointer'
import { usePalette } from './drawing/palette'
import { focusIn } from './drawing/opacity'
import type { Focus } from './drawing/opacity'
import { IS_PROBED } from './pointing/test-probe'
import { canDraw } from './support'
import { Stage } from './camera/stage'
import { namedView, viewFromAbove } from './camera/viewpoints'
import type { View, ViewName } from './camera/viewpoints'
import type { Choice } from '../board/choice'
import type { Cell, Position } from '../raum'
import * as later from '../words-later'

/** The board in space, for pointers. Whoever uses the keyboard or hears the page has the flat board beside it. */
export default function Scene(props: {
  position: Position
  choice: Choice
  flipped: boolean
  /** The cell that is pointed at, on any board. */
  hovered: Cell | null
  onHover: (cell: Cell | null) => void
  /** The cell that has the keyboard's focus. */
  cursor: Cell | null
}) {
  const { position, choice, flipped, hovered, onHover, cursor } = props
  const { kind } = position
  const [isDrawable] = useState(canDraw)
  if (!isDrawable) throw new Error(later.NO_SCENE)
  const palette = usePalette()
  const [stage] = useState(() => {
    const { view, gap } = keptSeat(kind)
    return new Stage(kind, fromSeat(view, flipped), gap)
  })
  const [gap, setGap] = useState(stage.gap)
  const [wanted, setFocus] = useState<Focus | null>(null)
  const focus = useMemo(() => focusIn(position, wanted), [position, wanted])
  const ground = useRef<HTMLDivElement>(null)
  const onFocus = useCallback((level: number | null) => {
    // Whoever sees one level alone goes on so from level to level.
    setFocus((was) => (level === null ? null : { level, isAlone: was?.isAlone ?? false }))
  }, [])
  const seat = useRef(flipped)
  useEffect(() => {
    if (seat.current !== flipped) stage.turn(Math.PI, 0)
    seat.current = flipped
  }, [stage, flipped])

  const level = focus?.level ?? 0
  const onView = useCallback(
    (name: ViewName) => {
      stage.go(namedView(name, flipped))
      if (name === 'cube') setGap(GAP.cube)
      else if (name === 'mine') setGap(GAP.usual)
      setFocus(name === 'level' ? { level, isAlone: true } : null)
    },
    [stage, flipped, level],
  )
  const onLookDown = useCallback(() => onView(viewFromAbove(kind)), [onView, kind])
  useMeaning(ground, stage, { position, choice, focus, onHover, onFocus, onLookDown })

  const onRest = useCallback(
    () => keepSeat(kind, { view: fromSeat(stage.goal, flipped), gap: stage.gap }),
    [kind, stage, flipped],
  )

  return (
    <div className="scene">
      {/* It turns by keys as well, which is of use to those who see it. */}
      <div
        ref={ground}
        className="scene-canvas"
        tabIndex={0}
        role="application"
        aria-label={later.SCENE}
      >
        <Canvas
          aria-hidden
          frameloop="demand"
          flat
          shadows="percentage"
          camera={stage.camera}
          dpr={IS_PROBED ? 1 : [1, 2]}
          gl={{ antialias: !IS_PROBED }}
        >
          <Camera stage={stage} onRest={onRest} isStill={palette.glideSeconds === 0} />
          <Board3D
            stage={stage}
            palette={palette}
            position={position}
            choice={choice}
            focus={focus}
            gap={gap}
            hovered={hovered}
            cursor={cursor}
          />
          <Loss />
          {IS_PROBED && <Probe stage={stage} position={position} />}
        </Canvas>
      </div>
      <Views
        kind={kind}
        gap={gap}
        onView={onView}
        onFocus={onFocus}
        levels={stage.layout.extent.z}
        focus={focus?.level ?? null}
        onGap={setGap}
      />
    </div>
  )
}

/** A view of the second side's seat as if it were the first's, and back. */
function fromSeat(view: View, flipped: boolean): View {
  return flipped ? { ...view, azimuth: view.azimuth - Math.PI } : view
}
