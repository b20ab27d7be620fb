import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks'

import { Actions } from './Actions'
import { useStyle } from './board'
import type { Board } from './board'
import { PLIES_MAX, pliesUpTo } from './frames'
import { GifPreview } from './GifPreview'
import { Painted } from './Painted'
import { paint } from './paint'
import { frameAt } from './story'
import { useGif } from './useGif'
import { fileName } from '../table/files'
import { Switch } from '../ui/Switch'
import * as words from '../words-share'

/** An animation of the game, or of its moves up to the one under review. */
export function GifPart(props: { board: Board; ply: number; isLive: boolean }) {
  const { board, ply, isLive } = props
  const [extent, setExtent] = useState<'game' | 'review'>('game')
  const last = extent === 'review' ? ply : board.table.snapshot().view.moves.length
  return (
    <>
      {!isLive && (
        <div className="share-choices">
          <Switch
            legend={words.EXTENT}
            labels={words.EXTENTS}
            chosen={extent}
            onChoose={setExtent}
          />
        </div>
      )}
      {/* Another choice discards what is made, and stops what is being made. */}
      <Gif key={`${last} ${board.theme}`} board={board} last={last} />
    </>
  )
}

function Gif({ board, last }: { board: Board; last: number }) {
  const { table, told } = board
  const { kind } = table.snapshot().view
  const { layout, colours } = useStyle(board)
  const [making, start, stop] = useGif()
  const bar = useId()
  const isMaking = making.stage === 'making'
  const made = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    const isLost = !document.activeElement?.closest('button, input')
    if (making.stage === 'made' && isLost) made.current?.querySelector('button')?.focus()
  }, [making.stage])
  const plies = pliesUpTo(last)
  const film = () => ({
    layout,
    colours,
    frames: plies.map((ply) => frameAt(table, ply, told)),
  })
  const drawStill = useCallback(
    (canvas: HTMLCanvasElement) => {
      canvas.width = layout.width
      canvas.height = layout.height
      const context = canvas.getContext('2d')
      if (context) paint(context, layout, colours, frameAt(table, last, told))
      return true
    },
    [layout, colours, table, last, told],
  )
  const description = words.gifOf(kind, plies.length - 1)
  const still = <Painted label={description} paint={drawStill} />
  if (last === 0) return <p>{words.NO_MOVES_YET}</p>
  return (
    <>
      {making.stage === 'made' ? (
        <GifPreview file={making.file} label={description} still={still} />
      ) : (
        still
      )}
      {last > PLIES_MAX && <p>{words.onlyTheEnd(PLIES_MAX)}</p>}
      {making.stage !== 'made' && (
        <div className="share-progress">
          {isMaking && (
            <>
              <label htmlFor={bar}>{words.MAKING_GIF}</label>
              <progress id={bar} value={making.done} max={1} />
            </>
          )}
          {/* One button, so that it keeps the focus. */}
          <button
            type="button"
            className={isMaking ? 'button' : 'button button-main'}
            onClick={isMaking ? stop : () => start(film)}
          >
            {isMaking ? words.STOP : words.MAKE_GIF}
          </button>
        </div>
      )}
      <p className="share-status" role="status">
        {making.stage === 'made' && `${words.GIF_READY} ${words.fileSize(making.file.size)}`}
        {making.stage === 'stopped' && words.GIF_STOPPED}
      </p>
      {making.stage === 'failed' && (
        <p className="problem" role="alert">
          {words.GIF_FAILED}
        </p>
      )}
      <div ref={made} className="share-made">
        {making.stage === 'made' && <Actions name={fileName(kind, 'gif')} file={making.file} />}
      </div>
    </>
  )
}
