// Pictures of the 3D board as it is seen now. In a file without imports, so that other parts can ask without loading it.

/** Takes a picture; null while no 3D board is shown. */
let take: (() => HTMLCanvasElement | null) | null = null

/** Offers pictures, until the returned function is called. */
export function offerPhotos(how: () => HTMLCanvasElement | null): () => void {
  take = how
  return () => {
    if (take === how) take = null
  }
}

/** Whether a 3D board is shown. */
export function hasPhotos(): boolean {
  return take !== null
}

/** A picture of the 3D board with its ground; null if there is none. */
export function takePhoto(): HTMLCanvasElement | null {
  return take?.() ?? null
}
