import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import classes from './Toasts.module.css'

/** Where toasts appear, at most two at a time: a third would reach down to what is worked with. */
export function Toasts() {
  return <Notifications position="top-center" limit={2} zIndex={1000} classNames={{ root: classes.root ?? '', notification: classes.notification ?? '' }} />
}
