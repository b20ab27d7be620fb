// The page's colours for pictures, in either theme. Canvases cannot read style sheets, and a worker has none.

const TOKENS = {
  ground: 'var(--ground)',
  ink: 'var(--ink)',
  quietInk: 'var(--quiet-ink)',
  accent: 'var(--accent)',
  tileLight: 'var(--tile-light)',
  tileDark: 'var(--tile-dark)',
  onLight: 'var(--tile-ink)',
  onDark: 'var(--tile-dark-ink)',
  // As in BoardCell.css.
  lastLight: 'color-mix(in oklab, var(--tile-light), var(--mark-last) 30%)',
  lastDark: 'color-mix(in oklab, var(--tile-dark), var(--mark-last) 30%)',
  line: 'color-mix(in oklab, var(--tile-light), var(--mark-selected) 55%)',
  ivory: 'var(--ivory)',
  slate: 'var(--slate)',
  markLast: 'var(--mark-last)',
  markLine: 'var(--mark-selected)',
  markCheck: 'var(--mark-check)',
  markEdge: 'var(--tile-ink)',
} as const

export type Theme = 'light' | 'dark'
export type Colours = { readonly [name in keyof typeof TOKENS]: string }

/** The theme that the page shows now. */
export function shownTheme(): Theme {
  return resolver((resolve) => resolve('light-dark(#ffffff, #000000)')) === 'rgb(0, 0, 0)'
    ? 'dark'
    : 'light'
}

/** The colours of flat boards as the player has chosen them. */
export function coloursOf(theme: Theme): Colours {
  return resolver(
    (resolve) =>
      Object.fromEntries(
        Object.entries(TOKENS).map(([name, value]) => [name, resolve(value)]),
      ) as Colours,
    theme,
  )
}

/** Calls `read` with a function that resolves a colour as an element of a flat board would. */
function resolver<Result>(
  read: (resolve: (colour: string) => string) => Result,
  theme?: Theme,
): Result {
  const swatch = document.createElement('span')
  swatch.className = 'flat-board'
  swatch.hidden = true
  if (theme) swatch.style.colorScheme = theme
  swatch.style.setProperty('forced-color-adjust', 'none')
  document.body.append(swatch)
  try {
    return read((colour) => {
      swatch.style.color = colour
      return getComputedStyle(swatch).color
    })
  } finally {
    swatch.remove()
  }
}
