/** This day as PGN writes it: 2026.11.15. */
export function today(): string {
  // Sweden writes dates as files are sorted.
  return new Date().toLocaleDateString('sv-SE').replaceAll('-', '.')
}
