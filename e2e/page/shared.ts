// The dialog to share a game, and what it makes.

import { readFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'

import type { Table } from './table.js'

/** Red, green and blue. */
export type Colour = [number, number, number]

/** A game of random legal moves: 300 of space chess, 310 of chess. */
export function longGame(kind: 'chess' | 'space'): string {
  return readFileSync(new URL(`games/long-${kind}.pgn`, import.meta.url), 'utf8')
}

/** Opens the dialog from the controls. */
export async function openShare(table: Table): Promise<Locator> {
  await table.act('Share')
  return table.dialog('Share')
}

/** Saves the picture or the animation, and returns the file. */
export async function saveFile(dialog: Locator): Promise<{ name: string; bytes: Buffer }> {
  const saving = dialog.page().waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = await saving
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) }
}

/** The size of a picture, and its colours at points. The browser decodes it. */
export async function look(
  page: Page,
  picture: Buffer,
  points: readonly (readonly [x: number, y: number])[],
): Promise<{ width: number; height: number; colours: Colour[] }> {
  return page.evaluate(
    async ([base64, at]) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(bitmap, 0, 0)
      const colours = at.map(([x, y]) => {
        const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data
        return [red, green, blue] as [number, number, number]
      })
      return { width, height, colours }
    },
    [picture.toString('base64'), points] as const,
  )
}

/** An animation as the browser's own decoder reads it, with the colours of each frame at points. */
export async function watch(
  page: Page,
  animation: Buffer,
  points: readonly (readonly [x: number, y: number])[] = [],
): Promise<{ width: number; seconds: number[]; loops: boolean; colours: Colour[][] }> {
  return page.evaluate(
    async ([base64, at]) => {
      const data = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
      const decoder = new ImageDecoder({ data, type: 'image/gif' })
      await Promise.all([decoder.completed, decoder.tracks.ready])
      const track = decoder.tracks.selectedTrack
      if (!track) throw new Error('no frames')
      const seconds: number[] = []
      const colours: [number, number, number][][] = []
      let width = 0
      for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex })
        width = image.displayWidth
        seconds.push((image.duration ?? 0) / 1_000_000)
        const context = new OffscreenCanvas(width, image.displayHeight).getContext('2d')
        if (!context) throw new Error('no canvas')
        context.drawImage(image, 0, 0)
        image.close()
        colours.push(
          at.map(([x, y]) => {
            const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data
            return [red, green, blue]
          }),
        )
      }
      return { width, seconds, loops: track.repetitionCount === Infinity, colours }
    },
    [animation.toString('base64'), points] as const,
  )
}

/** Makes the animation, and returns the file. */
export async function makeGif(dialog: Locator): Promise<{ name: string; bytes: Buffer }> {
  await dialog.getByText('Animated GIF', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Make GIF' }).click()
  await dialog.getByText('The GIF is ready.').waitFor({ timeout: 60_000 })
  return saveFile(dialog)
}

/** How much two colours differ in the channel in which they differ most. */
export function difference(one: Colour | undefined, other: Colour | undefined): number {
  if (!one || !other) return Infinity
  return Math.max(...one.map((channel, index) => Math.abs(channel - (other[index] ?? 0))))
}
