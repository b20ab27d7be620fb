import { useEffect, useMemo, useRef, useState } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
import { useChoice } from '../board/choice'
import type { Advice, Choice } from '../board/choice'
import { cellName, cellsOf, isSame } from '../board/cell'
import { elementOf } from '../board/elements'
import type { Marked } from '../board/marks'
import { attempt, beginLesson, taskOf } from '../learn/lesson'
import { RulesButton } from '../learn/RulesButton'
import { closeOffer, hasTour, loadTour, storeStep, storedStep } from '../learn/tours'
import type { Task, Tour as TourData } from '../learn/tours'
import '../panel/Panel.css'
import { factsOf } from '../raum'
import type { Cell, Kind, Position } from '../raum'
import { Bar } from '../ui/Bar'
import Message from '../ui/Message'
import { lazily } from '../ui/lazily'
import { NOT_FOUND, NOT_FOUND_TEXT } from '../words'
import * as words from '../words-learn'
import { Boards } from './Boards'
import './GameScreen.css'
import { LookSwitch } from './LookSwitch'
import './Tour.css'
import { TourPanel } from './TourPanel'
import type { Feedback } from './TourPanel'
import { useLook } from './look'

const Promotion = lazily(() => import('../board/Promotion'))

/** A tour of a game: the learner makes the moves. It goes on where the learner has left it. */
export default function Tour({ kind }: { kind: Kind }) {
  if (hasTour(kind)) return <Loaded kind={kind} />
  return <Message title={NOT_FOUND} text={NOT_FOUND_TEXT} />
}

function Loaded({ kind }: { kind: Kind }) {
  const [tour, setTour] = useState<TourData | { error: unknown } | null>(null)
  useEffect(() => {
    if (kind === 'space') closeOffer()
    loadTour(kind).then(setTour, (error: unknown) => setTour({ error }))
  }, [kind])
  if (tour && 'error' in tour) throw tour.error
  return tour && <Steps tour={tour} />
}

function Steps({ tour: { kind, steps } }: { tour: TourData }) {
  const at = (number: number) => {
    // After the last step, its board stays.
    const step = steps[Math.min(number, steps.length - 1)]
    if (!step) throw new Error('a tour has steps')
    return { number, lesson: beginLesson(kind, step), feedback: null as Feedback }
  }
  const [{ number, lesson, feedback }, setState] = useState(() =>
    at(Math.min(storedStep(kind), steps.length)),
  )
  const look = useLook(kind)
  const { position } = lesson
  const task = number < steps.length ? taskOf(lesson) : undefined
  const tell = (said: Feedback) => setState({ number, lesson, feedback: said })
  const play = (move: string) => {
    const next = attempt(lesson, move)
    if (next) setState({ number, lesson: next, feedback: 'right' })
    else tell('wrong')
  }

  const board = useRef<HTMLDivElement>(null)
  const focus = useEffectEvent(() => {
    const from = position.legal.find(({ text }) => text === task?.solution)?.from
    if (from && board.current) elementOf(board.current, from)?.focus({ preventScroll: true })
  })
  const shownNumber = useRef(number)
  // The button that led here is gone or means something else: the keyboard is needed at the board.
  useEffect(() => {
    if (shownNumber.current !== number) focus()
    shownNumber.current = number
  }, [number])

  // Without moves when the step is done: the pieces stay where they are.
  const shown = task ? position : { ...position, legal: [] }
  const choice = useChoice(shown, play, feedback === 'shown' ? hintOf(position, task) : null)
  const goals = useMemo(() => goalsOf(kind, task?.to), [kind, task])
  const press = (cell: Cell) => {
    if (isWrong(choice, cell, position.pieces)) tell('wrong')
    choice.press(cell)
  }
  return (
    <>
      <Bar title={words.tourOf(kind)}>
        <RulesButton kind={kind} />
        <LookSwitch kind={kind} />
      </Bar>
      <main className="game-screen tour">
        <div ref={board} className={`game-screen-table game-screen-${kind}`}>
          <Boards
            position={shown}
            start={position}
            choice={{ ...choice, press, marked: goals }}
            flipped={false}
            look={look}
          />
          {choice.promotions.length > 0 && <Promotion choice={choice} side={position.turn} />}
        </div>
        <TourPanel
          kind={kind}
          steps={steps}
          number={number}
          task={task}
          feedback={feedback}
          onGo={(to) => {
            setState(at(to))
            storeStep(kind, to)
          }}
          onShow={() => tell('shown')}
        />
      </main>
    </>
  )
}

/** The move that solves a task, as a hint on the board. */
function hintOf({ legal, text }: Position, task?: Task): Advice | null {
  const move = legal.find((each) => each.text === task?.solution)
  return move ? { mark: 'hint', positionText: text, from: move.from, to: move.to } : null
}

function goalsOf(kind: Kind, name?: string): Marked[] {
  const cell = cellsOf(factsOf(kind).extent).find((each) => cellName(kind, each) === name)
  return cell ? [{ cell, mark: 'goal' }] : []
}

/** Whether a press tries to move the selected piece where it cannot go. */
function isWrong(
  { selected, movesTo }: Choice,
  cell: Cell,
  pieces: readonly { cell: Cell; side: string }[],
): boolean {
  if (!selected || isSame(selected, cell) || movesTo(cell).length > 0) return false
  const sideAt = (at: Cell) => pieces.find((each) => isSame(each.cell, at))?.side
  return sideAt(cell) !== sideAt(selected)
}
