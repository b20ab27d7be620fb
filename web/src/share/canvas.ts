// What the painter and its words share.

/** A canvas of the page, or of a worker. */
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The page's font. */
export const FONT = "'Avenir Next', Avenir, 'Segoe UI', system-ui, sans-serif"
