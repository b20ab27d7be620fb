import { addressOf } from '../../route'
import Share from '../../share/Share'
import type { Remote } from '../../table/remote'
import type { Review } from '../../table/review'
import type { Table } from '../../table/table'

/** The dialog to share the game of a room. */
export default function ShareRoom(props: {
  remote: Remote
  table: Table
  review: Review
  flipped: boolean
  onClose: () => void
}) {
  const { remote, ...shown } = props
  const { room, dialect } = remote
  const url = new URL(addressOf({ screen: 'room', room, dialect }), location.href).href
  return (
    <Share
      {...shown}
      shared={{ url }}
      // Only raum's own dialect sends names.
      told={dialect === 'raum' ? {} : { names: null }}
    />
  )
}
