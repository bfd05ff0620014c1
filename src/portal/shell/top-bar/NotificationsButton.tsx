import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '../../api/notifications.ts'
import { CountButton } from './CountButton.tsx'

const load = () => import('../menus.ts').then(({ NotificationsMenu }) => NotificationsMenu)

/** The bell: how much this person has not read yet. */
export function NotificationsButton() {
  const { data } = useQuery(unreadQuery())
  return <CountButton name="Notifications" of="unread" icon="bell" count={data} load={load} rest={{}} />
}
