// How much a scene draws: reflections, grain and shadows, or a plain board on machines that would be slow.

export type Detail = 'full' | 'plain'

declare global {
  interface Window {
    /** Set by tests to force a detail. */
    raumDetail?: Detail
  }
}

/** Renderers without a graphics card. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i

/** The detail to start with. `renderer` names the graphics card, as WebGL reports it. */
export function detailFor(renderer: string): Detail {
  return window.raumDetail ?? (SOFTWARE.test(renderer) ? 'plain' : 'full')
}

/** A frame longer than this is not smooth. */
const SLOW_SECONDS = 0.045
/** A longer one follows a rest, and says nothing. */
const REST_SECONDS = 0.3
const FRAMES = 24

/** Measures the pace of animations, and notices a machine that is too slow for full detail. */
export class Pace {
  #slow = 0

  /** Takes the duration of a frame. Returns whether most of the last ones were slow. */
  isSlowAfter(seconds: number): boolean {
    if (seconds < REST_SECONDS)
      this.#slow = Math.max(0, this.#slow + (seconds > SLOW_SECONDS ? 1 : -1))
    return this.#slow >= FRAMES
  }
}
