import { useEffect, useMemo } from 'react'

import { Hints } from './drawing/Hints'
import { Labels } from './drawing/Labels'
import { Lights } from './drawing/Lights'
import { Marks } from './drawing/Marks'
import { Shades } from './drawing/Shades'
import { LevelTiles, PlaneTiles } from './drawing/Tiles'
import { bodiesOf } from './pointing/candidates'
import type { Palette } from './drawing/palette'
import { hidersOf } from './pointing/pick'
import { Pieces } from './pieces/Pieces'
import { piecePresence, tilePresence } from './drawing/opacity'
import type { Focus } from './drawing/opacity'
import { signsOf } from './drawing/marks'
import type { Stage } from './camera/stage'
import type { Choice } from '../board/choice'
import type { Cell, Position } from '../raum'

/** Everything that there is to see of a position. */
export function Board3D(props: {
  stage: Stage
  palette: Palette
  position: Position
  choice: Choice
  focus: Focus | null
  gap: number
  hovered: Cell | null
  cursor: Cell | null
}) {
  const { stage, palette, position, choice, focus, gap, hovered, cursor } = props
  const { layout } = stage
  const { selected, targets } = choice
  const isSpace = layout.extent.z > 1
  const shadows = useMemo(() => ({ cast: () => undefined }), [])
  useEffect(() => {
    stage.spread(gap)
  }, [stage, gap])
  /** The one level that is seen, if it is but one. */
  const alone = focus?.isAlone ? focus.level : null
  useEffect(() => {
    stage.frame(alone)
  }, [stage, alone])

  // Along one level there is no column to see.
  const column = alone === null ? hovered : null

  const signs = useMemo(
    () => signsOf(position, { selected, targets }, hovered, cursor),
    [position, selected, targets, hovered, cursor],
  )
  const ways = useMemo(
    () => targets.map(({ to }) => to).filter(({ z }) => alone === null || alone === z),
    [targets, alone],
  )
  const presenceAt = useMemo(() => {
    const aimed = hovered ?? cursor
    // The size of the picture does not matter: what hides a cell does so at every size.
    const eye = { camera: stage.camera, width: 1000 * stage.camera.aspect, height: 1000 }
    const hiders = aimed ? hidersOf(eye, layout, aimed, bodiesOf(layout, position)) : []
    return piecePresence(position, { selected, targets }, focus, hiders)
  }, [stage, layout, position, selected, targets, focus, hovered, cursor])
  const tilesAt = useMemo(() => tilePresence(focus), [focus])

  return (
    <>
      <Lights
        reach={layout.extent.x * 0.75}
        hasShadows={!isSpace}
        palette={palette}
        shadows={shadows}
      />
      {isSpace ? (
        <>
          <LevelTiles stage={stage} palette={palette} presenceAt={tilesAt} />
          <Shades stage={stage} presenceAt={presenceAt} hovered={column} pieces={position.pieces} />
          <Hints
            stage={stage}
            palette={palette}
            selected={selected}
            hovered={column}
            targets={ways}
          />
        </>
      ) : (
        <PlaneTiles stage={stage} palette={palette} />
      )}
      <Labels stage={stage} palette={palette} focus={focus?.level ?? null} />
      <Marks stage={stage} palette={palette} signs={signs} alone={alone} />
      <Pieces
        stage={stage}
        palette={palette}
        position={position}
        presenceAt={presenceAt}
        onMove={() => shadows.cast()}
      />
    </>
  )
}
