import { Notifications } from '@mantine/notifications'
// After the component, whose own import brings the styles that these adjust.
import '@mantine/notifications/styles.css'
import classes from './Toasts.module.css'

/** Shows at most two toasts at a time: a third would cover what the user works with. */
export function Toasts() {
  return <Notifications position="top-center" limit={2} zIndex={1000} classNames={{ root: classes.root ?? '', notification: classes.notification ?? '' }} />
}
