import { useState } from 'react'

import { spoken } from './spoken'
import { useChange } from './useChange'
import type { View } from '../raum'
import type { Table } from '../table/table'

/** Says what happens, for those who do not see it, and what else there is to say of a change. */
export default function Speech(props: {
  table: Table
  since?: View
  also?: (before: View, after: View) => string
}) {
  const { table, since, also } = props
  const [said, say] = useState('')
  const tell = (before: View, after: View) => {
    const words = [spoken(before, after), also?.(before, after)].filter(Boolean).join(' ')
    // The same words once more are heard only if something about them is new.
    if (words) say((last) => (last === words ? `${words}\u00a0` : words))
  }
  useChange(table, tell, since)
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
