import { Text } from '@mantine/core'
import { t } from '../../../core/index.ts'
import { ACCOUNT_FLAGS, type UserRow } from '../../../contract/index.ts'
import type { MoreItem } from '../../shell/MoreMenu.tsx'
import type { AdminColumn } from '../../ui/admin-list/AdminList.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { FIELD_TITLES } from './fields.ts'
import { userButtons, type RowActions } from './user-buttons.ts'

/** The columns, in their fixed order. */
export const USER_COLUMNS: AdminColumn<UserRow>[] = [
  { id: 'name', title: t('Name'), render: ({ name }) => name },
  { id: 'email', title: t('Email'), render: ({ email }) => email },
  { id: 'verified', title: t('email Verified'), render: (user) => <Verified user={user} /> },
  { id: 'employee', title: t('employee Number'), render: ({ employee }) => employee ?? '' },
  { id: 'gender', title: t('Gender'), render: ({ gender }) => t<string>(gender ?? '') },
  { id: 'company', title: t('Default Company'), render: ({ default_company: company }) => company },
]

/** Beside a name: why the user cannot sign in, and what they may do besides their own work. */
export function BesideName({ user }: { user: UserRow }) {
  const marks = ACCOUNT_FLAGS.filter((flag) => user[flag]).map((flag) => FIELD_TITLES[flag])
  const text = [...marks, ...(user.inactive_reason === null ? [] : [user.inactive_reason])].join(', ')
  return (
    <>
      <AccountStatus user={user} />
      {text !== '' && <Text span size="xs" c="dimmed" truncate maw={260} title={text}>{text}</Text>}
    </>
  )
}

/** Why a user cannot sign in, if so. */
export function AccountStatus({ user: { active, locked_until: locked } }: { user: UserRow }) {
  return (
    <>
      {!active && <StatusBadge label={t('Deactivated')} tone="danger" />}
      {locked !== null && <StatusBadge label={t('Locked')} tone="warning" />}
    </>
  )
}

/** The menu of a user’s row: what is allowed on the account, and its page. */
export function userItems(user: UserRow, actions: RowActions, account: string | undefined): MoreItem[] {
  const items = userButtons(user, actions).map(({ id, label, icon, run, isDanger }): MoreItem => ({ action: id, label, icon, onPress: run, isDanger }))
  const place: MoreItem[] = account === undefined ? [] : [{ label: t('Sessions and history'), icon: 'history', path: account }]
  return [...items.filter(({ isDanger }) => isDanger !== true), ...place, ...items.filter(({ isDanger }) => isDanger === true)]
}

function Verified({ user: { email_verified_at: at } }: { user: UserRow }) {
  return at === null ? <StatusBadge label={t('No')} tone="neutral" /> : <span title={formatDateTime(at)}><StatusBadge label={t('Yes')} tone="success" /></span>
}
