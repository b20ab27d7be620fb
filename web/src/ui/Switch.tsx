import { useId } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import './Switch.css'

/** A compact radio group that shows all choices side by side. */
export function Switch<Choice extends string>(props: {
  legend: string
  labels: { [choice in Choice]: string }
  chosen: Choice
  onChoose: (choice: Choice) => void
  /** Renders a choice instead of its label, which stays for screen readers. */
  show?: (choice: Choice) => ComponentChildren
}) {
  const { legend, labels, chosen, onChoose, show } = props
  const name = useId()
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">{legend}</legend>
      {(Object.keys(labels) as Choice[]).map((each) => (
        <label key={each} title={labels[each]}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={chosen === each}
            onChange={() => onChoose(each)}
          />
          {show?.(each)}
          <span className={show && 'visually-hidden'}>{labels[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}
