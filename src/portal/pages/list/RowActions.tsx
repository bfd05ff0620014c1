import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { editPath, pathTo, printPath, viewPageOf, wizardPageOf } from '../../shell/links.ts'
import type { MoreItem } from '../../shell/MoreMenu.tsx'
import { usePortal } from '../../shell/portal-context.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { RowMenu } from '../../ui/rows/RowMenu.tsx'
import { savingAction } from '../editable.ts'
import { useListRules } from './use-list-rules.ts'
import { useRowAction } from './use-row-action.ts'
import classes from './ListPage.module.css'

const RowDialog = lazy(() => import('./RowDialog.tsx').then((module) => ({ default: module.RowDialog })))

interface RowProps { manifest: ClientManifest; record: WireRecord; recordKey: string }
interface RowActionsProps extends RowProps { /** The record's address. */ path: string }

/** A menu of all that the current user may do with the row now, except the next step. */
export function RowActions({ manifest, record, recordKey, path }: RowActionsProps) {
  const { run, running } = useRowAction(manifest)
  const [opened, setOpened] = useState<string>()
  const steps = useSteps({ manifest, record, recordKey })
  const prints = usePrints({ manifest, record, recordKey })
  const { holds } = useListRules(manifest)
  const { caption, bootstrap } = usePortal()
  const hasWizard = wizardPageOf(bootstrap.pages, manifest.id, 'stored') !== undefined
  const [, ...otherSteps] = steps
  const mayEdit = savingAction(manifest, record._actions, 'main') !== undefined
  const dialogs = Object.entries(manifest.list.dialogs).filter(([, { when }]) => holds(when, record))
  const actions = record._actions.flatMap((id) => {
    const action = manifest.actions[id]
    return action?.place.includes('row') ? [action] : []
  }).map((action): MoreItem => ({
    action: action.id, label: caption(action.label), icon: action.icon ?? (action.deletes ? 'trash' : 'arrow-right'), isDanger: action.tone === 'danger' || action.deletes === true,
    onPress: () => void run(action, record, recordKey),
  }))
  const items: MoreItem[] = [
    { label: mayEdit ? t('Edit') : t('View'), icon: mayEdit ? 'pencil' : 'eye', path: mayEdit && hasWizard ? editPath(bootstrap.pages, manifest.id, recordKey) : path },
    ...(mayEdit && hasWizard ? [{ label: t('View'), icon: 'eye', path }] : []),
    ...otherSteps,
    ...prints,
    ...dialogs.map(([name, { label, icon = 'info-circle' }]) => ({ action: name, label, icon, onPress: () => setOpened(name) })),
    ...actions.filter(({ isDanger }) => isDanger !== true),
    ...actions.filter(({ isDanger }) => isDanger === true),
  ]
  const dialog = manifest.list.dialogs[opened ?? '']
  return (
    <>
      <RowMenu name={recordKey} items={items} isBusy={running !== null} />
      {dialog && <LazyBoundary><RowDialog manifest={manifest} dialog={dialog} recordKey={recordKey} onClose={() => setOpened(undefined)} /></LazyBoundary>}
    </>
  )
}

/** The step that is due next, as a button: what people come to the row for. */
export function NextStep({ manifest, record, recordKey }: RowProps) {
  const [next] = useSteps({ manifest, record, recordKey })
  return next && <Button className={classes.next ?? ''} component={Link} to={next.path} variant="light" size="compact-sm" aria-label={`${next.label} ${recordKey}`}>{next.label}</Button>
}

type LinkItem = MoreItem & { path: string }

/** The views of the record's card that are offered for the row, such as to issue what it requests. */
function useSteps({ manifest, record, recordKey }: RowProps): LinkItem[] {
  const { bootstrap } = usePortal()
  const { holds } = useListRules(manifest)
  return Object.entries(manifest.card.views).flatMap(([name, { label, icon = 'arrow-right', when, place }]) => {
    const page = label === undefined || !place.includes('row') || !holds(when, record) ? undefined : viewPageOf(bootstrap.pages, manifest.id, name)
    return label === undefined || page === undefined ? [] : [{ label, icon, path: pathTo(page, recordKey) }]
  })
}

function usePrints({ manifest, record, recordKey }: RowProps): LinkItem[] {
  const { bootstrap } = usePortal()
  const { holds } = useListRules(manifest)
  return Object.values(manifest.print)
    .filter(({ when, place }) => place.includes('row') && holds(when, record))
    .map(({ name, title }) => ({ label: title, icon: 'printer', path: printPath(bootstrap.pages, manifest.id, recordKey, name) }))
}
