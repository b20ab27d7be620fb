// Detects WebGL.

/** Whether this browser has WebGL 2. Without it, the renderer throws where no error boundary can catch it. */
export function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
