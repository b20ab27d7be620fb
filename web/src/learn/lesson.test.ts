// Plays every step of every tour by the rules.

import { describe, expect, test } from 'vitest'

import chess from './tours/chess.json'
import space from './tours/space.json'
import { attempt, beginLesson, taskOf } from './lesson'
import type { Lesson } from './lesson'
import type { Tour } from './tours'
import { cellName, cellsOf } from '../board/cell'
import { factsOf } from '../raum'

const TOURS = [space, chess] as unknown as Tour[]

/** The lesson after a solved task. */
function solved(lesson: Lesson): Lesson {
  const next = attempt(lesson, taskOf(lesson)?.solution ?? '')
  if (!next) throw new Error(`${lesson.step.id}: the solution is not one`)
  return next
}

for (const { kind, steps } of TOURS) {
  describe(`the tour of ${kind}`, () => {
    const names = cellsOf(factsOf(kind).extent).map((cell) => cellName(kind, cell))

    test('has steps of different names', () => {
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
    })

    for (const step of steps) {
      test(`${step.id}: can be played to its end`, () => {
        let lesson = beginLesson(kind, step)
        for (const task of step.tasks) {
          expect(taskOf(lesson)).toBe(task)
          expect(lesson.position.turn, task.task).toBe('white')
          lesson = solved(lesson)
        }
        expect(taskOf(lesson)).toBeUndefined()
        expect(attempt(lesson, step.tasks[0]?.solution ?? '')).toBeNull()
      })

      test(`${step.id}: every other move changes nothing, and a task has few solutions`, () => {
        let lesson = beginLesson(kind, step)
        for (const task of step.tasks) {
          const before = JSON.stringify(lesson)
          const right = lesson.position.legal.filter(({ text }) => attempt(lesson, text) !== null)
          expect(JSON.stringify(lesson)).toBe(before)
          // A promotion to any piece counts, and a check can come from several cells.
          expect(right.length, task.task).toBeLessThanOrEqual(6)
          expect(right.map(({ text }) => text)).toContain(task.solution)
          expect(lesson.position.legal.length, task.task).toBeGreaterThan(right.length)
          expect(attempt(lesson, 'nonsense')).toBeNull()
          lesson = solved(lesson)
        }
      })

      test(`${step.id}: its words name cells of the board, and say something after a wrong move`, () => {
        for (const { task, to, nudge } of step.tasks) {
          expect(nudge.length).toBeGreaterThan(10)
          if (to !== undefined) expect(names).toContain(to)
          const named = `${step.text} ${task} ${nudge}`.match(/\b[A-E][a-e][1-5]\b/g) ?? []
          if (kind === 'space') for (const name of named) expect(names).toContain(name)
        }
      })
    }
  })
}
