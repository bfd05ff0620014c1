import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { pathTo, printPath, viewPageOf } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { savingAction } from '../editable.ts'
import { RowDialogs } from './RowDialogs.tsx'
import { useListRules } from './use-list-rules.ts'
import { useRowAction } from './use-row-action.ts'

/** Open, print, and the actions that the current user may run on this row now. */
export function RowActions({ manifest, record, recordKey, path: ownPath }: { manifest: ClientManifest; record: WireRecord; recordKey: string; /** The record's address. */ path: string }) {
  const { bootstrap, caption } = usePortal()
  const { run, running } = useRowAction(manifest)
  const { holds } = useListRules(manifest)
  const actions = record._actions.flatMap((id) => {
    const action = manifest.actions[id]
    return action?.place.includes('row') ? [action] : []
  })
  const mayEdit = savingAction(manifest, record._actions, 'main') !== undefined
  const prints = Object.values(manifest.print).filter((print) => print.place.includes('row') && holds(print.when, record))
  const views = Object.entries(manifest.card.views).filter(([, view]) => view.label !== undefined && view.place.includes('row') && holds(view.when, record))
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {prints.map((print) => {
        const path = printPath(bootstrap.pages, manifest.id, recordKey, print.name)
        return path === undefined ? null : (
          <Tooltip key={print.name} label={print.title}>
            <ActionIcon component={Link} to={path} variant="subtle" color="gray" size={34} aria-label={`${print.title} of ${recordKey}`}><Icon name="printer" /></ActionIcon>
          </Tooltip>
        )
      })}
      {views.map(([name, view]) => {
        const page = viewPageOf(bootstrap.pages, manifest.id, name)
        return page === undefined ? null : (
          <Tooltip key={name} label={view.label}>
            <ActionIcon component={Link} to={pathTo(page, recordKey)} variant="subtle" color="gray" size={34} aria-label={`${view.label ?? ''} ${recordKey}`}><Icon name={view.icon} fallback="arrow-right" /></ActionIcon>
          </Tooltip>
        )
      })}
      <RowDialogs manifest={manifest} record={record} recordKey={recordKey} />
      {actions.map((action) => (
        <Tooltip key={action.id} label={caption(action.label)}>
          <ActionIcon variant="subtle" color={action.tone === 'danger' ? 'error' : 'gray'} size={34} aria-label={`${caption(action.label)} ${recordKey}`} loading={running === `${action.id}:${recordKey}`}
            onClick={() => void run(action, record, recordKey)}>
            <Icon name={action.icon} fallback={action.deletes ? 'trash' : 'arrow-right'} />
          </ActionIcon>
        </Tooltip>
      ))}
      <Tooltip label={mayEdit ? 'Edit' : 'View'}>
        <ActionIcon component={Link} to={ownPath} variant="light" color="primary" size={34} aria-label={`${mayEdit ? 'Edit' : 'View'} ${recordKey}`}>
          <Icon name={mayEdit ? 'pencil' : 'eye'} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
