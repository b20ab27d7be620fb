import type { Remote } from '../table/remote'

/** Takes the seat over on another device. */
export default function OtherDevice({ remote }: { remote: Remote; onClose: () => void }) {
  return remote.room
}
