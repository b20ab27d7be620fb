// What this browser keeps for the page: texts, by their names. The one file that knows where.

const PREFIX = 'raum.'

/** Keeps a text. It answers whether it could: a browser may have no room, or be told to keep nothing. */
export function keep(name: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + name, text)
    return true
  } catch {
    return false
  }
}

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** What was kept as JSON; null if there is none, or if it cannot be read. */
export function keptJson(name: string): unknown {
  try {
    return JSON.parse(kept(name) ?? 'null')
  } catch {
    return null
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // Nothing is kept, then.
  }
}

/** The names of all that is kept and begins so. */
export function keptNames(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + beginning))
      .map((name) => name.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** Tells when another page of this browser has kept another text, until what it returns is called. */
export function watch(name: string, changed: (text: string) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === PREFIX + name && newValue !== null) changed(newValue)
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
