// What the address of the embed says: a room in the path, options in the query. The fragment means nothing.

export interface Options {
  /** Null follows the visitor's system. */
  theme: 'light' | 'dark' | null
  /** Whether the second side is at the bottom. */
  isFlipped: boolean
}

/** The options in a query. Unknown options and values are ignored. */
export function optionsOf(search: string): Options {
  const parameters = new URLSearchParams(search)
  const theme = parameters.get('theme')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    isFlipped: parameters.get('flip') === '1',
  }
}

/** The room's id or code in a path; null if there is none. */
export function roomIn(pathname: string): string | null {
  const encoded = /^\/embed\/([^/]+)$/.exec(pathname)?.[1]
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** The address of the room itself. */
export function linkTo(room: string): string {
  return `/r/${encodeURIComponent(room)}`
}
