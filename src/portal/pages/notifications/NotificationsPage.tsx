import { t } from '../../../core/index.ts'
import { Screen } from '../../shell/Screen.tsx'
import { CalendarFeeds } from './CalendarFeeds.tsx'
import { NotificationList } from './NotificationList.tsx'
import { Preferences } from './Preferences.tsx'
import classes from './Notifications.module.css'

const PAGE = { id: 'notifications', module: 'shell', screen: 'notifications' }

/** The current user's notifications and notification preferences. */
export function NotificationsPage() {
  return (
    <Screen page={PAGE} title={t('Notifications')} subtitle={t('News about your requests and those that wait for you, from the last 90 days.')}>
      <div className={classes.page}>
        <NotificationList />
        <div className={classes.side}>
          <Preferences />
          <CalendarFeeds />
        </div>
      </div>
    </Screen>
  )
}
