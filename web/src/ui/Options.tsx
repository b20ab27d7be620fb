import { useId } from 'preact/hooks'

import './Options.css'

/** A radio group with touch-sized options. */
export function Options<Choice extends string>(props: {
  legend: string
  choices: readonly Choice[]
  label: (choice: Choice) => string
  chosen: Choice
  onChoose: (choice: Choice) => void
}) {
  const { legend, choices, label, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className="options">
      <legend>{legend}</legend>
      {choices.map((each) => (
        <label key={each} className="options-choice">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={chosen === each}
            onChange={() => onChoose(each)}
          />
          <span>{label(each)}</span>
        </label>
      ))}
    </fieldset>
  )
}
