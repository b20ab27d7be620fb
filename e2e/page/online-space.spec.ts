// Spec 1's whole flow, over raum's own dialect and over the one of the spec.

import { Cable } from '../cable.js'
import { Frames } from './frames.js'
import { expect, ownServer, test } from './raum.js'
import { openRoom } from './room.js'
import type { Room } from './room.js'
import { Scene } from './scene.js'

/** A short game in which White gives check, and Black mates. */
const MOVES = ['Bc1Cc1', 'Dd5Ce4', 'Bd1Ed4', 'Eb5Ed4', 'Bb1Dd3', 'Dc5Ac2']
const NOTATIONS = ['QCc1', 'UCe4', 'BxEd4+', 'NxEd4', 'UDd3', 'QxAc2#']

/** Whoever has White comes first. */
async function bySides(one: Room, other: Room): Promise<[white: Room, black: Room]> {
  for (const room of [one, other]) await expect(room.status()).toContainText('White to move')
  const [white, black] = (await isToMove(one)) ? [one, other] : [other, one]
  expect([await isToMove(white), await isToMove(black)]).toEqual([true, false])
  return [white, black]
}

async function isToMove(room: Room): Promise<boolean> {
  return (await room.status().textContent())?.includes('Your turn') ?? false
}

/** Clicks the moves in the scenes of both, by turns; each sees what the other did. */
async function playInSpace(white: Room, black: Room, moves: readonly string[]): Promise<void> {
  for (const room of [white, black]) await new Scene(room.page).look('3D')
  for (const [ply, move] of moves.entries()) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white]
    await new Scene(mover.page).play(move)
    await expect(other.moves()).toHaveCount(ply + 1)
  }
}

for (const dialect of ['raum', 'space'] as const) {
  test(`a link is shared, and a game played in space to mate: dialect ${dialect}`, async ({
    people,
  }) => {
    const [ann, ben] = await people('Ann', 'Ben')
    const frames = [ann, ben].map(({ page }) => new Frames(page))
    const link = await ann.create('space', { dialect })
    await expect(ann.waiting()).toBeVisible()
    await ben.follow(link)
    for (const room of [ann, ben]) await room.board()
    const [white, black] = await bySides(ann, ben)

    await playInSpace(white, black, MOVES.slice(0, 3))
    for (const room of [white, black]) {
      await expect(room.status()).toContainText('Check')
      await expect(room.cell('Ec5')).toHaveAccessibleName(/black king.*in check/)
    }
    await expect(black.status()).toContainText('Black to move')

    const scene = new Scene(black.page)
    const before = await scene.view()
    await scene.drag(await scene.emptySpace(), { x: 120, y: 40 })
    expect((await scene.view()).azimuth).not.toBeCloseTo(before.azimuth)
    await scene.snap('Mine')

    await scene.play(MOVES[3] ?? '')
    await expect(white.moves()).toHaveCount(4)
    await expect(white.status()).not.toContainText('Check')
    await new Scene(white.page).play(MOVES[4] ?? '')
    await expect(black.moves()).toHaveCount(5)
    await scene.play(MOVES[5] ?? '')

    for (const room of [white, black]) {
      await expect(room.moves()).toHaveText(NOTATIONS)
      const end = room.dialog('Checkmate — Black wins')
      await expect(end.getByRole('button', { name: 'Start New Game' })).toBeVisible()
    }

    if (dialect === 'space') {
      for (const each of frames) each.check()
      const all = frames.map(({ types }) => types)
      const moves = (color: 'white' | 'black') =>
        MOVES.flatMap((_, ply) => [
          ...((ply % 2 === 0) === (color === 'white') ? ['> move'] : []),
          '< move_made',
        ])
      const [first, second] =
        white === ann ? (['white', 'black'] as const) : (['black', 'white'] as const)
      expect(all[0]).toEqual(['> create_game', '< game_created', '< game_start', ...moves(first)])
      expect(all[1]).toEqual(['> join_game', '< game_start', ...moves(second)])
      return
    }
    await white.dialog('Checkmate — Black wins').getByRole('button', { name: 'Rematch' }).click()
    await black.dialog('Checkmate — Black wins').getByRole('button', { name: 'Rematch' }).click()
    await expect(white.moves()).toHaveCount(0)
    expect(await bySides(ann, ben)).toEqual([black, white])
    await new Scene(black.page).play('Bc1Cc1')
    await expect(white.moves()).toHaveText(['QCc1'])
  })
}

test('what the dialect of the spec has no word for is said plainly', async ({
  people,
  address,
}) => {
  const [ann, ben, cat] = await people('Ann', 'Ben', 'Cat')
  const link = await ann.create('space', { dialect: 'space' })
  // A wait can be taken up again.
  await ann.page.reload()
  await expect(ann.waiting()).toBeVisible()
  await ben.enter(link)
  await ann.board()
  const [white, black] = await bySides(ann, ben)
  await white.play('Bc1Cc1')
  await expect(black.moves()).toHaveCount(1)
  for (const room of [white, black]) {
    await expect(room.page.getByText('This browser keeps nothing')).toHaveCount(0)
  }
  // Two are there already, and nobody can watch. Nor can whoever was there and is back.
  await cat.follow(link)
  await white.page.reload()
  for (const room of [cat, white]) {
    await expect(room.page.getByText('Both seats are taken.')).toBeVisible()
  }
  const clock = { initialMillis: 60_000, incrementMillis: 0 }
  await cat.follow(`/r/${await openRoom(address, 'space', { clock })}?dialect=space`)
  await expect(cat.page.getByText(/^That game has a pass key, a clock/)).toBeVisible()
})

test('a game in the dialect of the spec ends with its connection, and the board stays', async ({
  people,
  address,
}) => {
  ownServer()
  const cable = await Cable.to(address.replace('http://', ''))
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'space')
  await ann.follow(room)
  await ann.waiting().waitFor()
  await ben.enter(`${cable.address}/r/${room}?dialect=space`)
  await ann.board()
  await ann.play('Bc1Cc1')
  await expect(ben.moves()).toHaveCount(1)
  cable.cut()
  await expect(ben.page.getByRole('alert')).toContainText('no word for coming back')
  await expect(ben.cell('Cc1')).toHaveAccessibleName(/white queen/)
  await ben.press('Dd5')
  await expect(ben.cell('Dd5')).not.toHaveAccessibleName(/selected/)
  // Whoever speaks raum's own dialect can claim it.
  await expect(ann.page.getByText(/Opponent away — claim in/)).toBeVisible()
  await cable.end()
})

test('a game of the spec’s own dialect against one of raum’s, to an end without a word', async ({
  people,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const link = await ann.create('space', { side: 'White' })
  await ben.enter(`${link}?dialect=space`)
  await ann.board()
  await ann.play('Bc1Cc1')
  await ben.play('Dd5Ce4')
  await expect(ann.moves()).toHaveCount(2)
  await ann.resign()
  await expect(ben.dialog('Resignation — Black wins')).toBeVisible()
  await expect(ben.page.getByText('Black wins by resignation.')).toBeVisible()
})
