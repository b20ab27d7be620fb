import { expect, test } from './raum.js'
import { openRoom, sit } from './room.js'

test('a spectator watches, chats, and follows a rematch', async ({ people, address }) => {
  const [ann, ben, cat] = await people('Ann', 'Ben', 'Cat')
  const room = await openRoom(address, 'tictactoe')
  await sit(room, ann, ben)
  await ann.mark(4)
  await cat.enter(room)
  await expect(cat.page.getByText('You’re watching.')).toBeVisible()
  await expect(cat.moves()).toHaveCount(1)
  await expect(cat.control('Resign')).toHaveCount(0)
  for (const member of [ann, ben]) {
    await expect(member.page.getByText('1 spectator')).toBeVisible()
    await expect(member.page.getByText('You’re watching.')).toHaveCount(0)
  }
  await ann.page.getByText('1 spectator').click()
  await expect(ann.page.getByText('Cat', { exact: true })).toBeVisible()

  // A player can change their name.
  await ann.page.getByRole('textbox', { name: 'Your name' }).fill('Anna')
  await ann.button('Change name').click()
  for (const each of [ben, cat]) {
    await expect(each.page.getByText('Anna', { exact: true })).toBeVisible()
  }

  // A closed chat counts unread messages, and opening it marks them as read.
  await ben.closeChat()
  await cat.say('Good luck!')
  await ann.say('<b>Thanks</b>')
  await expect(ben.button('Chat, 2 unread')).toBeVisible()
  await ben.button('Chat, 2 unread').click()
  await expect(ben.lines()).toHaveCount(2)
  await expect(ben.lines().first()).toContainText('Good luck!')
  await expect(ben.lines().last()).toContainText('<b>Thanks</b>')
  await expect(ben.button(/unread/)).toHaveCount(0)
  await ben.say('Hello, Cat')
  for (const each of [ann, ben, cat]) await expect(each.lines().last()).toContainText('Hello, Cat')

  await ben.mark(0)
  await expect(cat.moves()).toHaveCount(2)
  await cat.mark(8)
  await expect(ann.moves()).toHaveCount(2)
  await ann.mark(3)
  await expect(ben.moves()).toHaveCount(3)
  await ben.mark(1)
  await expect(ann.moves()).toHaveCount(4)
  await ann.mark(5)
  const title = 'Three in a row — X wins'
  for (const each of [ann, ben, cat]) await expect(each.dialog(title)).toBeVisible()
  await expect(cat.dialog(title).getByRole('button', { name: 'Rematch' })).toHaveCount(0)
  for (const each of [ann, ben]) {
    await each.dialog(title).getByRole('button', { name: 'Rematch' }).click()
  }
  await expect(cat.moves()).toHaveCount(0)
  await expect(cat.dialog(title)).toHaveCount(0)
  await ben.mark(4)
  await expect(cat.moves()).toHaveCount(1)
  await cat.page.close()
  await expect(ann.page.getByText('1 spectator')).toHaveCount(0)
})
