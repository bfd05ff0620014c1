import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { SignInRecord } from '../../../contract/index.ts'
import { signInsQuery } from '../../api/sign-ins.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminList, EmptyAdminList } from '../../ui/admin-list/AdminList.tsx'
import type { AdminColumn } from '../../ui/admin-list/AdminList.tsx'
import { AdminSearch } from '../../ui/admin-list/AdminSearch.tsx'
import { pagedRows } from '../../ui/admin-list/rows.ts'
import { useAddress } from '../../ui/use-address.ts'
import { detailOf, outcomeOf } from '../../ui/account-outcomes.ts'

const COLUMNS: AdminColumn<SignInRecord>[] = [
  { id: 'who', title: t('Who'), render: ({ name, who }) => name ?? who },
  { id: 'email', title: t('Email'), render: ({ name, who }) => (name === null ? '' : who) },
  { id: 'outcome', title: t('Outcome'), render: (row) => <StatusBadge {...outcomeOf(row.outcome)} /> },
  { id: 'at', title: t('When'), render: ({ at }) => formatDateTime(at) },
  { id: 'device', title: t('Device'), render: ({ device }) => device ?? '' },
  { id: 'ip', title: t('Address'), render: ({ ip }) => ip ?? '' },
  { id: 'detail', title: t('Detail'), isWide: true, render: ({ detail, outcome, by }) => detailOf(detail, outcome === 'link-used' ? by : null) },
]

/** Sign-ins to this company and failed attempts. */
export function SignInLogPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const [{ search }, change] = useAddress(['search'])
  const answer = useInfiniteQuery(signInsQuery(search))
  return (
    <Screen page={page} title={page.title ? caption(page.title) : t('Sign-in log')} subtitle={t('Who signed in to this company or tried to, newest first.')}>
      <AdminList
        page={page.id} label={t('Sign-ins')} list={pagedRows(answer)} columns={COLUMNS} keyOf={({ id }) => String(id)} nameOf={({ name, who }) => name ?? who}
        filters={<AdminSearch value={search} placeholder={t('Name, e-mail, address or device')} onSearch={(text) => change({ search: text })} />}
        empty={<EmptyAdminList isNarrowed={search !== ''} title={t('Nobody has signed in yet')} text={t('Every sign-in and every attempt is listed here.')} onClear={() => change({ search: '' })} />}
      />
    </Screen>
  )
}
