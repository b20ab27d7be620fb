import { useState } from 'preact/hooks'

import { shownTheme } from './colours'
import type { Theme } from './colours'
import { GifPart } from './GifPart'
import { LinkPart } from './LinkPart'
import type { Shared } from './LinkPart'
import { PicturePart } from './PicturePart'
import './Share.css'
import type { Told } from './story'
import { hasRanks } from '../board/cell'
import { hasPhotos } from '../scene/photo'
import type { Review } from '../table/review'
import type { Table } from '../table/table'
import { Dialog } from '../ui/Dialog'
import { Switch } from '../ui/Switch'
import * as words from '../words-share'

/** The dialog to share a game: a picture of the position on the board, an animation, a link or the moves. */
export default function Share(props: {
  table: Table
  review: Review
  /** Whether the second side is at the bottom. */
  flipped: boolean
  shared: Shared
  told?: Told
  onClose: () => void
}) {
  const { table, review, shared, onClose } = props
  const { kind } = table.snapshot().view
  const flipped = hasRanks(kind) && props.flipped
  const [format, setFormat] = useState<'picture' | 'gif'>('picture')
  const [isIn3D] = useState(hasPhotos)
  const [look, setLook] = useState<'flat' | 'space'>(isIn3D ? 'space' : 'flat')
  const [theme, setTheme] = useState<Theme>(shownTheme)
  const isFlat = format === 'gif' || look === 'flat'
  const [told] = useState({ isLocal: 'text' in shared, ...props.told })
  const board = { table, theme, flipped, told }
  return (
    <Dialog title={words.SHARE_GAME} onClose={onClose}>
      <div className="share-choices">
        <Switch legend={words.FORMAT} labels={words.FORMATS} chosen={format} onChoose={setFormat} />
        {format === 'picture' && isIn3D && (
          <Switch legend={words.LOOK} labels={words.LOOKS} chosen={look} onChoose={setLook} />
        )}
        {isFlat && (
          <Switch legend={words.THEME} labels={words.THEMES} chosen={theme} onChoose={setTheme} />
        )}
      </div>
      {format === 'gif' ? (
        <GifPart board={board} ply={review.ply} isLive={review.isLive} />
      ) : (
        <PicturePart board={board} ply={review.ply} isIn3D={!isFlat} />
      )}
      <LinkPart shared={shared} />
    </Dialog>
  )
}
