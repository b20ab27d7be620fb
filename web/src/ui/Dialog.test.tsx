import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, Suspense, use } from 'react'
import { expect, test, vi } from 'vitest'

import { Dialog } from './Dialog'

/** Waits for asynchronous browser events. */
const later = () =>
  act(async () => {
    await new Promise((done) => setTimeout(done))
  })

function Waiting({ on }: { on: Promise<void> | null }) {
  if (on) use(on)
  return null
}

test('a close by the browser calls onClose', async () => {
  const onClose = vi.fn()
  render(
    <StrictMode>
      <Dialog title="Question" onClose={onClose}>
        text
      </Dialog>
    </StrictMode>,
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

test('a dialog hidden while the next screen loads does not call onClose', async () => {
  const onClose = vi.fn()
  const page = (on: Promise<void> | null) => (
    <Suspense>
      <Dialog title="Question" onClose={onClose}>
        text
      </Dialog>
      <Waiting on={on} />
    </Suspense>
  )
  const { rerender } = render(page(null))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  await act(async () => {
    rerender(page(new Promise(() => undefined)))
    await Promise.resolve()
  })
  await later()
  expect(dialog.open).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
})
