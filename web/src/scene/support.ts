// Whether there is anything to draw a scene with.

/** Whether this browser can draw in space at all. The renderer itself would fail where nobody can catch it. */
export function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
