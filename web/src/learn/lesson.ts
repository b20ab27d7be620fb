// A step of a tour while the learner works on it. Pure: the rules judge every move.

import { cellName } from '../board/cell'
import { GameRecord } from '../raum'
import type { Kind, LegalMove, Position } from '../raum'
import type { Step, Task } from './tours'

export interface Lesson {
  step: Step
  /** How many tasks are done. */
  done: number
  position: Position
}

export function beginLesson(kind: Kind, step: Step): Lesson {
  const record = GameRecord.start(kind, step.position)
  if (step.before !== undefined) record.play(step.before)
  return { step, done: 0, position: record.position() }
}

/** The task to solve next; undefined when the step is done. */
export function taskOf({ step, done }: Lesson): Task | undefined {
  return step.tasks[done]
}

/** The lesson after a move. Null if the move does not solve the task: then nothing has changed. */
export function attempt(lesson: Lesson, text: string): Lesson | null {
  const { position, step } = lesson
  const task = taskOf(lesson)
  const move = position.legal.find((each) => each.text === text)
  if (!task || !move) return null
  const record = GameRecord.start(position.kind, position.text)
  record.play(text)
  if (!solves(task, move, record.position())) return null
  const done = lesson.done + 1
  const after = record.position()
  const isLast = done === step.tasks.length
  return { step, done, position: isLast ? after : passed(after) }
}

function solves(task: Task, move: LegalMove, after: Position): boolean {
  const { to, moves, gives, promotion } = task
  if (to !== undefined && cellName(after.kind, move.to) !== to) return false
  if (moves && !moves.includes(move.text)) return false
  if (promotion !== undefined && move.promotion !== promotion) return false
  if (gives === 'check') return after.check !== null
  return gives !== 'checkmate' || after.outcome?.reason === 'checkmate'
}

/** The same position with the other side to move: the opponent passes. */
function passed(position: Position): Position {
  const turned = position.text.replace(/ (w|b) /, (_, turn) => (turn === 'w' ? ' b ' : ' w '))
  return {
    ...GameRecord.start(position.kind, turned).position(),
    lastMove: position.lastMove,
  }
}
