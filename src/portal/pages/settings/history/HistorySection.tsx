import { Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { t } from '../../../../core/index.ts'
import { settingsHistoryQuery } from '../../../api/settings-history.ts'
import { AdminList, type AdminColumn } from '../../../ui/admin-list/AdminList.tsx'
import { pagedRows } from '../../../ui/admin-list/rows.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { HISTORY } from '../setting-pages.ts'
import { changedSettings, type ChangedSetting } from './changed-settings.ts'

const COLUMNS: AdminColumn<ChangedSetting>[] = [
  { id: 'setting', title: t('Setting'), render: ({ title }) => title },
  { id: 'from', title: t('Was'), render: ({ from }) => from },
  { id: 'to', title: t('Is'), isWide: true, render: ({ to }) => to },
  { id: 'by', title: t('Changed by'), render: ({ by }) => by },
  { id: 'at', title: t('When'), render: ({ at }) => formatDateTime(at) },
]

/** Who changed which setting, when, from what and to what; older changes load on demand. */
export const HistorySection = memo(function HistorySection() {
  const answer = useInfiniteQuery(settingsHistoryQuery())
  const saves = pagedRows(answer)
  return (
    <section aria-labelledby="settings-history" data-section={HISTORY.name}>
      <Title order={2} size="h4" id="settings-history" mb="sm">{HISTORY.title}</Title>
      <AdminList
        page="settings-history" label={t('Changes, newest first')} list={{ ...saves, rows: saves.rows && changedSettings(saves.rows), count: saves.count === '' ? '' : `${saves.count} saves` }} columns={COLUMNS}
        keyOf={({ key }) => key} nameOf={({ title }) => title} filters={<Text size="sm" c="dimmed">{HISTORY.description}</Text>}
        empty={<EmptyState icon="history" title={t('No changes yet')} text={t('Nobody has changed a setting.')} />}
      />
    </section>
  )
})
