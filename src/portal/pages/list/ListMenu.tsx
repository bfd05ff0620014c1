import { Button } from '@mantine/core'
import type { ClientManifest } from '../../../contract/index.ts'
import type { MoreItem } from '../../shell/MoreMenu.tsx'
import { OnDemand } from '../../shell/on-demand.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { ListState } from './use-list-state.ts'

const loadMenu = () => import('../../shell/menus.ts').then(({ MoreMenu }) => MoreMenu)

/** What can be done with the whole list. */
export function ListMenu({ manifest, state }: { manifest: ClientManifest; state: ListState }) {
  const items: MoreItem[] = [
    { action: 'export', label: 'Export', icon: 'download', onPress: () => void import('./export-list.ts').then(({ exportList }) => exportList(manifest, state.query)) },
  ]
  return <OnDemand load={loadMenu} rest={{ items, position: 'bottom-end' }} button={<Button variant="default" px="sm" aria-label="More for this list"><Icon name="dots" /></Button>} />
}
