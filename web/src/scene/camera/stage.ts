// The per-frame state of a scene, outside the components: the camera's viewpoint and the gap between levels. Both ease
// towards their goals.

import { PerspectiveCamera } from 'three'
import type { Vector3 } from 'three'

import { clampGap, layoutOf, riseOf } from './layout'
import type { Layout } from './layout'
import { FIELD_OF_VIEW, WHOLE_IMAGE, clampViewpoint, nearestTurn, pose } from './viewpoints'
import type { FreeArea, Viewpoint } from './viewpoints'
import { factsOf } from '../../raum'
import type { Cell, Kind } from '../../raum'

/** The fraction of the way left after one second. Small enough that a camera move takes a third of a second. */
const LEFT_AFTER_A_SECOND = 1e-5
/** A difference too small to see, in radians, cells or distance. */
const INVISIBLE = 2e-4
const PARTS = ['azimuth', 'elevation', 'distance'] as const

/** A piece in the player's hand: its cell, and where it is. */
export interface Carried {
  cell: Cell
  place: Vector3
}

export class Stage {
  readonly kind: Kind
  readonly layout: Layout
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.5, 200)
  readonly #viewpoint: Viewpoint
  #goal: Viewpoint
  #gap: number
  #isFlipped: boolean
  readonly #shown: Layout['shown']
  #isStill = false
  #carried: Carried | null = null
  #dropped: Carried | null = null
  #area = WHOLE_IMAGE
  /** The aspect ratio of the last pose; NaN if it is outdated. */
  #aspect = NaN
  #onTurn: () => void = () => undefined
  /** Requests a frame. */
  #wake: () => void = () => undefined

  constructor(kind: Kind, viewpoint: Viewpoint, gap: number, flipped = false) {
    this.kind = kind
    this.#goal = clampViewpoint(kind, viewpoint)
    this.#viewpoint = { ...this.#goal }
    this.#gap = clampGap(gap)
    this.#isFlipped = flipped
    this.layout = layoutOf(factsOf(kind).extent, this.#gap, flipped)
    this.#shown = { ...this.layout.shown }
  }

  /** The viewpoint the camera is moving to. The same object until the goal changes. */
  get goal(): Viewpoint {
    return this.#goal
  }

  /** The gap the levels are moving to. */
  get gap(): number {
    return this.#gap
  }

  /** Sets how to request a frame, and whether to skip animation (reduced motion). */
  attend(wake: () => void, isStill: boolean): void {
    this.#wake = wake
    this.#isStill = isStill
    wake()
  }

  /** Moves to a viewpoint, turning the short way round. */
  go(viewpoint: Viewpoint): void {
    const azimuth = nearestTurn(viewpoint.azimuth, this.#viewpoint.azimuth)
    this.#aim(azimuth, viewpoint.elevation, viewpoint.distance)
  }

  /** Turns by two angles and multiplies the distance by a factor. */
  turn(azimuth: number, elevation: number, factor = 1): void {
    const goal = this.#goal
    this.#aim(goal.azimuth + azimuth, goal.elevation + elevation, goal.distance * factor)
    this.#onTurn()
  }

  /** Calls a function whenever the player turns the board or zooms. Returns a function that stops it. */
  onTurn(call: () => void): () => void {
    this.#onTurn = call
    return () => {
      this.#onTurn = () => undefined
    }
  }

  #aim(azimuth: number, elevation: number, distance: number): void {
    const was = this.#goal
    const goal = clampViewpoint(this.kind, { azimuth, elevation, distance })
    const isSame = PARTS.every((part) => goal[part] === was[part])
    if (isSame) return
    this.#goal = goal
    this.#wake()
  }

  /** Sets the gap between levels. */
  spread(gap: number): void {
    if (clampGap(gap) === this.#gap) return
    this.#gap = clampGap(gap)
    this.#wake()
  }

  /** Shows the board to the other player: the camera goes round it, and the order of the levels is reversed. */
  flip(flipped: boolean): void {
    if (flipped === this.#isFlipped) return
    this.#isFlipped = flipped
    const { azimuth, elevation, distance } = this.#goal
    this.#aim(azimuth + Math.PI, elevation, distance)
  }

  /** The piece in the player's hand, if any. */
  get carried(): Carried | null {
    return this.#carried
  }

  /** The piece last let go, and where. Its move starts there. */
  get dropped(): Carried | null {
    return this.#dropped
  }

  /** Carries a piece to a place, or lets it go. */
  carry(carried: Carried | null): void {
    this.#dropped = carried ? null : this.#carried
    this.#carried = carried
    this.#wake()
  }

  /** The part of the image in which the board is shown. */
  get area(): FreeArea {
    return this.#area
  }

  /** The aspect ratio of that part. */
  get areaAspect(): number {
    return (this.camera.aspect * this.#area.width) / this.#area.height
  }

  /** Shows the board in a part of the image. */
  showIn(area: FreeArea): void {
    this.#area = area
    this.#aspect = NaN
    this.#wake()
  }

  /** Frames one level, or all of them if null. */
  frame(level: number | null): void {
    const { z } = this.layout.extent
    this.#shown.low = level ?? 0
    this.#shown.high = level ?? z - 1
    this.#wake()
  }

  /** Advances by a time step, poses the camera and returns whether it is still moving. Allocates nothing. */
  step(seconds: number): boolean {
    const { layout, camera } = this
    const left = this.#isStill ? 0 : LEFT_AFTER_A_SECOND ** seconds
    if (!this.#isMoving() && camera.aspect === this.#aspect) return false
    const viewpoint = this.#viewpoint
    const goal = this.#goal
    viewpoint.azimuth = ease(viewpoint.azimuth, goal.azimuth, left)
    viewpoint.elevation = ease(viewpoint.elevation, goal.elevation, left)
    viewpoint.distance = ease(viewpoint.distance, goal.distance, left)
    layout.rise = ease(layout.rise, this.#rise(), left)
    layout.shown.low = ease(layout.shown.low, this.#shown.low, left)
    layout.shown.high = ease(layout.shown.high, this.#shown.high, left)
    pose(camera, viewpoint, layout, this.#area)
    this.#aspect = camera.aspect
    return this.#isMoving()
  }

  #rise(): number {
    return riseOf(this.layout.extent, this.#gap, this.#isFlipped)
  }

  #isMoving(): boolean {
    const viewpoint = this.#viewpoint
    const goal = this.#goal
    const shown = this.layout.shown
    return (
      viewpoint.azimuth !== goal.azimuth ||
      viewpoint.elevation !== goal.elevation ||
      viewpoint.distance !== goal.distance ||
      this.layout.rise !== this.#rise() ||
      shown.low !== this.#shown.low ||
      shown.high !== this.#shown.high
    )
  }
}

/** Exponential easing: leaves the fraction `left` of the way from `now` to `then`. */
function ease(now: number, then: number, left: number): number {
  return Math.abs(then - now) < INVISIBLE ? then : then + (now - then) * left
}
