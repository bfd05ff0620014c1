import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import classes from './Toasts.module.css'

/** Where toasts appear. */
export function Toasts() {
  return <Notifications position="top-center" limit={4} zIndex={1000} classNames={{ root: classes.root ?? '', notification: classes.notification ?? '' }} />
}
