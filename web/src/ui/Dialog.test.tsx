import { act } from '../act'
import { render, screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Dialog } from './Dialog'

/** Waits for asynchronous browser events. */
const later = () =>
  act(async () => {
    await new Promise((done) => setTimeout(done))
  })

test('a close by the browser calls onClose', async () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Question" onClose={onClose}>
      text
    </Dialog>,
  )
  await later()
  expect(onClose).not.toHaveBeenCalled()
  screen.getByRole<HTMLDialogElement>('dialog').close()
  await later()
  expect(onClose).toHaveBeenCalledOnce()
})

test('the close button and a click on the backdrop call onClose once', async () => {
  const onClose = vi.fn()
  render(
    <Dialog title="Question" onClose={onClose}>
      text
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('dialog'))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a dialog that is removed with its screen does not call onClose', async () => {
  const onClose = vi.fn()
  const { rerender } = render(
    <Dialog title="Question" onClose={onClose}>
      text
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  rerender(<p>the next screen</p>)
  await later()
  expect(dialog.open).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})
