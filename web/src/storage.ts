// Named texts in the browser's storage. No other file accesses it.

const PREFIX = 'raum.'

/** Stores a text. Returns whether it could: storage may be full or disabled. */
export function store(name: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + name, text)
    return true
  } catch {
    return false
  }
}

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** A stored JSON value; null if it is absent or malformed. */
export function storedJson(name: string): unknown {
  try {
    return JSON.parse(stored(name) ?? 'null')
  } catch {
    return null
  }
}

export function remove(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The names of all stored texts with a prefix. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + prefix))
      .map((name) => name.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** Calls `changed` when another tab changes a text. Returns a function that stops watching. */
export function watch(name: string, changed: (text: string) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === PREFIX + name && newValue !== null) changed(newValue)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
