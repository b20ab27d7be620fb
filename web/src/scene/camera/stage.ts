// What changes from frame to frame, outside of React: from where the board is seen, and how far apart its
// levels are. Both ease towards where they shall be.

import { PerspectiveCamera } from 'three'

import { clampGap, layoutOf } from './layout'
import type { Layout } from './layout'
import { FIELD_OF_VIEW, clampView, nearestTurn, pose } from './viewpoints'
import type { View } from './viewpoints'
import { factsOf } from '../../raum'
import type { Kind } from '../../raum'

/** The share of the way that is left after a second. Small enough that a snap takes a third of one. */
const LEFT_AFTER_A_SECOND = 1e-5
/** Radians, cells or parts of the distance that nobody sees. */
const UNSEEN = 2e-4
const VIEW_PARTS = ['azimuth', 'elevation', 'distance'] as const

export class Stage {
  readonly kind: Kind
  readonly layout: Layout
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.5, 200)
  readonly #view: View
  #goal: View
  #gap: number
  readonly #shown: Layout['shown']
  #isStill = false
  /** The aspect that the camera was last posed for. */
  #aspect = NaN
  /** Asks for a frame. */
  #wake: () => void = () => undefined

  constructor(kind: Kind, view: View, gap: number) {
    this.kind = kind
    this.#goal = clampView(kind, view)
    this.#view = { ...this.#goal }
    this.#gap = clampGap(gap)
    this.layout = layoutOf(factsOf(kind).extent, this.#gap)
    this.#shown = { ...this.layout.shown }
  }

  /** Where the camera is going. It is the same object until it is another view. */
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

  /** Goes to another view, the short way around. */
  go(view: View): void {
    const azimuth = nearestTurn(view.azimuth, this.#view.azimuth)
    this.#aim(azimuth, view.elevation, view.distance)
  }

  /** Turns by angles, and comes nearer or goes away by a factor. */
  turn(azimuth: number, elevation: number, factor = 1): void {
    const goal = this.#goal
    this.#aim(goal.azimuth + azimuth, goal.elevation + elevation, goal.distance * factor)
  }

  #aim(azimuth: number, elevation: number, distance: number): void {
    const was = this.#goal
    const goal = clampView(this.kind, { azimuth, elevation, distance })
    const isSame = VIEW_PARTS.every((part) => goal[part] === was[part])
    if (isSame) return
    this.#goal = goal
    this.#wake()
  }

  /** Moves the levels apart, or together. */
  spread(gap: number): void {
    if (clampGap(gap) === this.#gap) return
    this.#gap = clampGap(gap)
    this.#wake()
  }

  /** Brings one level into sight, or all of them. */
  frame(level: number | null): void {
    const { z } = this.layout.extent
    this.#shown.low = level ?? 0
    this.#shown.high = level ?? z - 1
    this.#wake()
  }

  /** Moves on by so much time, poses the camera and answers whether there is more to come. It makes nothing new. */
  step(seconds: number): boolean {
    const { layout, camera } = this
    const left = this.#isStill ? 0 : LEFT_AFTER_A_SECOND ** seconds
    if (!this.#isMoving() && camera.aspect === this.#aspect) return false
    const view = this.#view
    const goal = this.#goal
    view.azimuth = ease(view.azimuth, goal.azimuth, left)
    view.elevation = ease(view.elevation, goal.elevation, left)
    view.distance = ease(view.distance, goal.distance, left)
    layout.gap = ease(layout.gap, this.#gap, left)
    layout.shown.low = ease(layout.shown.low, this.#shown.low, left)
    layout.shown.high = ease(layout.shown.high, this.#shown.high, left)
    pose(camera, view, layout)
    this.#aspect = camera.aspect
    return this.#isMoving()
  }

  #isMoving(): boolean {
    const view = this.#view
    const goal = this.#goal
    const shown = this.layout.shown
    return (
      view.azimuth !== goal.azimuth ||
      view.elevation !== goal.elevation ||
      view.distance !== goal.distance ||
      this.layout.gap !== this.#gap ||
      shown.low !== this.#shown.low ||
      shown.high !== this.#shown.high
    )
  }
}

/** Comes so near to where it shall be that a share of the way is left. */
function ease(now: number, then: number, left: number): number {
  return Math.abs(then - now) < UNSEEN ? then : then + (now - then) * left
}
