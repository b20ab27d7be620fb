import { linkTo } from './address'
import { PRODUCT } from '../words'
import { OPEN } from '../words-embed'

/** Opens the room in a new tab. */
export function RoomLink({ room }: { room: string }) {
  return (
    <a className="embed-link" href={linkTo(room)} target="_blank" rel="noopener" title={OPEN}>
      {PRODUCT}
      <span className="visually-hidden">: {OPEN}</span>
    </a>
  )
}
