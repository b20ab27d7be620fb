import { lazily } from '../ui/lazily'
import { useEnd } from '../panel/useEnd'
import type { View } from '../raum'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'

// Loaded on demand: a game rarely ends right after the page loads.
const LocalEnd = lazily(() => import('./LocalEnd'))

/** Shows a card when the game ends. */
export function End(props: { table: HotSeat; review: Review; flipped: boolean; since: View }) {
  const { since, ...shown } = props
  const [isOpen, close] = useEnd(shown.table, since)
  return isOpen && <LocalEnd {...shown} onClose={close} />
}
