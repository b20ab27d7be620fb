// What changes from frame to frame, outside of React: from where the board is seen, and how far apart its
// levels are. Both ease towards where they shall be.

import { PerspectiveCamera } from 'three'

import { clampGap, layoutOf } from './layout'
import type { Layout } from './layout'
import { FIELD_OF_VIEW, clampView, nearestTurn, pose } from './views'
import type { View } from './views'
import { factsOf } from '../raum'
import type { Kind } from '../raum'

/** The share of the way that is left after a second. Small enough that a snap takes a third of one. */
const LEFT_AFTER_A_SECOND = 1e-5
/** Radians, cells or parts of the distance that nobody sees. */
const UNSEEN = 2e-4

export class Stage {
  readonly layout: Layout
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.5, 200)
  #view: View
  #goal: View
  #gap: number
  #shown: Layout['shown']
  #isStill = false
  /** Asks for a frame. */
  #wake: () => void = () => undefined

  constructor(kind: Kind, view: View, gap: number) {
    this.#view = this.#goal = clampView(view)
    this.#gap = clampGap(gap)
    this.layout = layoutOf(factsOf(kind).extent, this.#gap)
    this.#shown = { ...this.layout.shown }
  }

  /** Where the camera is going. */
  get goal(): View {
    return this.#goal
  }

  /** How far apart the levels are going to be. */
  get gap(): number {
    return this.#gap
  }

  /** Tells how to ask for a frame, and whether motion is unwanted. */
  attend(wake: () => void, isStill: boolean): void {
    this.#wake = wake
    this.#isStill = isStill
    wake()
  }

  wake(): void {
    this.#wake()
  }

  /** Goes to another view, the short way around. */
  go(view: View): void {
    const { azimuth, ...rest } = clampView(view)
    this.#goal = { azimuth: nearestTurn(azimuth, this.#view.azimuth), ...rest }
    this.#wake()
  }

  /** Turns by angles, and comes nearer or goes away by a factor. */
  turn(azimuth: number, elevation: number, factor = 1): void {
    const goal = this.#goal
    this.#goal = clampView({
      azimuth: goal.azimuth + azimuth,
      elevation: goal.elevation + elevation,
      distance: goal.distance * factor,
    })
    this.#wake()
  }

  /** Moves the levels apart, or together. */
  spread(gap: number): void {
    this.#gap = clampGap(gap)
    this.#wake()
  }

  /** Brings one level into sight, or all of them. */
  frame(level: number | null): void {
    const { z } = this.layout.extent
    this.#shown = level === null ? { low: 0, high: z - 1 } : { low: level, high: level }
    this.#wake()
  }

  /** Moves on by so much time, poses the camera and answers whether there is more to come. */
  step(seconds: number): boolean {
    const left = this.#isStill ? 0 : LEFT_AFTER_A_SECOND ** seconds
    const view = this.#view
    const goal = this.#goal
    const ease = (now: number, then: number) =>
      Math.abs(then - now) < UNSEEN ? then : then + (now - then) * left
    this.#view = {
      azimuth: ease(view.azimuth, goal.azimuth),
      elevation: ease(view.elevation, goal.elevation),
      distance: ease(view.distance, goal.distance),
    }
    this.layout.gap = ease(this.layout.gap, this.#gap)
    const { shown } = this.layout
    shown.low = ease(shown.low, this.#shown.low)
    shown.high = ease(shown.high, this.#shown.high)
    pose(this.camera, this.#view, this.layout)
    return (
      this.layout.gap !== this.#gap ||
      shown.low !== this.#shown.low ||
      shown.high !== this.#shown.high ||
      this.#view.azimuth !== goal.azimuth ||
      this.#view.elevation !== goal.elevation ||
      this.#view.distance !== goal.distance
    )
  }
}
