import { useEffect, useState } from 'preact/hooks'

import { Picture } from '../board/Picture'
import { whenIdle } from './idle'
import { GameRecord, LocalTable, init } from '../raum'
import type { Kind, Position } from '../raum'

/** Where a thumbnail's position comes from: its text, or the journal of a game. */
type Source = { position: string } | { journal: string }

/** A small picture of a game's position. Its place is empty until the rules are loaded, and without a source. */
export function Thumbnail({ kind, source }: { kind: Kind; source: Source | null }) {
  const [position, setPosition] = useState<Position | null>(null)
  const text = source && ('position' in source ? source.position : source.journal)
  const isJournal = source !== null && 'journal' in source
  useEffect(() => {
    if (text === null) return
    let isCurrent = true
    const show = async () => {
      await init()
      const read = isJournal
        ? LocalTable.load(text).view().position
        : GameRecord.start(kind, text).position()
      if (isCurrent) setPosition(read)
    }
    // Without a picture the row still says everything; the board reports what is wrong with a journal.
    const cancel = whenIdle(() => void show().catch(() => undefined))
    return () => {
      isCurrent = false
      cancel()
    }
  }, [kind, text, isJournal])
  return (
    <span className="my-games-picture">
      {position && <Picture kind={kind} position={position} />}
    </span>
  )
}
