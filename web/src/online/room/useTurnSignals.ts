import { useEffect } from 'preact/hooks'

import { signal } from '../../signals'
import { YOUR_TURN } from '../../words-online'

/** Tells a player elsewhere that it is their turn: by the tab's icon, a badge, and a notification if they want one. */
export function useTurnSignals(isMyTurn: boolean, game: string): void {
  useEffect(() => (isMyTurn ? signal(YOUR_TURN, game) : undefined), [isMyTurn, game])
}
