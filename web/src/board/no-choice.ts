// Boards to look at.

import type { Choice } from './choice'

/** Nothing can be chosen. */
export const NO_CHOICE: Choice = {
  selected: null,
  targets: [],
  promotions: [],
  advice: null,
  movesTo: () => [],
  press: () => undefined,
  lift: () => false,
  promote: () => undefined,
  cancel: () => undefined,
}
