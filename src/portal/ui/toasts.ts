/** Short notices at the top of the screen: five seconds, announced to screen readers. */
import { notifications } from '@mantine/notifications'
import { sharedValue } from '../shared-value.ts'

const DURATION = 5000
type Tone = 'success' | 'error' | 'info' | 'warning'
const COLOURS: Record<Tone, string> = { success: 'success', error: 'error', info: 'info', warning: 'warning' }

const isWanted = sharedValue(false)

/** True once there is something to show: the place where toasts appear is fetched with the first of them. */
export const useToastsWanted = isWanted.use

/** Notices that something ends before their time: refusals by the next try, a welcome by the screen that it announces. */
type Passing = 'refusal' | 'arrival'

/** The notice of each text that is on screen, or waits for its place there. */
const shown = new Map<string, string>()

const passing: Record<Passing, Set<string>> = { refusal: new Set(), arrival: new Set() }

function show(tone: Tone, message: string, duration = DURATION, ends?: Passing): void {
  // The same text again replaces the notice that shows it, so that a nervous finger does not stack six of them.
  const text = `${tone}:${message}`
  const before = shown.get(text)
  if (before !== undefined) notifications.hide(before)
  isWanted.set(true)
  // A new name each time: under the old one it would go with the first, whose seconds are nearly over.
  const name = notifications.show({
    message, color: COLOURS[tone], autoClose: duration, withBorder: true, closeButtonProps: { 'aria-label': 'Close' }, role: tone === 'error' ? 'alert' : 'status',
    onClose: ({ id }) => {
      if (shown.get(text) === id) shown.delete(text)
      for (const names of Object.values(passing)) names.delete(id ?? '')
    },
  })
  shown.set(text, name)
  if (ends) passing[ends].add(name)
}

export const toast = {
  success: (message: string, duration?: number) => show('success', message, duration),
  error: (message: string, duration?: number) => show('error', message, duration),
  info: (message: string, duration?: number) => show('info', message, duration),
  warning: (message: string, duration?: number) => show('warning', message, duration),
  /** Why a form was not taken: said until it is sent again. */
  refusal: (message: string) => show('warning', message, DURATION, 'refusal'),
  /** A sign-in that leads on at once. */
  arrival: (message: string) => show('success', message, DURATION, 'arrival'),
}

/** Takes the notices away that have nothing to say any more. */
export function endToasts(ends: Passing): void {
  for (const name of [...passing[ends]]) notifications.hide(name)
}
