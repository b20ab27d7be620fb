// The page's colours: the system's, or those chosen.

import { useEffect } from 'react'

import { useSettings } from './settings'

/** Shows the page in the theme that is preferred. */
export function useTheme(): void {
  const { theme } = useSettings()
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
}
