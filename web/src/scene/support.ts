// Detects WebGL.

/**
 * The name of the graphics card, or null without WebGL 2: the renderer would throw where no error boundary can catch it.
 */
export function graphicsCard(): string | null {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return null
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name = String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER))
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return name
}
