import { Suspense, useCallback, useEffect, useRef, useState } from 'react'

import { useChoice } from '../board/choice'
import type { Choice } from '../board/choice'
import { cellName, cellsOf, isSame } from '../board/cell'
import type { Marked } from '../board/marks'
import { attempt, beginLesson, taskOf } from '../learn/lesson'
import type { Lesson } from '../learn/lesson'
import { RulesButton } from '../learn/RulesButton'
import { closeOffer, hasTour, loadTour, storeStep, storedStep } from '../learn/tours'
import type { Tour as TourData } from '../learn/tours'
import '../panel/Panel.css'
import { factsOf } from '../raum'
import type { Cell, Kind } from '../raum'
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
    closeOffer()
    loadTour(kind).then(setTour, (error: unknown) => setTour({ error }))
  }, [kind])
  if (tour && 'error' in tour) throw tour.error
  return tour && <Steps tour={tour} />
}

function Steps({ tour: { kind, steps } }: { tour: TourData }) {
  const [number, setNumber] = useState(() => Math.min(storedStep(kind), steps.length))
  const look = useLook(kind)
  const step = steps[Math.min(number, steps.length - 1)]
  const go = useCallback(
    (to: number) => {
      setNumber(to)
      storeStep(kind, to)
    },
    [kind],
  )
  // A learner who has finished begins again.
  const isFinished = number >= steps.length
  if (!step) return null
  return (
    <>
      <Bar title={words.tourOf(kind)}>
        <RulesButton kind={kind} />
        <LookSwitch kind={kind} />
      </Bar>
      <main className="game-screen tour">
        <Board
          // Every step begins anew.
          key={number}
          lesson={beginLesson(kind, step)}
          look={look}
          panel={{ kind, steps, number, isFinished, onGo: go }}
        />
      </main>
    </>
  )
}

/** What the learner hears after a try. */
type Feedback = 'right' | 'wrong' | 'shown' | null

function Board(props: {
  lesson: Lesson
  look: ReturnType<typeof useLook>
  panel: Omit<Parameters<typeof TourPanel>[0], 'task' | 'title' | 'text' | 'feedback' | 'onShow'>
}) {
  const { look, panel } = props
  const [lesson, setLesson] = useState(props.lesson)
  const [feedback, setFeedback] = useState<Feedback>(null)
  const { position, step } = lesson
  const { kind } = position
  const task = taskOf(lesson)
  const board = useRef<HTMLDivElement>(null)

  const play = useCallback(
    (move: string) => {
      const next = attempt(lesson, move)
      setFeedback(next ? 'right' : 'wrong')
      if (next) setLesson(next)
    },
    [lesson],
  )
  const solution = position.legal.find(({ text }) => text === task?.solution)
  const shown =
    feedback === 'shown' && solution
      ? {
          mark: 'hint' as const,
          positionText: position.text,
          from: solution.from,
          to: solution.to,
        }
      : null
  // Without moves when it is done: the pieces stay where they are.
  const shownPosition = task ? position : { ...position, legal: [] }
  const choice = useChoice(shownPosition, play, shown)
  const goal: Marked[] = task?.to !== undefined ? goalsOf(kind, task.to) : []
  const press = (cell: Cell) => {
    if (isWrong(choice, cell, position.pieces)) setFeedback('wrong')
    choice.press(cell)
  }
  return (
    <>
      <div ref={board} className={`game-screen-table game-screen-${kind}`}>
        <Boards
          position={shownPosition}
          start={position}
          choice={{ ...choice, press, marked: goal }}
          flipped={false}
          look={look}
        />
        <Suspense>
          {choice.promotions.length > 0 && <Promotion choice={choice} side={position.turn} />}
        </Suspense>
      </div>
      <TourPanel
        {...panel}
        title={step.title}
        text={step.text}
        task={task}
        feedback={feedback}
        onShow={() => setFeedback('shown')}
      />
    </>
  )
}

function goalsOf(kind: Kind, name: string): Marked[] {
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
