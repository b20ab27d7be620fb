import { useEffect, useEffectEvent, useState } from 'react'

import './Advice.css'
import { adviceOn } from './adviser'
import type { Asked } from './adviser'
import type { Advice as Shown } from '../board/choice'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import * as words from '../words-computer'

/** Answers the player's request for a hint or a threat: in words here, as marks on the board. */
export default function Advice(props: {
  table: Table
  asked: Asked
  onAdvice: (advice: Shown | null) => void
}) {
  const { table, asked } = props
  const { text: now } = useTable(table).view.position
  const [text, setText] = useState<{ of: Asked; words: string } | null>(null)
  const onAdvice = useEffectEvent(props.onAdvice)
  // A move ends the search, and the advice is about the position before it.
  const isCurrent = asked.positionText === now
  useEffect(() => {
    onAdvice(null)
    if (!isCurrent) return
    const abort = new AbortController()
    adviceOn(table, asked.what, abort.signal).then(
      ({ shown, text }) => {
        if (abort.signal.aborted) return
        onAdvice(shown)
        setText({ of: asked, words: text })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        console.warn('The engine failed:', error)
        setText({ of: asked, words: words.ADVICE_FAILED })
      },
    )
    return () => abort.abort()
  }, [table, asked, isCurrent])
  return (
    <p className="advice" role="status" aria-label={words.ADVICE}>
      {isCurrent && (text?.of === asked ? text.words : words.SEARCHING)}
    </p>
  )
}
