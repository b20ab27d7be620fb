// Spec 1's flow from the shared link to mate, in raum's dialect and in the spec's own.

import { TcpProxy } from '../tcp-proxy.js'
import { Frames } from './frames.js'
import { expect, needsOwnServer, test } from './raum.js'
import { openRoom } from './room.js'
import type { Room } from './room.js'
import { Scene } from './scene.js'

/** A short game: White gives check, and Black mates. */
const MOVES = ['Bc1Cc1', 'Dd5Ce4', 'Bd1Ed4', 'Eb5Ed4', 'Bb1Dd3', 'Dc5Ac2']
const NOTATIONS = ['QCc1', 'UCe4', 'BxEd4+', 'NxEd4', 'UDd3', 'QxAc2#']

/** Both players, White first. */
async function bySides(one: Room, other: Room): Promise<[white: Room, black: Room]> {
  for (const room of [one, other]) await expect(room.status()).toContainText('White to move')
  const [white, black] = (await isToMove(one)) ? [one, other] : [other, one]
  expect([await isToMove(white), await isToMove(black)]).toEqual([true, false])
  return [white, black]
}

async function isToMove(room: Room): Promise<boolean> {
  return (await room.status().textContent())?.includes('Your turn') ?? false
}

/** Clicks the moves in both players' scenes in turn, and waits until each has arrived. */
async function playInSpace(white: Room, black: Room, moves: readonly string[]): Promise<void> {
  for (const room of [white, black]) await new Scene(room.page).show('3D')
  for (const [ply, move] of moves.entries()) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white]
    await new Scene(mover.page).play(move)
    await expect(other.moves()).toHaveCount(ply + 1)
  }
}

for (const dialect of ['raum', 'space'] as const) {
  test(`two players meet through a link and play in 3D to mate: dialect ${dialect}`, async ({
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
    await scene.snap('My side')

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

test('the page explains what the space chess dialect does not support', async ({
  people,
  address,
}) => {
  const [ann, ben, cat] = await people('Ann', 'Ben', 'Cat')
  const link = await ann.create('space', { dialect: 'space' })
  // A creator can reload while waiting.
  await ann.page.reload()
  await expect(ann.waiting()).toBeVisible()
  await ben.enter(link)
  await ann.board()
  const [white, black] = await bySides(ann, ben)
  await white.play('Bc1Cc1')
  await expect(black.moves()).toHaveCount(1)
  for (const room of [white, black]) {
    await expect(room.page.getByText('This browser isn’t saving data')).toHaveCount(0)
  }
  // The dialect has no spectators, and no way to return to a seat.
  await cat.follow(link)
  await white.page.reload()
  for (const room of [cat, white]) {
    await expect(room.page.getByText('Both seats are taken.')).toBeVisible()
  }
  const clock = { initialMillis: 60_000, incrementMillis: 0 }
  await cat.follow(`/r/${await openRoom(address, 'space', { clock })}?dialect=space`)
  await expect(cat.page.getByText(/^That game has a pass key, a clock/)).toBeVisible()
})

test('a lost connection ends a game in the space chess dialect, and the board stays', async ({
  people,
  address,
}) => {
  needsOwnServer()
  const proxy = await TcpProxy.to(address.replace('http://', ''))
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'space')
  await ann.follow(room)
  await ann.waiting().waitFor()
  await ben.enter(`${proxy.address}/r/${room}?dialect=space`)
  await ann.board()
  await ann.play('Bc1Cc1')
  await expect(ben.moves()).toHaveCount(1)
  proxy.cut()
  await expect(ben.page.getByRole('alert')).toContainText('no way to rejoin')
  await expect(ben.cell('Cc1')).toHaveAccessibleName(/white queen/)
  await ben.press('Dd5')
  await expect(ben.cell('Dd5')).not.toHaveAccessibleName(/selected/)
  // The opponent, in raum's own dialect, can claim the game.
  await expect(ann.page.getByText(/Opponent away — claim in/)).toBeVisible()
  await proxy.end()
})

test('a resignation in raum’s dialect is shown to an opponent in the space chess dialect', async ({
  people,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const link = await ann.create('space', { side: 'White' })
  await ben.enter(`${link}?dialect=space`)
  await ann.board()
  await ann.play('Bc1Cc1')
  await expect(ben.moves()).toHaveCount(1)
  await ben.play('Dd5Ce4')
  await expect(ann.moves()).toHaveCount(2)
  await ann.resign()
  await expect(ben.dialog('Resignation — Black wins')).toBeVisible()
  await expect(ben.page.getByText('Black wins by resignation.')).toBeVisible()
})
