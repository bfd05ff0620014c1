import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { useIsPhone } from './use-is-phone.ts'
import classes from './Toasts.module.css'

/**
 * Shows at most two toasts at a time: a third would cover what the user works with. On a phone they stand at the bottom: at the top they
 * would be as wide as the title and the status of the record.
 */
export function Toasts() {
  return <Notifications position={useIsPhone() ? 'bottom-center' : 'top-center'} limit={2} zIndex={1000} classNames={{ root: classes.root ?? '', notification: classes.notification ?? '' }} />
}
