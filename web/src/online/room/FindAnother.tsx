import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import { findAnother } from './find-another'
import type { Remote } from '../../table/remote'
import { sentenceOf } from '../../words'
import { FIND_ANOTHER } from '../../words-lobby'

/** A button that leads to the search for another opponent. */
export default function FindAnother(props: {
  remote: Remote
  className: string
  children?: ComponentChildren
}) {
  const { remote, className, children = FIND_ANOTHER } = props
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const find = () => {
    setAsking(true)
    findAnother(remote, 'home').catch((error: unknown) => {
      setProblem(sentenceOf(error))
      setAsking(false)
    })
  }
  return (
    <>
      <button type="button" className={className} disabled={isAsking} onClick={find}>
        {children}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </>
  )
}
