import { ActionIcon, Anchor, Box, Group, Text, Tooltip } from '@mantine/core'
import { Link } from 'react-router-dom'
import { ACCOUNT_FLAGS, type UserRow } from '../../../contract/index.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { AdminColumn } from '../../ui/admin-list/AdminList.tsx'
import { FIELD_TITLES } from './fields.ts'
import { userButtons, type UserButton } from './user-buttons.ts'
import type { RowActions } from './user-buttons.ts'

/** `account`: the address of a user's account page; undefined if there is none. */
type ColumnsInput = RowActions & { account: ((user: UserRow) => string) | undefined }

/** The columns, in their fixed order; actions that are not allowed have no button. */
export function userColumns(input: ColumnsInput): AdminColumn<UserRow>[] {
  return [
    { id: 'name', title: 'Name', render: (user) => <Name user={user} account={input.account} /> },
    { id: 'email', title: 'Email', isShort: true, render: ({ email }) => email },
    { id: 'verified', title: 'email Verified', isShort: true, render: (user) => <Verified user={user} /> },
    { id: 'employee', title: 'employee Number', isShort: true, render: ({ employee }) => employee ?? '' },
    { id: 'gender', title: 'Gender', isShort: true, render: ({ gender }) => gender ?? '' },
    { id: 'company', title: 'Default Company', isShort: true, render: ({ default_company: company }) => company },
    { id: 'actions', title: 'Actions', isShort: true, render: (user) => <Actions user={user} {...input} /> },
  ]
}

function Name({ user, account }: Pick<ColumnsInput, 'account'> & { user: UserRow }) {
  const marks = ACCOUNT_FLAGS.filter((flag) => user[flag]).map((flag) => FIELD_TITLES[flag])
  return (
    <div>
      <Group gap={8}>
        {account ? <Anchor component={Link} to={account(user)} size="sm" fw={560}>{user.name}</Anchor> : <Text size="sm" fw={560}>{user.name}</Text>}
        <AccountStatus user={user} />
      </Group>
      {marks.length > 0 && <Text size="xs" c="dimmed">{marks.join(', ')}</Text>}
      {user.inactive_reason !== null && <Text size="xs" c="dimmed">{user.inactive_reason}</Text>}
    </div>
  )
}

/** Why a user cannot sign in, if so. */
export function AccountStatus({ user: { active, locked_until: locked } }: { user: UserRow }) {
  return (
    <>
      {!active && <StatusBadge label="Deactivated" tone="danger" />}
      {locked !== null && <StatusBadge label="Locked" tone="warning" />}
    </>
  )
}

function Verified({ user: { email_verified_at: at } }: { user: UserRow }) {
  return at === null ? <StatusBadge label="No" tone="neutral" /> : <span title={formatDateTime(at)}><StatusBadge label="Yes" tone="success" /></span>
}

function Actions({ user, account, ...actions }: ColumnsInput & { user: UserRow }) {
  const buttons = userButtons(user, actions)
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {buttons.filter(({ id }) => !PLACES.includes(id)).map((button) => <RowButton key={button.id} button={button} user={user} />)}
      {account && (
        <Tooltip label="Sessions and history">
          <ActionIcon component={Link} to={account(user)} variant="subtle" color="gray" size={36} aria-label={`Sessions and history of ${user.name}`}>
            <Icon name="history" />
          </ActionIcon>
        </Tooltip>
      )}
      {PLACES.map((place) => {
        const button = buttons.find(({ id }) => id === place)
        return button ? <RowButton key={place} button={button} user={user} /> : <Box key={place} w={36} visibleFrom="sm" aria-hidden />
      })}
    </Group>
  )
}

/** Most rows have these buttons; a missing one leaves its place empty, so that the others stay aligned. */
const PLACES = ['edit', 'reset', 'delete']

function RowButton({ button: { label, icon, run, isDanger, isBusy }, user }: { button: UserButton; user: UserRow }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color={isDanger ? 'error' : 'gray'} size={36} aria-label={`${label} ${user.name}`} loading={isBusy} onClick={run}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  )
}
