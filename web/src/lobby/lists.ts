// The state of the lobby as the fold of its frames.

import { keyOf } from './frames'
import type { Changes, ListedRoom, Lists } from './frames'

/** The state after a change. Throws if the change does not continue the state. */
export function withChanges(lists: Lists, changes: Changes): Lists {
  if (changes.number !== lists.number + 1) {
    throw new Error(`change ${changes.number} does not continue state ${lists.number}`)
  }
  const { number, people = lists.people, seeks = [], rooms = [], gone = [] } = changes
  const removed = new Set([...gone, ...rooms.map(({ room }) => room)])
  // A room that is both gone and changed has come back.
  return {
    ...lists,
    number,
    people,
    seeks: replaced(lists.seeks, seeks, keyOf),
    rooms: sorted([...lists.rooms.filter(({ room }) => !removed.has(room)), ...rooms]),
  }
}

/** The newest rooms first, as in a state of the server. */
function sorted(rooms: ListedRoom[]): ListedRoom[] {
  return rooms.sort((one, other) => other.since - one.since || (one.room < other.room ? -1 : 1))
}

/** Replaces items in place, and appends new ones. */
function replaced<Item>(
  items: readonly Item[],
  changed: readonly Item[],
  key: (item: Item) => string,
): Item[] {
  const changes = new Map(changed.map((each) => [key(each), each]))
  const known = new Set(items.map(key))
  return [
    ...items.map((each) => changes.get(key(each)) ?? each),
    ...changed.filter((each) => !known.has(key(each))),
  ]
}

/** Rooms that wait for an opponent, and rooms with a game to watch. */
export function openRooms({ rooms }: Lists): ListedRoom[] {
  return rooms.filter(({ game }) => game === null)
}

export function playedRooms({ rooms }: Lists): ListedRoom[] {
  return rooms.filter(({ game }) => game !== null)
}
