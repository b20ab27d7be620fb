/** The date as PGN writes it: 2026.11.15. */
export function today(): string {
  // Swedish dates are 2026-11-15.
  return new Date().toLocaleDateString('sv-SE').replaceAll('-', '.')
}
