// The parts of gifenc that raum uses: its release has no types.

declare module 'gifenc' {
  export type Colour = [red: number, green: number, blue: number]

  export interface FrameOptions {
    /** Of the first frame, for all frames. */
    palette?: Colour[]
    delay?: number
    transparent?: boolean
    transparentIndex?: number
    dispose?: number
  }

  export interface Encoder {
    writeFrame(indexes: Uint8Array, width: number, height: number, options: FrameOptions): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
    bytesView(): Uint8Array<ArrayBuffer>
  }

  export function GIFEncoder(): Encoder
  export function quantize(pixels: Uint8ClampedArray, colours: number): Colour[]
  export function nearestColorIndex(palette: Colour[], colour: Colour): number
}
