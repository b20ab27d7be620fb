import { look } from '../../lobby/look'
import { addressOf, go } from '../../route'
import { summaryOf } from '../../server'
import type { Remote } from '../../table/remote'

/** Looks for another opponent for the game of a room, at home or in the room itself. Throws a `Problem`. */
export async function findAnother({ room, token }: Remote, at: 'home' | 'room'): Promise<void> {
  const { kind, rules } = await summaryOf(room, token)
  // First, because another room ends a search.
  if (at === 'home') go(addressOf({ screen: 'home' }))
  look({ kind, clock: rules.clock ?? null, from: at === 'room' ? room : null })
}
