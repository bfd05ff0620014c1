import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it } from 'vitest'
import { toast } from './toasts.ts'

afterEach(() => notifications.clean())
const shown = (): { id: string | undefined; message: unknown }[] => notificationsStore.getState().notifications.map(({ id, message }) => ({ id, message }))

it('the same text again takes the place of its notice, with five seconds of its own', () => {
  toast.success('Settings saved.')
  const [first] = shown()
  toast.success('Settings saved.')
  expect(shown().map(({ message }) => message)).toEqual(['Settings saved.'])
  // A notice of the same name would keep the timer of the first.
  expect(shown()[0]?.id).not.toBe(first?.id)
})

it('another text, or the same one as something else, stands beside it', () => {
  toast.success('Done.')
  toast.warning('Done.')
  toast.success('Done again.')
  expect(shown()).toHaveLength(3)
})
