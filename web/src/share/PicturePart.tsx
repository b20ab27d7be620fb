import { useCallback, useMemo, useState } from 'preact/hooks'

import { Actions } from './Actions'
import { useStyle } from './board'
import type { Board } from './board'
import { Painted } from './Painted'
import { paint } from './paint'
import { frameAt } from './story'
import { takePhoto } from '../scene/photo'
import { fileName } from '../table/files'
import * as words from '../words-share'

/** A picture of the position after `ply` moves, to share, copy or save. */
export function PicturePart({
  board,
  ply,
  isIn3D,
}: {
  board: Board
  ply: number
  isIn3D: boolean
}) {
  const { table, told } = board
  const { layout, colours } = useStyle(board)
  const frame = useMemo(() => frameAt(table, ply, told), [table, ply, told])
  /** The last picture, and what it was painted with. */
  const [painted, setPainted] = useState<{ by: unknown; picture: Blob | null } | null>(null)
  const draw = useCallback(
    (canvas: HTMLCanvasElement) => {
      const source = isIn3D ? takePhoto() : layout
      if (!source) return false
      canvas.width = source.width
      canvas.height = source.height
      const context = canvas.getContext('2d')
      if (!context) return false
      if (source === layout) paint(context, layout, colours, frame)
      else context.drawImage(source as HTMLCanvasElement, 0, 0)
      return true
    },
    [isIn3D, layout, colours, frame],
  )
  const { kind } = table.snapshot().view
  const current = painted?.by === draw ? painted : null
  return (
    <>
      <Painted
        label={words.pictureOf(kind, frame.caption.status)}
        paint={draw}
        onPainted={(picture) => setPainted({ by: draw, picture })}
      />
      {current && !current.picture && (
        <p className="problem" role="alert">
          {words.NO_PICTURE}
        </p>
      )}
      <Actions name={fileName(kind, 'png')} file={current?.picture ?? null} canCopy />
    </>
  )
}
