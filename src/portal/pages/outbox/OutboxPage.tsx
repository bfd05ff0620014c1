import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import type { OutboxRow } from '../../../contract/index.ts'
import { outboxQuery } from '../../api/queries.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { AdminList, EmptyAdminList } from '../../ui/admin-list/AdminList.tsx'
import type { AdminColumn } from '../../ui/admin-list/AdminList.tsx'
import { AdminSearch } from '../../ui/admin-list/AdminSearch.tsx'
import { countText } from '../../ui/admin-list/rows.ts'
import { formatDateTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { DELIVERIES } from './deliveries.ts'
import { MessageDialog } from './MessageDialog.tsx'
import { searchMessages } from './messages.ts'

const STEP = 25

const COLUMNS: AdminColumn<OutboxRow>[] = [
  { id: 'subject', title: t('Subject'), render: ({ subject }) => subject },
  { id: 'recipient', title: t('To'), isWide: true, render: ({ recipient }) => recipient },
  { id: 'delivery', title: t('Delivery'), render: ({ delivery }) => <StatusBadge {...DELIVERIES[delivery]} /> },
  { id: 'at', title: t('Written'), render: ({ createdAt }) => formatDateTime(createdAt) },
]

/** The portal's outgoing messages and their delivery status. */
export function OutboxPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const { data, error, isFetching, refetch } = useQuery(outboxQuery())
  const [{ search, delivery }, change] = useAddress(['search', 'delivery'])
  const [shown, setShown] = useState(STEP)
  const [open, setOpen] = useState<OutboxRow>()
  const found = data && searchMessages(data, search, delivery)
  const narrow = (changes: Parameters<typeof change>[0]) => {
    setShown(STEP)
    change(changes)
  }
  const deliveries = Object.entries(DELIVERIES).filter(([name]) => name === delivery || data?.some((message) => message.delivery === name))
  return (
    <Screen page={page} title={page.title ? caption(page.title) : t('Outbox')} subtitle={t('Every mail that the portal has written, newest first.')}>
      <AdminList
        page={page.id} label={t('Messages')} columns={COLUMNS} keyOf={({ id }) => String(id)} nameOf={({ subject }) => subject} onOpen={setOpen}
        list={{ rows: found?.slice(0, shown), error, isFetching, retry: () => void refetch(), isLoadingMore: false, count: found ? countText(Math.min(shown, found.length), found.length) : '', more: found && shown < found.length ? () => setShown(shown + STEP) : undefined }}
        filters={
          <>
            <AdminSearch value={search} placeholder={t('Subject, recipient or text')} onSearch={(text) => narrow({ search: text })} />
            <NativeSelect aria-label={t('Delivery')} data={[{ value: '', label: t('Any delivery') }, ...deliveries.map(([value, { label }]) => ({ value, label }))]} value={delivery} onChange={({ currentTarget: { value } }) => narrow({ delivery: value })} />
          </>
        }
        empty={<EmptyAdminList isNarrowed={search !== '' || delivery !== ''} title={t('No messages yet')} text={t('Messages that the portal sends are listed here.')} onClear={() => narrow({ search: '', delivery: '' })} />}
      />
      {open && <MessageDialog message={open} onClose={() => setOpen(undefined)} />}
    </Screen>
  )
}
