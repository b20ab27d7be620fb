// Replicas with the frames of a real server: scripts/record.mjs recorded the transcript. Clauses are in
// docs/dialects/raum.md.

import { describe, expect, test } from 'vitest'

import { LocalTable } from '.'
import { Replica } from './replica'
import type { Command, View } from '.'
import transcript from './fixtures/transcript.jsonl?raw'

/** One step of one replica, with one of the optional fields. */
interface Step {
  who: string
  at: number
  begins?: { token?: string }
  connects?: true
  asks?: Command
  receives?: string
  sends?: string
}

const steps = transcript
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Step)

/** Replays the steps of a replica, and checks that it sends the recorded frames. */
function replay(who: string, watch: (view: View, step: Step) => void = () => undefined): Replica {
  let replica = new Replica()
  const outbox: string[] = []
  for (const step of steps.filter((step) => step.who === who)) {
    if (step.begins) replica = new Replica(step.begins)
    if (step.connects) outbox.push(replica.hello())
    if (step.asks) outbox.push(...replica.ask(step.asks))
    if (step.receives) outbox.push(...replica.receive(step.receives, step.at))
    if (step.sends) expect(JSON.parse(outbox.shift() ?? 'null')).toEqual(JSON.parse(step.sends))
    const view = replica.view(step.at)
    if (view) watch(view, step)
  }
  expect(outbox).toEqual([])
  return replica
}

/** The views of a replica, one after each step. */
function views(who: string): View[] {
  const views: View[] = []
  replay(who, (view) => views.push(view))
  return views
}

/** The frames of a type that a replica sent. */
const sent = (who: string, type: string) =>
  steps
    .flatMap((step) => (step.who === who && step.sends ? [JSON.parse(step.sends) as object] : []))
    .filter((frame) => 'type' in frame && frame.type === type)

describe.each(['ann', 'ben', 'cem', 'ann again'])('the replica of %s', (who) => {
  test('sends the recorded frames, and shows every move as a local table does', () => {
    let compared = 0
    replay(who, (view, { at }) => {
      const table = LocalTable.open('chess', {}, at)
      for (const [ply, { text }] of view.moves.entries()) {
        table.ask({ type: 'play', move: text, ply }, at)
      }
      const local = table.view(at)
      const { kind, moves, position } = local
      expect(view).toMatchObject({ kind, moves, position: { lastMove: position.lastMove } })
      const legal = view.may.play ? local.position.legal : []
      expect(view.position).toEqual({ ...local.position, legal })
      compared += 1
    })
    expect(compared).toBeGreaterThan(5)
  })
})

test('members see their own sides, spectators none', () => {
  const last = (who: string) => views(who).at(-1)
  // After the rematch, with the sides swapped.
  expect(last('ann again')).toMatchObject({ game: 2, phase: 'playing', side: 'black' })
  expect(last('ben')).toMatchObject({ side: 'white', may: { play: true, takeSeat: false } })
  expect(last('cem')).toMatchObject({ side: null, may: { play: false, say: true, resign: false } })
  const mine = (who: string) => last(who)?.seats.map(({ name, mine }) => [name, mine])
  expect(mine('ben')).toEqual([
    ['Ben', true],
    ['Ann', false],
  ])
  expect(mine('cem')).toEqual([
    ['Ben', false],
    ['Ann', false],
  ])
})

test('a member who waits for an opponent sees the board, and may not move yet', () => {
  const waiting = views('ann').findLast(({ seats }) => seats.length === 1)
  expect(waiting).toMatchObject({ phase: 'waiting', game: 0, side: 'white' })
  expect(waiting?.position.pieces).toHaveLength(32)
  expect(waiting?.position.legal).toEqual([])
})

