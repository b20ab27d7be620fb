// Encodes an animation, within a limit of size. Knows no canvas: frames come as pixels.

import { GIFEncoder, nearestColorIndex, quantize } from 'gifenc'
import type { Colour } from 'gifenc'

/** Messengers take such a file without converting it. */
export const GIF_BYTES_MAX = 2_000_000

const MOVE_MILLIS = 800
const END_MILLIS = 3000

/** The widths to try, until a file is small enough. */
export const GIF_WIDTHS = [540, 450, 360, 270, 180]

/** An animation to encode. */
export interface Source {
  /** The number of frames. */
  count: number
  /** The frames from which the colours are taken. */
  samples: readonly number[]
  heightOf: (width: number) => number
  /** The pixels of a frame, four bytes each. */
  pixelsOf: (frame: number, width: number) => Uint8ClampedArray<ArrayBuffer>
}

/** Encodes the animation in the largest size that is within the limit. Reports the part that is done, from 0 to 1. */
export function encodeWithin(
  bytesMax: number,
  source: Source,
  report: (done: number) => void,
): Uint8Array<ArrayBuffer> {
  for (const width of GIF_WIDTHS) {
    const bytes = encode(width, source, bytesMax, report)
    if (bytes) return bytes
  }
  throw new Error('the animation is too large')
}

/** Encodes the animation, or returns null as soon as it is too large. */
function encode(
  width: number,
  { count, samples, heightOf, pixelsOf }: Source,
  bytesMax: number,
  report: (done: number) => void,
): Uint8Array<ArrayBuffer> | null {
  const height = heightOf(width)
  const encoder = GIFEncoder()
  const colours = new Palette(samples.map((frame) => pixelsOf(frame, width)))
  let before: Uint32Array | null = null
  for (let frame = 0; frame < count; frame += 1) {
    const pixels = new Uint32Array(pixelsOf(frame, width).buffer)
    const delay = frame === count - 1 ? END_MILLIS : MOVE_MILLIS
    const indexes = colours.indexesOf(pixels, before)
    encoder.writeFrame(indexes, width, height, {
      delay,
      // Each frame is drawn over the one before.
      dispose: 1,
      ...(before ? { transparent: true, transparentIndex: UNCHANGED } : { palette: colours.table }),
    })
    // One byte is to come: the end of the file.
    if (encoder.bytesView().length >= bytesMax) return null
    before = pixels
    report((frame + 1) / count)
  }
  encoder.finish()
  return encoder.bytes()
}

/** The index of pixels that are as in the frame before. They cost next to nothing. */
const UNCHANGED = 255

/** The colours of all frames. */
class Palette {
  readonly table: Colour[]
  /** The index of the nearest colour by the red, green and blue of a pixel, 5, 6 and 5 bits; -1 if not yet known. */
  readonly #nearest = new Int16Array(1 << 16).fill(-1)

  constructor(samples: readonly Uint8ClampedArray[]) {
    const all = new Uint8ClampedArray(samples.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const sample of samples) {
      all.set(sample, end)
      end += sample.length
    }
    this.table = quantize(all, UNCHANGED)
    // Makes the table long enough for the index of unchanged pixels.
    while (this.table.length <= UNCHANGED) this.table.push([0, 0, 0])
  }

  indexesOf(pixels: Uint32Array, before: Uint32Array | null): Uint8Array {
    const indexes = new Uint8Array(pixels.length)
    for (let at = 0; at < pixels.length; at += 1) {
      const pixel = pixels[at] ?? 0
      indexes[at] = pixel === before?.[at] ? UNCHANGED : this.#indexOf(pixel)
    }
    return indexes
  }

  #indexOf(pixel: number): number {
    const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
    const key = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3)
    const known = this.#nearest[key] ?? -1
    if (known >= 0) return known
    // The last one is not a colour.
    const index = nearestColorIndex(this.table.slice(0, UNCHANGED), [red, green, blue])
    this.#nearest[key] = index
    return index
  }
}
