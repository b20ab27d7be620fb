import { useEffect, useMemo, useState } from 'preact/hooks'

import { memo } from '../hooks'
import { Picture } from '../board/Picture'
import { GameRecord, init } from '../raum'
import type { Kind, Position } from '../raum'

/** A small picture of a position. Its place is empty until the rules are loaded. */
export const LiveBoard = memo(function LiveBoard(props: {
  kind: Kind
  /** The text of the position. */
  position: string
  label: string
}) {
  const { kind, position: text, label } = props
  const hasRules = useRules()
  const position = useMemo(() => (hasRules ? read(kind, text) : null), [hasRules, kind, text])
  return (
    <span className="live-board" role="img" aria-label={label}>
      {position && <Picture kind={kind} position={position} />}
    </span>
  )
})

/** A newer server may have positions that this page cannot read: the rest of the list stays. */
function read(kind: Kind, text: string): Position | null {
  try {
    return GameRecord.start(kind, text).position()
  } catch {
    return null
  }
}

/** Whether the rules are loaded, which the start screen does without. */
function useRules(): boolean {
  const [hasRules, setHasRules] = useState(false)
  useEffect(() => {
    let isCurrent = true
    init().then(
      () => {
        if (isCurrent) setHasRules(true)
      },
      // The names and moves of the games are there without boards.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return hasRules
}
