import { look } from '../../lobby/look'
import { summaryOf } from '../../server'
import type { Remote } from '../../table/remote'

/** Looks for another opponent for the game of a room. `from` is the room if the user stays there. */
export async function findAnother({ room, token }: Remote, from: string | null): Promise<void> {
  const { kind, rules } = await summaryOf(room, token)
  look({ kind, clock: rules.clock ?? null, from })
}
