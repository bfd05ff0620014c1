import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserRow } from '../../../contract/index.ts'
import { usersQuery } from '../../api/users.ts'
import type { UserFilter } from '../../api/users.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { Icon } from '../../ui/icons.tsx'
import { AdminList, Nothing } from '../admin-list/AdminList.tsx'
import { SearchField } from '../admin-list/SearchField.tsx'
import { useAddress } from '../admin-list/use-address.ts'
import { userColumns } from './columns.tsx'
import { ReassignDialog } from './ReassignDialog.tsx'
import { useUserActions } from './use-user-actions.ts'
import { UserDialog } from './UserDialog.tsx'

const SHOWN = [{ value: '1', label: 'Active' }, { value: '0', label: 'Deactivated' }, { value: 'all', label: 'All' }]

/** What is open over the list: a user's details (those of nobody yet for a new one), or the hand-over of what waits for one. */
type Open = { dialog: 'details'; user: UserRow | null } | { dialog: 'reassign'; user: UserRow; thenDeletes: boolean }

/** Everybody who can sign in, or could. */
export function UsersPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const [{ search, active }, change] = useAddress(['search', 'active'])
  const filter: UserFilter = { search, active: filterOf(active) }
  const answer = useInfiniteQuery(usersQuery(filter))
  const [open, setOpen] = useState<Open | null>(null)
  const actions = useUserActions({ onReassign: (user, thenDeletes) => setOpen({ dialog: 'reassign', user, thenDeletes }) })
  const columns = userColumns({ ...actions, onEdit: (user) => setOpen({ dialog: 'details', user }) })
  const isNarrowed = search !== '' || active !== ''
  return (
    <Screen page={page} title={page.title ? caption(page.title) : 'Users'} subtitle="Who can sign in, and what they may do." isCompact
      actions={<Button leftSection={<Icon name="plus" size={17} />} onClick={() => setOpen({ dialog: 'details', user: null })}>New user</Button>}>
      <AdminList
        label="Users" answer={answer} columns={columns} keyOf={({ id }) => id}
        filters={
          <>
            <SearchField value={search} placeholder="Name, e-mail or employee number" onSearch={(text) => change({ search: text })} />
            <NativeSelect aria-label="Which users" data={SHOWN} value={active === '' ? '1' : active} onChange={({ currentTarget: { value } }) => change({ active: value === '1' ? '' : value })} />
          </>
        }
        empty={<Nothing isNarrowed={isNarrowed} title="No users yet" text="Add the first one." onClear={() => change({ search: '', active: '' })} />}
      />
      {open?.dialog === 'details' && <UserDialog user={open.user} onClose={() => setOpen(null)} />}
      {open?.dialog === 'reassign' && <ReassignDialog user={open.user} onClose={() => setOpen(null)} onMoved={(user) => open.thenDeletes && void actions.onDelete(user)} />}
    </Screen>
  )
}

function filterOf(active: string): UserFilter['active'] {
  if (active === 'all') return ''
  return active === '0' ? '0' : '1'
}
