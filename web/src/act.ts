// For tests.

import { act as preactAct } from '@testing-library/preact'

/** Runs something that changes what is shown, with its rendering and effects. Awaits it only if it is asynchronous. */
export function act(change: () => Promise<unknown>): Promise<void>
export function act(change: () => unknown): void
export function act(change: () => unknown): Promise<void> {
  return preactAct(() => change() as Promise<void>)
}
