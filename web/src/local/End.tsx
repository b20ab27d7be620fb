import { Suspense, useState } from 'react'

import { lazily } from '../ui/lazily'
import { changeOf } from '../panel/change'
import { useChange } from '../panel/useChange'
import type { View } from '../raum'
import type { HotSeat } from '../table/hot-seat'

// Loaded on demand: a game rarely ends right after the page loads.
const EndDialog = lazily(() => import('./EndDialog'))

/** Opens the end dialog when the game ends. */
export function End({ table, since }: { table: HotSeat; since: View }) {
  const [isOpen, setOpen] = useState(false)
  useChange(
    table,
    (before, after) => {
      // A loaded game may have ended long ago.
      if (!before.ending && after.ending && changeOf(before, after) !== 'game') setOpen(true)
    },
    since,
  )
  return <Suspense>{isOpen && <EndDialog table={table} onClose={() => setOpen(false)} />}</Suspense>
}
