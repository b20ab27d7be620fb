import { useEffect, useState } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
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
  const { position, ending } = useTable(table).view
  const [text, setText] = useState<{ of: Asked; words: string } | null>(null)
  const onAdvice = useEffectEvent(props.onAdvice)
  // A move ends the search, and the advice is about the position before it. After the end there are no more moves.
  const isCurrent = asked.positionText === position.text && ending === null
  useEffect(() => {
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
    return () => {
      abort.abort()
      onAdvice(null)
    }
  }, [table, asked, isCurrent])
  return (
    <p className="advice" role="status" aria-label={words.ADVICE}>
      {isCurrent && (text?.of === asked ? text.words : words.SEARCHING)}
    </p>
  )
}
