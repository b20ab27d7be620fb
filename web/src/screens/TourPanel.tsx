import { useEffect, useRef } from 'preact/hooks'

import { ChosenPiece } from '../learn/ChosenPiece'
import type { Step, Task } from '../learn/tours'
import type { Kind } from '../raum'
import { addressOf, follow } from '../route'
import * as words from '../words-learn'
import { PLAY_THE_COMPUTER } from '../words-later'

/** The answer to a try. */
export type Feedback = 'right' | 'wrong' | 'shown' | null

/** Beside the board of a tour: what to do, and how it went. */
export function TourPanel(props: {
  kind: Kind
  steps: readonly Step[]
  /** The step, from 0; as many as there are steps after the last one. */
  number: number
  /** Undefined when the step is done. */
  task: Task | undefined
  feedback: Feedback
  onGo: (number: number) => void
  onShow: () => void
}) {
  const { kind, steps, number, task, feedback, onGo, onShow } = props
  const step = steps[number]
  const next = useRef<HTMLButtonElement>(null)
  const isDone = !task
  // The learner can go on with Enter.
  useEffect(() => {
    if (isDone) next.current?.focus({ preventScroll: true })
  }, [isDone])
  if (!step) return <Finished kind={kind} onAgain={() => onGo(0)} />
  const isLast = number === steps.length - 1
  return (
    <section className="panel tour-panel" aria-label={words.tourOf(kind)}>
      <div className="tour-words" aria-live="polite">
        <p className="tour-step">{words.stepOf(number + 1, steps.length)}</p>
        <h2>{step.title}</h2>
        <p className="tour-text">{step.text}</p>
        {task && <p className="tour-task">{task.task}</p>}
      </div>
      {/* Rendered while empty: screen readers announce only changes. */}
      <p className={`tour-feedback tour-feedback-${feedback ?? 'none'}`} role="status">
        {feedbackText(feedback, task)}
      </p>
      <ChosenPiece />
      <div className="tour-buttons">
        {number > 0 && (
          <button type="button" className="button" onClick={() => onGo(number - 1)}>
            {words.BACK}
          </button>
        )}
        {task && (
          <button type="button" className="button" onClick={onShow}>
            {words.SHOW_ME}
          </button>
        )}
        <button
          ref={next}
          type="button"
          className={`button ${isDone ? 'button-main' : ''}`}
          onClick={() => onGo(number + 1)}
        >
          {!isDone ? words.SKIP : isLast ? words.FINISH : words.NEXT}
        </button>
      </div>
      <ol className="tour-steps" aria-label={words.STEPS}>
        {steps.map(({ id, title }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`${index + 1}: ${title}`}
              title={title}
              aria-current={index === number ? 'step' : undefined}
              data-done={index < number || undefined}
              onClick={() => onGo(index)}
            />
          </li>
        ))}
      </ol>
      <a className="tour-leave" href={addressOf({ screen: 'home' })} onClick={follow}>
        {words.LEAVE_TOUR}
      </a>
    </section>
  )
}

function feedbackText(feedback: Feedback, task?: Task): string {
  if (!task) return words.WELL_DONE
  switch (feedback) {
    case 'right':
      return words.RIGHT
    case 'wrong':
      return `${words.NOT_QUITE} ${task.nudge}`
    case 'shown':
      return words.SHOWN
    case null:
      return ''
  }
}

function Finished({ kind, onAgain }: { kind: Kind; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="panel tour-panel" aria-label={words.tourOf(kind)}>
      <h2 ref={heading} tabIndex={-1}>
        {words.finished(kind)}
      </h2>
      <p>{words.FINISHED_TEXT}</p>
      <div className="tour-buttons">
        <a
          className="button button-main"
          href={addressOf({ screen: 'home', opened: { dialog: 'computer', kind } })}
          onClick={follow}
        >
          {PLAY_THE_COMPUTER}
        </a>
        <button type="button" className="button" onClick={onAgain}>
          {words.START_AGAIN}
        </button>
        <a className="button" href={addressOf({ screen: 'home' })} onClick={follow}>
          {words.LEAVE_TOUR}
        </a>
      </div>
    </section>
  )
}
