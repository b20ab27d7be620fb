import { Suspense, useState } from 'react'

import { lazily } from '../ui/lazily'
import { changeOf } from '../panel/change'
import { useChange } from '../panel/useChange'
import type { HotSeat } from '../table/hot-seat'

// Few games end as soon as the page is there.
const EndDialog = lazily(() => import('./EndDialog'))

/** Says how the game ended, to those who watched it end. */
export function End({ table }: { table: HotSeat }) {
  const [isOpen, setOpen] = useState(false)
  useChange(table, (before, after) => {
    // A game that is loaded may have ended long ago.
    if (!before.ending && after.ending && changeOf(before, after) !== 'game') setOpen(true)
  })
  return <Suspense>{isOpen && <EndDialog table={table} onClose={() => setOpen(false)} />}</Suspense>
}
