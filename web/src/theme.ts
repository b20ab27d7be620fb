// The look of the page and its boards.

import { useEffect } from 'preact/hooks'

import { useSettings } from './settings'

/** Applies the chosen look to the document, for the style sheets. */
export function useTheme(): void {
  const { theme, board, pieces, coordinates, boardSize } = useSettings()
  useEffect(() => {
    const { dataset, style } = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    Object.assign(dataset, { board, pieces, coordinates: String(coordinates) })
    style.setProperty('--board-size', `${boardSize / 100}`)
  }, [theme, board, pieces, coordinates, boardSize])
}
