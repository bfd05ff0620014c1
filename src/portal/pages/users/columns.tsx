import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import type { UserRow } from '../../../contract/index.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { AdminColumn } from '../admin-list/AdminList.tsx'
import type { UserActions } from './use-user-actions.ts'

type RowActions = UserActions & { onEdit: (user: UserRow) => void }

/** The columns of the specification; what cannot be done to a user has no button. */
export function userColumns(actions: RowActions): AdminColumn<UserRow>[] {
  return [
    { id: 'name', title: 'Name', render: (user) => <Name user={user} /> },
    { id: 'email', title: 'Email', isShort: true, render: ({ email }) => email },
    { id: 'verified', title: 'email Verified', isShort: true, render: (user) => <Verified user={user} /> },
    { id: 'employee', title: 'employee Number', isShort: true, render: ({ employee }) => employee ?? '' },
    { id: 'gender', title: 'Gender', isShort: true, render: ({ gender }) => gender ?? '' },
    { id: 'company', title: 'Default Company', isShort: true, render: ({ default_company: company }) => company },
    { id: 'actions', title: 'Actions', isShort: true, render: (user) => <Actions user={user} {...actions} /> },
  ]
}

function Name({ user }: { user: UserRow }) {
  const marks = [user.is_admin && 'Administrator', user.is_approver && 'Approver', user.is_navuser && 'ERP user'].filter((mark) => mark !== false)
  return (
    <div>
      <Group gap={8}>
        <Text size="sm" fw={560}>{user.name}</Text>
        {!user.active && <StatusBadge label="Deactivated" tone="danger" />}
        {user.locked_until !== null && <StatusBadge label="Locked" tone="warning" />}
      </Group>
      {marks.length > 0 && <Text size="xs" c="dimmed">{marks.join(', ')}</Text>}
      {user.inactive_reason !== null && <Text size="xs" c="dimmed">{user.inactive_reason}</Text>}
    </div>
  )
}

function Verified({ user: { email_verified_at: at } }: { user: UserRow }) {
  return at === null ? <StatusBadge label="No" tone="neutral" /> : <span title={formatDateTime(at)}><StatusBadge label="Yes" tone="success" /></span>
}

function Actions({ user, onEdit, onDelete, onReset, onRestore, onUnlock, onReassign, busy }: RowActions & { user: UserRow }) {
  const may = (action: UserRow['_actions'][number]) => user._actions.includes(action)
  const buttons = [
    may('update') && { id: 'edit', label: 'Edit', icon: 'pencil', run: () => onEdit(user) },
    may('unlock') && { id: 'unlock', label: 'Unlock', icon: 'lock-open', run: () => void onUnlock(user) },
    may('sendLink') && { id: 'reset', label: 'Reset password', icon: 'mail', run: () => void onReset(user) },
    may('reassign') && user.open_approvals > 0 && { id: 'reassign', label: 'Hand over approvals', icon: 'user-share', run: () => onReassign(user) },
    may('restore') && { id: 'restore', label: 'Restore', icon: 'arrow-back', run: () => void onRestore(user) },
    may('delete') && { id: 'delete', label: 'Delete', icon: 'trash', run: () => void onDelete(user), isDanger: true },
  ].filter((button) => button !== false)
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {buttons.map(({ id, label, icon, run, ...rest }) => (
        <Tooltip key={id} label={label}>
          <ActionIcon variant="subtle" color={'isDanger' in rest ? 'error' : 'gray'} size={36} aria-label={`${label} ${user.name}`} loading={busy === `${id}:${user.id}`} onClick={run}><Icon name={icon} /></ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}
