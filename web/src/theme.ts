// The page's theme.

import { useEffect } from 'react'

import { useSettings } from './settings'

/** Applies the chosen theme to the document. */
export function useTheme(): void {
  const { theme } = useSettings()
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
}
