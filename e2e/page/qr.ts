import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'

/** Decodes the QR code in a picture on the page. */
export async function scanQr(picture: Locator): Promise<string | undefined> {
  const png = (await picture.screenshot()).toString('base64')
  // A blank page: the content security policy of this one forbids data URLs.
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
