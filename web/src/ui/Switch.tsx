import { useId } from 'react'
import type { ReactNode } from 'react'

import './Switch.css'

/** One of a few, all of them in sight. */
export function Switch<Choice extends string>(props: {
  legend: string
  labels: { [choice in Choice]: string }
  chosen: Choice
  onChoose: (choice: Choice) => void
  /** What is seen of a choice, if not its label. */
  show?: (choice: Choice) => ReactNode
}) {
  const { legend, labels, chosen, onChoose, show } = props
  const name = useId()
  return (
    <fieldset className="switch">
      <legend className="unseen">{legend}</legend>
      {(Object.keys(labels) as Choice[]).map((each) => (
        <label key={each} title={labels[each]}>
          <input
            className="unseen"
            type="radio"
            name={name}
            checked={chosen === each}
            onChange={() => onChoose(each)}
          />
          {show?.(each)}
          <span className={show && 'unseen'}>{labels[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}
