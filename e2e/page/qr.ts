import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'

/** What a camera would read in a picture on the page. */
export async function scanned(picture: Locator): Promise<string | undefined> {
  const png = (await picture.screenshot()).toString('base64')
  // Another page may load what this one, strict as it is, may not.
  const desk = await picture.page().context().newPage()
  const { pixels, width, height } = await desk.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const drawn = context?.getImageData(0, 0, image.width, image.height)
    return { pixels: [...(drawn?.data ?? [])], width: image.width, height: image.height }
  }, png)
  await desk.close()
  return jsQR.default(Uint8ClampedArray.from(pixels), width, height)?.data
}