test('the view has draw offers, takebacks, rematches, chat and the ending', () => {
  const ben = views('ben')
  const some = (part: object) => {
    expect(ben).toContainEqual(expect.objectContaining(part))
  }
  some({ takeback: { side: 'black', ply: 1 } })
  some({ drawOffer: 'white' })
  some({ ending: { winner: 'white', reason: 'resignation' } })
  some({ rematch: ['white'] })
  expect(ben.at(-1)?.chat.map(({ name, text, mine }) => ({ name, text, mine }))).toEqual([
    { name: 'Cem', text: 'Good luck 🦄', mine: false },
    { name: 'Ben', text: 'Are you there?', mine: true },
  ])
})

test('the view has a refusal until the next command (clause 8)', () => {
  const refused = views('ann').map((view) => view.refused?.code)
  expect(refused).toContain('not-your-turn')
  expect(refused.at(-1)).toBeUndefined()
})

test('the view shows a pending move, and allows no other', () => {
  const pending = views('ann').filter((view) => view.pending)
  expect(pending.length).toBeGreaterThan(0)
  for (const view of pending) {
    expect(view.unanswered).toBeGreaterThan(0)
    expect(view.may.play).toBe(false)
    expect(view.position.lastMove).not.toBeNull()
  }
})

test('the journal has the whole room, and the PGN has names', () => {
  const replica = replay('ben')
  const entries = replica
    .journal()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number })
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
  expect(replica.isLive).toBe(true)
  expect(replica.pgn('2026.11.15')).toContain('[White "Ben"]\n[Black "Ann"]')
})

test('the view has the presence (clause 11)', () => {
  const ben = views('ben')
  expect(ben.some(({ seats }) => seats[0]?.awaySince !== null)).toBe(true)
  expect(ben.some(({ spectators }) => spectators === 1)).toBe(true)
})

describe('a lost connection', () => {
  test('is resumed after the last entry (clauses 1 and 3)', () => {
    const [first, second] = sent('ann', 'hello')
    expect(first).toEqual({ type: 'hello', version: 1, after: 0 })
    expect(second).toMatchObject({ type: 'hello', version: 1, token: replay('ann').token })
    expect((second as { after: number }).after).toBeGreaterThan(4)
  })

  test('sends a command without a response again, with the same number (clause 9)', () => {
    const commands = sent('ann', 'command') as { number: number; command: Command }[]
    const [lost, again] = commands.slice(-2)
    expect(lost?.command).toEqual({ type: 'play', move: 'g1f3', ply: 2 })
    expect(again).toEqual(lost)
  })

  test('holds commands until the replay is complete, and continues their numbers (clause 6)', () => {
    const before = sent('ann', 'command') as { number: number }[]
    const [first] = sent('ann again', 'command') as { number: number; command: Command }[]
    expect(first).toMatchObject({
      number: (before.at(-1)?.number ?? 0) + 1,
      command: { type: 'offer-draw' },
    })
  })
})

