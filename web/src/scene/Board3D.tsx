import { useEffect, useMemo } from 'react'

import { Hints } from './Hints'
import { Labels } from './Labels'
import { Lights } from './Lights'
import { Marks } from './Marks'
import { Shades } from './Shades'
import { LevelTiles, PlaneTiles } from './Tiles'
import { bodiesOf } from './candidates'
import type { Palette } from './palette'
import { hidersOf } from './pick'
import { Pieces } from './pieces/Pieces'
import { piecePresence, tilePresence } from './presence'
import type { Focus } from './presence'
import { signsOf } from './signs'
import type { Stage } from './stage'
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
  const alone = focus?.isAlone ? focus.level : null
  useEffect(() => {
    stage.frame(alone)
  }, [stage, alone])

  const signs = useMemo(
    () => signsOf(position, { selected, targets }, hovered, cursor),
    [position, selected, targets, hovered, cursor],
  )
  const ways = useMemo(() => targets.map(({ to }) => to), [targets])
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
        isDark={palette.isDark}
        shadows={shadows}
      />
      {isSpace ? (
        <>
          <LevelTiles {...{ stage, palette }} presenceAt={tilesAt} />
          <Shades {...{ stage, hovered, presenceAt }} pieces={position.pieces} />
          <Hints {...{ stage, palette, selected, hovered }} targets={ways} />
        </>
      ) : (
        <PlaneTiles {...{ stage, palette }} />
      )}
      <Labels {...{ stage, palette }} focus={focus?.level ?? null} />
      <Marks {...{ stage, palette, signs }} />
      <Pieces
        {...{ stage, palette, position, presenceAt }}
        onMove={() => {
          shadows.cast()
        }}
      />
    </>
  )
}
