import { useState } from 'react'

import { spoken } from './spoken'
import { useChange } from './useChange'
import type { Table } from '../table/table'

/** Says what happens, for those who do not see it. */
export function Speech({ table }: { table: Table }) {
  const [said, say] = useState('')
  useChange(table, (before, after) => {
    const words = spoken(before, after)
    // The same words once more are heard only if something about them is new.
    if (words) say((last) => (last === words ? `${words}\u00a0` : words))
  })
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  )
}
