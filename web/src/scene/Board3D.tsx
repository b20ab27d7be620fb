/** @jsxImportSource react */

import { useEffect, useMemo } from 'react'

import { Hints } from './drawing/Hints'
import { Labels } from './drawing/Labels'
import { Lights } from './drawing/Lights'
import { Marks } from './drawing/Marks'
import { Shades } from './drawing/Shades'
import { LevelTiles, PlaneTiles } from './drawing/Tiles'
import { bodiesOf } from './pointing/candidates'
import type { Palette } from './drawing/palette'
import { occludersOf } from './pointing/pick'
import { Pieces } from './pieces/Pieces'
import { trayOf } from './camera/tray'
import { pieceOpacity, tileOpacity } from './drawing/opacity'
import type { Focus } from './drawing/opacity'
import { AXES, sceneMarksOf } from './drawing/marks'
import type { Stage } from './camera/stage'
import { isSame } from '../board/cell'
import type { Choice } from '../board/choice'
import type { Cell, Position } from '../raum'

/** The 3D board: tiles, pieces, marks, labels and lights. */
export function Board3D(props: {
  stage: Stage
  palette: Palette
  position: Position
  /** The first position of the game: what is missing since then was captured. */
  start: Position
  choice: Choice
  focus: Focus | null
  gap: number
  hovered: Cell | null
  cursor: Cell | null
}) {
  const { stage, palette, position, start, choice, focus, gap, hovered, cursor } = props
  const { layout } = stage
  const { selected, targets, advice, marked } = choice
  const isSpace = layout.extent.z > 1
  const shadows = useMemo(() => ({ cast: () => undefined }), [])
  useEffect(() => {
    stage.spread(gap)
  }, [stage, gap])
  /** The level shown alone, if any. */
  const alone = focus?.isAlone ? focus.level : null
  useEffect(() => {
    stage.frame(alone)
  }, [stage, alone])

  // From above, the tray would lie on the level shown alone.
  const tray = useMemo(
    () => (alone === null ? trayOf(start, position) : []),
    [alone, start, position],
  )
  // A level shown alone has no column.
  const column = alone === null ? hovered : null

  const marks = useMemo(
    () =>
      sceneMarksOf(position, { selected, targets, advice, marked: marked ?? [] }, hovered, cursor),
    [position, selected, targets, advice, marked, hovered, cursor],
  )
  /** The end of the line that is drawn: the hovered target, or that of the advice. */
  const target = useMemo(() => {
    const aimed = targets.find(({ to }) => isSame(to, hovered ?? cursor))?.to
    const cell = selected ? (aimed ?? null) : (advice?.to ?? null)
    return cell && (alone === null || alone === cell.z) ? cell : null
  }, [selected, targets, advice, hovered, cursor, alone])
  /** The ends of the lines that the player has asked for. */
  const lined = useMemo(
    () =>
      (marked ?? [])
        .filter(({ mark, cell }) => mark in AXES && (alone === null || alone === cell.z))
        .map(({ cell }) => cell),
    [marked, alone],
  )
  const opacityAt = useMemo(() => {
    const aimed = hovered ?? cursor
    // Occlusion does not depend on the size of the image.
    const eye = { camera: stage.camera, width: 1000 * stage.camera.aspect, height: 1000 }
    const occluders = aimed ? occludersOf(eye, layout, aimed, bodiesOf(layout, position)) : []
    return pieceOpacity(position, { selected, targets }, focus, occluders)
  }, [stage, layout, position, selected, targets, focus, hovered, cursor])
  const tilesAt = useMemo(() => tileOpacity(focus), [focus])

  return (
    <>
      <Lights
        reach={layout.extent.x * 0.75}
        hasShadows={!isSpace && palette.detail === 'full'}
        palette={palette}
        shadows={shadows}
      />
      {isSpace ? (
        <LevelTiles stage={stage} palette={palette} opacityAt={tilesAt} />
      ) : (
        <PlaneTiles stage={stage} palette={palette} />
      )}
      <Shades
        stage={stage}
        opacityAt={opacityAt}
        hovered={isSpace ? column : null}
        pieces={position.pieces}
        tray={tray}
      />
      {isSpace && (
        <Hints
          stage={stage}
          palette={palette}
          lastMove={alone === null ? position.lastMove : null}
          selected={selected ?? advice?.from ?? null}
          target={target}
          lined={lined}
          hovered={column}
        />
      )}
      <Labels stage={stage} palette={palette} focus={focus?.level ?? null} />
      <Marks stage={stage} palette={palette} marks={marks} alone={alone} />
      <Pieces
        stage={stage}
        palette={palette}
        position={position}
        tray={tray}
        opacityAt={opacityAt}
        onMove={() => shadows.cast()}
      />
    </>
  )
}
