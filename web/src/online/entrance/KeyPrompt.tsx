import { useId, useState } from 'preact/hooks'

import './KeyPrompt.css'
import * as words from '../../words-online'
import Message from '../../ui/Message'
import { JOIN } from '../../words-later'

/** Asks for the pass key of a room. */
export function KeyPrompt(props: {
  isBusy: boolean
  problem: string | null
  onKey: (key: string) => void
}) {
  const { isBusy, problem, onKey } = props
  const [key, setKey] = useState('')
  const field = useId()
  const problemId = useId()
  const submit = (event: Event) => {
    event.preventDefault()
    onKey(key)
  }
  return (
    <Message title={words.KEY_REQUIRED} text={words.ASK_SENDER}>
      <form className="key-prompt" onSubmit={submit}>
        <label htmlFor={field}>{words.PASS_KEY}</label>
        <input
          className="field"
          id={field}
          value={key}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          aria-describedby={problemId}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button type="submit" className="button button-main" disabled={isBusy}>
          {JOIN}
        </button>
        <p id={problemId} className="problem" role="alert">
          {problem}
        </p>
      </form>
    </Message>
  )
}
