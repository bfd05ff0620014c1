import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it, vi } from 'vitest'
import { endErrorsOfScreen, endToasts, toast } from './toasts.ts'

afterEach(() => notifications.clean())
const shown = (): { id: string | undefined; message: unknown }[] => notificationsStore.getState().notifications.map(({ id, message }) => ({ id, message }))

it('a toast with the same text replaces the earlier one and has its full time', () => {
  toast.success('Settings saved.')
  const [first] = shown()
  toast.success('Settings saved.')
  expect(shown().map(({ message }) => message)).toEqual(['Settings saved.'])
  // A toast with the same id would keep the first one's timer.
  expect(shown()[0]?.id).not.toBe(first?.id)
})

it('a toast with another text or of another kind is shown beside it', () => {
  toast.success('Done.')
  toast.warning('Done.')
  toast.success('Done again.')
  expect(shown()).toHaveLength(3)
})

it('a toast that closed is no longer replaced, while the one that replaced it still is', () => {
  const hide = vi.spyOn(notifications, 'hide')
  toast.info('Saved.')
  toast.info('Saved.')
  const [second] = shown()
  expect(hide).toHaveBeenCalledTimes(1)
  toast.info('Saved.')
  expect(hide).toHaveBeenLastCalledWith(second?.id)
  notifications.hide(shown()[0]?.id ?? '')
  hide.mockClear()
  toast.info('Saved.')
  expect(hide).not.toHaveBeenCalled()
  hide.mockRestore()
})

it('toasts of a kind that the next attempt or screen makes untrue are closed, and no others', () => {
  toast.refusal('The code is incorrect. 4 tries left.')
  toast.refusal('The code is incorrect. 3 tries left.')
  toast.warning('The list could not be loaded.')
  toast.arrival('logging in')
  endToasts('refusal')
  expect(shown().map(({ message }) => message)).toEqual(['The list could not be loaded.', 'logging in'])
  endToasts('arrival')
  expect(shown().map(({ message }) => message)).toEqual(['The list could not be loaded.'])
})

it('an error goes with its screen, unless it led to the next one', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  toast.success('Saved.')
  toast.error('The vendor could not be loaded.')
  now.mockReturnValue(10_900)
  endErrorsOfScreen()
  expect(shown()).toHaveLength(2)
  now.mockReturnValue(20_000)
  endErrorsOfScreen()
  expect(shown().map(({ message }) => message)).toEqual(['Saved.'])
  now.mockRestore()
})
