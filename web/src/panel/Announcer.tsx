import { useState } from 'preact/hooks'

import { announcementOf } from './announcements'
import { offersAnnouncement } from './offers'
import { useChange } from './useChange'
import type { View } from '../raum'
import type { Table } from '../table/table'

/** Announces changes at a table to screen readers, with the text of `also` appended. */
export default function Announcer(props: {
  table: Table
  since?: View
  also?: (before: View, after: View) => string
}) {
  const { table, since, also } = props
  const [text, setText] = useState('')
  const announce = (before: View, after: View) => {
    const said = [announcementOf, offersAnnouncement, also].map((say) => say?.(before, after))
    const words = said.filter(Boolean).join(' ')
    // Screen readers announce only changes, so a repeated text gets a trailing space.
    if (words) setText((last) => (last === words ? `${words}\u00a0` : words))
  }
  useChange(table, announce, since)
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}
