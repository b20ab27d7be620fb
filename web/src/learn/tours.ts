// Tours: lessons in steps, as data. A learner makes each move on a real board.

import { storedJson, store } from '../storage'
import type { Kind, Role } from '../raum'

export interface Tour {
  kind: Kind
  steps: readonly Step[]
}

export interface Step {
  id: string
  title: string
  /** What the step teaches. */
  text: string
  position: string
  /** A move of the other side before the first task. */
  before?: string
  tasks: readonly Task[]
}

/** A move to find. It has to meet every condition that is given. */
export interface Task {
  task: string
  /** The name of the cell that the move leads to. */
  to?: string
  /** The texts of the moves that count. */
  moves?: readonly string[]
  gives?: 'check' | 'checkmate'
  promotion?: Role
  /** A move that solves it. */
  solution: string
  /** A kind word after another move. */
  nudge: string
}

const TOURS: { [kind in Kind]?: () => Promise<{ default: unknown }> } = {
  chess: () => import('./tours/chess.json'),
  space: () => import('./tours/space.json'),
}

export function hasTour(kind: Kind): boolean {
  return kind in TOURS
}

export async function loadTour(kind: Kind): Promise<Tour> {
  const tour = await TOURS[kind]?.()
  if (!tour) throw new Error(`there is no tour of ${kind}`)
  return tour.default as Tour
}

/** Where a learner is: the step to go on with, or the number of steps after the last one. */
export function storedStep(kind: Kind): number {
  const step = storedJson(nameOf(kind))
  return Number.isInteger(step) ? Math.max(0, step as number) : 0
}

export function storeStep(kind: Kind, step: number): void {
  store(nameOf(kind), JSON.stringify(step))
}

function nameOf(kind: Kind): string {
  return `tour.${kind}`
}

const OFFER = 'tour.offer'

/** Whether this visitor has never been offered the tour. */
export function isOfferOpen(): boolean {
  return storedJson(OFFER) === null && storedJson(nameOf('space')) === null
}

/** The visitor has answered, or plays without an answer. */
export function closeOffer(): void {
  store(OFFER, 'true')
}
