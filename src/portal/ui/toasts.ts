/** Toasts at the top of the screen, announced to screen readers: shown for four seconds (milliseconds here), an error until it is closed or the next one comes. */
import { notifications } from '@mantine/notifications'
import { t } from '../../core/index.ts'
import { sharedValue } from '../shared-value.ts'

const DURATION = 4000
type Tone = 'success' | 'error' | 'info' | 'warning'
const COLOURS: Record<Tone, string> = { success: 'success', error: 'error', info: 'info', warning: 'warning' }

const isWanted = sharedValue(false)

/** True once there is a toast to show: the toast component is loaded with the first one. */
export const useToastsWanted = isWanted.use

/** Toasts that are removed early: refusals by the next attempt, a welcome by the screen that it announces. */
type Passing = 'refusal' | 'arrival'

/** The id of the toast for each text that is on screen or queued. */
const shown = new Map<string, string>()

/** Errors, which do not disappear by themselves, and when each was shown, in milliseconds. */
const standing = new Map<string, number>()
/** An error shown so shortly before a screen is left belongs to the next one, to which it led. */
const LEADS_ON = 1000

const passing: Record<Passing, Set<string>> = { refusal: new Set(), arrival: new Set() }

function show(tone: Tone, message: string, duration: number | false = tone === 'error' ? false : DURATION, ends?: Passing): void {
  // What comes next answers it: two that stay would keep every other from the screen.
  for (const name of [...standing.keys()]) notifications.hide(name)
  // The same text replaces its earlier toast, so that repeated clicks do not stack copies.
  const text = `${tone}:${message}`
  const before = shown.get(text)
  if (before !== undefined) notifications.hide(before)
  isWanted.set(true)
  // A new id each time: under the old one it would disappear with the first, whose time is nearly over.
  const name = notifications.show({
    message, color: COLOURS[tone], autoClose: duration, withBorder: true, closeButtonProps: { 'aria-label': t('Close') }, role: tone === 'error' ? 'alert' : 'status',
    onClose: ({ id }) => {
      if (shown.get(text) === id) shown.delete(text)
      for (const names of [standing, ...Object.values(passing)]) names.delete(id ?? '')
    },
  })
  shown.set(text, name)
  if (duration === false) standing.set(name, performance.now())
  if (ends) passing[ends].add(name)
}

export const toast = {
  success: (message: string, duration?: number) => show('success', message, duration),
  error: (message: string, duration?: number) => show('error', message, duration),
  info: (message: string, duration?: number) => show('info', message, duration),
  warning: (message: string, duration?: number) => show('warning', message, duration),
  /** Why a form was refused; shown until it is submitted again. */
  refusal: (message: string) => show('warning', message, DURATION, 'refusal'),
  /** A successful sign-in that redirects at once. */
  arrival: (message: string) => show('success', message, DURATION, 'arrival'),
}

/** Removes the errors of the screen that is left. */
export function endErrorsOfScreen(): void {
  for (const [name, at] of [...standing]) if (performance.now() - at > LEADS_ON) notifications.hide(name)
}

/** Removes the toasts that no longer apply. */
export function endToasts(ends: Passing): void {
  for (const name of [...passing[ends]]) notifications.hide(name)
}