describe('a replica with hand-written frames', () => {
  const welcome = (last: number, more: object = {}) =>
    JSON.stringify({ type: 'welcome', version: 1, room: 'R', member: null, last, now: 0, ...more })
  const journal = () => LocalTable.open('chess', {}, 0).save().trimEnd().split('\n')
  const entries = (...lines: string[]) => `{"type":"entries","entries":[${lines.join(',')}]}`
  const followed = () => {
    const replica = new Replica()
    replica.receive(welcome(3), 0)
    replica.receive(entries(...journal()), 0)
    return replica
  }

  test('has no view before the first entry', () => {
    const replica = new Replica({ token: 'T', key: 'K' })
    expect(replica.view()).toBeUndefined()
    expect(JSON.parse(replica.hello())).toEqual({
      type: 'hello',
      version: 1,
      after: 0,
      token: 'T',
      key: 'K',
    })
    expect(replica.receive(welcome(3), 0)).toEqual([])
    expect(replica.view()).toBeUndefined()
    replica.receive(entries(...journal()), 0)
    expect(replica.view()?.phase).toBe('playing')
  })

  test('uses the token of the welcome (clause 2)', () => {
    const replica = new Replica()
    replica.receive(welcome(0, { token: 'T' }), 0)
    replica.receive(welcome(0), 0)
    expect(replica.token).toBe('T')
  })

  test('answers pings (clause 12)', () => {
    const pongs = new Replica().receive('{"type":"ping","id":4,"now":5}', 0)
    expect(pongs.map((pong) => JSON.parse(pong) as unknown)).toEqual([{ type: 'pong', id: 4 }])
  })

  test('reads the clock by the server’s time (clause 13)', () => {
    const clock = { initialMillis: 10_000, incrementMillis: 0 }
    const table = LocalTable.open('chess', { clock }, 5000)
    table.ask({ type: 'play', move: 'e2e4', ply: 0 }, 5000)
    const replica = new Replica()
    replica.receive(welcome(4, { now: 6000 }), 900_000)
    replica.receive(entries(...table.save().trimEnd().split('\n')), 900_000)
    const left = (now: number) => replica.view(now)?.clocks?.leftMillis
    expect(left(900_000)).toEqual([10_000, 9000])
    expect(left(900_500)).toEqual([10_000, 8500])
    replica.receive('{"type":"ping","id":1,"now":8000}', 900_500)
    expect(left(900_500)).toEqual([10_000, 7000])
  })

  test('sends again only commands without a response', () => {
    const replica = followed()
    replica.ask({ type: 'say', name: 'Cem', text: 'one' })
    replica.ask({ type: 'say', name: 'Cem', text: 'two' })
    replica.ask({ type: 'say', name: 'Cem', text: 'three' })
    replica.receive('{"type":"applied","number":1,"seq":3,"member":null}', 0)
    replica.receive('{"type":"refused","number":3,"code":"no-chat","message":"No."}', 0)
    expect(replica.view(0)).toMatchObject({
      unanswered: 1,
      refused: { code: 'no-chat', message: 'No.' },
    })
    expect(JSON.parse(replica.hello())).toMatchObject({ after: 3 })
    const again = replica.receive(welcome(3), 0)
    expect(again.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { type: 'command', number: 2, command: { type: 'say', name: 'Cem', text: 'two' } },
    ])
  })

  test('takes an entry as the response when the frame after it is lost', () => {
    const replica = new Replica()
    replica.receive(welcome(3, { member: 1 }), 0)
    replica.receive(entries(...journal()), 0)
    replica.ask({ type: 'play', move: 'e2e4', ply: 0 })
    const entry = {
      seq: 4,
      at: 0,
      answers: { member: 1, number: 1 },
      event: { type: 'move-played', move: 'e2e4' },
    }
    replica.receive(entries(JSON.stringify(entry)), 0)
    expect(replica.view(0)?.unanswered).toBe(0)
    expect(replica.receive(welcome(4, { member: 1 }), 0)).toEqual([])
  })

  test.each([
    ['an unknown frame', '{"type":"hallo"}', 'the JSON is not a frame of this dialect'],
    ['invalid JSON', '{"type":', 'the JSON is not valid at byte 8'],
    ['another version', welcome(3, { version: 2 }), 'the server speaks the unknown version 2'],
    ['entries that it has', entries(...journal()), 'the entries do not follow entry 3'],
    [
      'entries behind a gap',
      entries('{"seq":5,"at":0,"event":{"type":"clock-resumed"}}'),
      'the entries do not follow entry 3',
    ],
  ])('throws at %s, and changes nothing', (_, frame, why) => {
    const replica = followed()
    const before = replica.view(0)
    expect(() => replica.receive(frame, 0)).toThrow(why)
    expect(replica.view(0)).toEqual(before)
  })

  test('throws at entries without the start of a room', () => {
    const replica = new Replica()
    replica.receive(welcome(1), 0)
    const frame = entries('{"seq":1,"at":0,"event":{"type":"clock-resumed"}}')
    expect(() => replica.receive(frame, 0)).toThrow('the entries do not follow entry 0')
  })
})
