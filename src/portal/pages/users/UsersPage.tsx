import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
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

const SHOWN = [{ value: '1', label: t('Active') }, { value: '0', label: t('Deactivated') }, { value: 'all', label: t('All') }]

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
    <Screen page={page} title={page.title ? caption(page.title) : t('Users')} subtitle={t('Who can sign in, and what they may do.')} isCompact
      actions={bootstrap.rights.includes('access') && <Button leftSection={<Icon name="plus" size={17} />} onClick={onNew}>{t('New user')}</Button>}>
      <AdminList
        page={page.id} label={t('Users')} list={pagedRows(answer)} columns={USER_COLUMNS} keyOf={({ id }) => id} nameOf={({ name }) => name} pathOf={account}
        asideOf={(user) => <BesideName user={user} />} actionsOf={(user) => userItems(user, actions, account(user))} isBusy={({ id }) => actions.busy?.endsWith(`:${id}`) === true}
        filters={
          <>
            <AdminSearch value={search} placeholder={t('Name, e-mail or employee number')} onSearch={(text) => change({ search: text })} />
            <NativeSelect aria-label={t('Which users')} data={SHOWN} value={active === '' ? '1' : active} onChange={({ currentTarget: { value } }) => change({ active: value === '1' ? '' : value })} />
          </>
        }
        empty={<EmptyAdminList isNarrowed={search !== ''} {...nobody(active)} onClear={() => change({ search: '' })} />}
      />
      {dialogs}
    </Screen>
  )
}

function nobody(active: string): { title: string; text: string } {
  if (active === '0') return { title: t('Nobody is deactivated'), text: t('Deactivated users are listed here and can be restored.') }
  return { title: t('No users yet'), text: t('Add the first one.') }
}

function filterOf(active: string): UserFilter['active'] {
  if (active === 'all') return ''
  return active === '0' ? '0' : '1'
}
