import { indexOf } from '../raum'
import { beginningOf } from '../table/entries'
import type { HotSeat } from '../table/hot-seat'

/** Starts the game again, with the same clock, start position and opponent. */
export function restart(table: HotSeat): void {
  const seat = table.snapshot().view.seats.find(({ machine }) => machine)
  table.begin({
    ...beginningOf(table.journal()),
    ...(seat?.machine &&
      seat.side && {
        computer: { level: seat.machine.level, side: sideOf(indexOf(seat.side)) },
      }),
  })
}

function sideOf(index: 0 | 1): 'first' | 'second' {
  return index === 0 ? 'first' : 'second'
}
