import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import type { ClientManifest } from '../../../contract/index.ts'
import { wireName, t } from '../../../core/index.ts'
import type { MoreItem } from '../../shell/MoreMenu.tsx'
import { OnDemand } from '../../shell/on-demand.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { queryToKeep } from './list-preference.ts'
import type { ListPreference, SavedView } from './list-preference.ts'
import { drawnColumns } from './rows.ts'
import type { ListState } from './use-list-state.ts'

const loadMenu = () => import('../../shell/menus.ts').then(({ MoreMenu }) => MoreMenu)
const ColumnsDialog = lazy(() => import('../../ui/ColumnsDialog.tsx').then((module) => ({ default: module.ColumnsDialog })))
const ViewsDialog = lazy(() => import('./ViewsDialog.tsx').then((module) => ({ default: module.ViewsDialog })))

interface ListMenuProps { manifest: ClientManifest; state: ListState; preference: ListPreference; onArrange: (preference: ListPreference) => void }

/** What can be done with the whole list: the saved views, its columns, and a file of its rows. */
export function ListMenu({ manifest, state, preference, onArrange }: ListMenuProps) {
  const [dialog, setDialog] = useState<'columns' | 'views'>()
  const [params, change] = useQueryParams()
  const { columns: _, ...standard } = preference
  const arrange = (columns: string[] | undefined) => onArrange(columns === undefined ? standard : { ...standard, columns })
  const open = ({ query, columns }: SavedView) => {
    change(() => new URLSearchParams(query))
    if (columns?.join() !== preference.columns?.join()) arrange(columns)
  }
  const save = () => void import('./export-list.ts').then(({ exportList }) => exportList(manifest, state.query, drawnColumns(manifest, state.scope).map(({ field }) => wireName(manifest.shape, field))))
  const close = () => setDialog(undefined)
  const items: MoreItem[] = [
    ...preference.views.map((view) => ({ action: `view:${view.name}`, label: view.name, icon: view.name === preference.first ? 'star' : 'filter', onPress: () => open(view) })),
    { action: 'views', label: t('Saved views'), icon: 'save', onPress: () => setDialog('views') },
    { action: 'columns', label: t('Columns'), icon: 'adjustments', onPress: () => setDialog('columns') },
    { action: 'export', label: t('Export'), icon: 'download', onPress: save },
  ]
  return (
    <>
      <OnDemand load={loadMenu} rest={{ items, position: 'bottom-end' }} button={<Button variant="default" px="sm" aria-label={t('More for this list')}><Icon name="dots" /></Button>} />
      {dialog === 'columns' && <LazyBoundary><ColumnsDialog columns={Object.values(manifest.list.columns)} shown={drawnColumns(manifest).map(({ field }) => field)} onChange={arrange} onClose={close} /></LazyBoundary>}
      {dialog === 'views' && <LazyBoundary><ViewsDialog preference={preference} query={queryToKeep(params)} onChange={onArrange} onClose={close} /></LazyBoundary>}
    </>
  )
}
