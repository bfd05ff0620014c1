import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UserRow } from '../../../contract/index.ts'
import { usersQuery } from '../../api/users.ts'
import type { UserFilter } from '../../api/users.ts'
import { pathTo } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { Icon } from '../../ui/icons.tsx'
import { AdminList, EmptyAdminList } from '../../ui/admin-list/AdminList.tsx'
import { AdminSearch } from '../../ui/admin-list/AdminSearch.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { pagedRows } from '../../ui/admin-list/rows.ts'
import { BesideName, USER_COLUMNS, userItems } from './columns.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'

const SHOWN = [{ value: '1', label: 'Active' }, { value: '0', label: 'Deactivated' }, { value: 'all', label: 'All' }]

/** All active and deactivated users. */
export function UsersPage({ page }: ScreenProps) {
  const { bootstrap, caption } = usePortal()
  const [{ search, active }, change] = useAddress(['search', 'active'])
  const filter: UserFilter = { search, active: filterOf(active) }
  const answer = useInfiniteQuery(usersQuery(filter))
  const { actions, onNew, dialogs } = useUserDialogs()
  const one = Object.values(bootstrap.pages).find(({ screen }) => screen === 'user')
  const account = ({ id }: UserRow) => one && pathTo(one, id)
  return (
    <Screen page={page} title={page.title ? caption(page.title) : 'Users'} subtitle="Who can sign in, and what they may do." isCompact
      actions={bootstrap.rights.includes('access') && <Button leftSection={<Icon name="plus" size={17} />} onClick={onNew}>New user</Button>}>
      <AdminList
        page={page.id} label="Users" list={pagedRows(answer)} columns={USER_COLUMNS} keyOf={({ id }) => id} nameOf={({ name }) => name} pathOf={account}
        asideOf={(user) => <BesideName user={user} />} actionsOf={(user) => userItems(user, actions, account(user))} isBusy={({ id }) => actions.busy?.endsWith(`:${id}`) === true}
        filters={
          <>
            <AdminSearch value={search} placeholder="Name, e-mail or employee number" onSearch={(text) => change({ search: text })} />
            <NativeSelect aria-label="Which users" data={SHOWN} value={active === '' ? '1' : active} onChange={({ currentTarget: { value } }) => change({ active: value === '1' ? '' : value })} />
          </>
        }
        empty={<EmptyAdminList isNarrowed={search !== ''} {...nobody(active)} onClear={() => change({ search: '' })} />}
      />
      {dialogs}
    </Screen>
  )
}

function nobody(active: string): { title: string; text: string } {
  if (active === '0') return { title: 'Nobody is deactivated', text: 'Deactivated users are listed here and can be restored.' }
  return { title: 'No users yet', text: 'Add the first one.' }
}

function filterOf(active: string): UserFilter['active'] {
  if (active === 'all') return ''
  return active === '0' ? '0' : '1'
}
