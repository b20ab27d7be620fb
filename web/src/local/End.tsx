import { Suspense } from 'react'

import { lazily } from '../ui/lazily'
import { useEnd } from '../panel/useEnd'
import type { View } from '../raum'
import type { HotSeat } from '../table/hot-seat'

// Loaded on demand: a game rarely ends right after the page loads.
const LocalEnd = lazily(() => import('./LocalEnd'))

/** Shows a card when the game ends. */
export function End({ table, since }: { table: HotSeat; since: View }) {
  const [isOpen, close] = useEnd(table, since)
  return <Suspense>{isOpen && <LocalEnd table={table} onClose={close} />}</Suspense>
}
