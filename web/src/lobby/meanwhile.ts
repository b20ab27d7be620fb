import { savedLevel } from '../panel/levels'
import { init } from '../raum'
import type { Kind } from '../raum'
import { addressOf, go } from '../route'
import { HotSeat } from '../table/hot-seat'
import { currentGame } from '../table/saved-games'

/** Opens a game against the computer: the unfinished one, or a new one at the last level. Other games stay stored. */
export async function playMeanwhile(kind: Kind): Promise<void> {
  const current = currentGame(kind)
  if (!current?.hasComputer || current.ending) {
    await init()
    HotSeat.at(kind).begin({ computer: { level: savedLevel(kind), side: 'second' } })
  }
  go(addressOf({ screen: 'game', kind }))
}
