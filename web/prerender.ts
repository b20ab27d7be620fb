// Puts the start screen into the built page, so that it is visible before any script has run.

import { fileURLToPath } from 'node:url'

import { JSDOM } from 'jsdom'
import type { Plugin, Rolldown } from 'vite'
import { createServer } from 'vite'

const HOME = '/src/screens/Home.tsx'
const ROOT = '<div id="root"></div>'

/**
 * Renders the start screen into index.html, with links to its styles and scripts. Adds screen.html, the empty page for all
 * other screens, which fetches the rules while its script loads. A static host has only one page for all screens, so its
 * page stays empty.
 */
export function prerender(): Plugin {
  let base = '/'
  return {
    name: 'raum:prerender',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      base = config.base
    },
    async generateBundle(_, bundle) {
      if (process.env['VITE_SERVER_URL']) return
      const index = bundle['index.html']
      if (index?.type !== 'asset') return this.error('the build has no index.html')
      const page = String(index.source)
      if (!page.includes(ROOT)) return this.error(`index.html has no ${ROOT}`)
      const withLinks = (links: string[]) => page.replace('</head>', `${links.join('')}</head>`)

      const rules = Object.keys(bundle).find((path) => /raum_wasm_bg.*\.wasm$/.test(path))
      if (rules === undefined) return this.error('the build has no rules')
      const preload = `<link rel="preload" as="fetch" type="application/wasm" crossorigin href="${base}${rules}">`
      this.emitFile({ type: 'asset', fileName: 'screen.html', source: withLinks([preload]) })

      const { scripts, styles } = filesOf(bundle, HOME)
      const isNew = (path: string) => !page.includes(path)
      const links = [
        ...styles
          .filter(isNew)
          .map((path) => `<link rel="stylesheet" crossorigin href="${base}${path}">`),
        ...scripts
          .filter(isNew)
          .map(
            (path) =>
              `<link rel="modulepreload" fetchpriority="low" crossorigin href="${base}${path}">`,
          ),
      ]
      const root = ROOT.replace('></', `>${await homeHtml(base)}</`)
      // The screen is readable without its script, so the picture comes first.
      index.source = withLinks(links)
        .replace('<script type="module"', '<script type="module" fetchpriority="low"')
        .replace(ROOT, () => root)
    },
  }
}

/** The files that a lazily loaded module needs. */
function filesOf(bundle: Rolldown.OutputBundle, module: string) {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const add = (path: string) => {
    const chunk = bundle[path]
    if (chunk?.type !== 'chunk' || scripts.has(path)) return
    scripts.add(path)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    chunk.imports.forEach(add)
  }
  const paths = Object.keys(bundle).filter((path) => {
    const chunk = bundle[path]
    return chunk?.type === 'chunk' && chunk.facadeModuleId?.endsWith(module)
  })
  if (paths.length === 0) throw new Error(`the build has no chunk for ${module}`)
  paths.forEach(add)
  return { scripts: [...scripts], styles: [...styles] }
}

/** The start screen as a first-time visitor's browser renders it. */
async function homeHtml(base: string): Promise<string> {
  const { window } = new JSDOM('', { url: `http://127.0.0.1${base}` })
  const matchMedia = () => ({ matches: false })
  const { document, location, history, localStorage } = window
  const browser = { window, document, location, history, localStorage, matchMedia }
  for (const [name, value] of Object.entries({ ...browser, navigator: window.navigator })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  globalThis.addEventListener = window.addEventListener.bind(window)
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    base,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { homeHtml } = (await server.ssrLoadModule('/src/screens/prerendered.tsx')) as {
      homeHtml: () => string
    }
    return homeHtml()
  } finally {
    await server.close()
    window.close()
  }
}
