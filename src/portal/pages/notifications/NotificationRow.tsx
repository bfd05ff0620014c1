import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { NotificationItem, NotificationKind } from '../../../contract/index.ts'
import { markRead } from '../../api/notifications.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { ago } from '../../ui/ago.ts'
import classes from './Notifications.module.css'

const ICONS: Record<NotificationKind, string> = {
  assigned: 'clipboard-check', approved: 'circle-check', rejected: 'circle-x', returned: 'arrow-back', delegated: 'user-share', notice: 'info-circle',
}

/** One notification; a click opens its document and marks it as read. */
export function NotificationRow({ item, detail = item.text, onFollow }: { item: NotificationItem; /** What it is about, instead of its text. */ detail?: string | undefined; onFollow?: () => void }) {
  const client = useQueryClient()
  const isUnread = item.readAt === null
  const follow = () => {
    // If marking fails it stays unread and is shown again.
    if (isUnread) void markRead(client, { ids: [item.id] }).catch(() => undefined)
    onFollow?.()
  }
  const content = (
    <>
      <span className={classes.kind} data-kind={item.kind}><Icon name={ICONS[item.kind]} fallback="info-circle" size={18} /></span>
      <span className={classes.words}>
        <Text span size="sm" fw={isUnread ? 620 : 450} display="block" className={classes.title ?? ''}>{item.title}</Text>
        {detail !== '' && <Text span size="xs" c="dimmed" display="block" lineClamp={2}>{detail}</Text>}
        <Text span size="xs" c="dimmed" title={formatDateTime(item.at)}>{ago(item.at, Date.now())}</Text>
      </span>
      {isUnread && <span className={classes.dot}><VisuallyHidden>{t('unread')}</VisuallyHidden></span>}
    </>
  )
  const shared = { className: classes.row ?? '', 'data-unread': isUnread || undefined, onClick: follow }
  return item.path === null ? <UnstyledButton {...shared}>{content}</UnstyledButton> : <Link {...shared} to={item.path}>{content}</Link>
}
