import { ActionIcon, Tooltip } from '@mantine/core'
import { lazy, useState } from 'react'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { useListRules } from './use-list-rules.ts'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const RowDialog = lazy(() => import('./RowDialog.tsx').then((module) => ({ default: module.RowDialog })))

/** Buttons of a row that show parts of its record without leaving the list. */
export function RowDialogs({ manifest, record, recordKey }: { manifest: ClientManifest; record: WireRecord; recordKey: string }) {
  const { holds } = useListRules(manifest)
  const [opened, setOpened] = useState<string>()
  const dialog = manifest.list.dialogs[opened ?? '']
  return (
    <>
      {Object.entries(manifest.list.dialogs).filter(([, { when }]) => holds(when, record)).map(([name, { label, icon }]) => (
        <Tooltip key={name} label={label}>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={`${label} of ${recordKey}`} aria-haspopup="dialog" onClick={() => setOpened(name)}>
            <Icon name={icon} fallback="info-circle" />
          </ActionIcon>
        </Tooltip>
      ))}
      {dialog && <LazyBoundary><RowDialog manifest={manifest} dialog={dialog} recordKey={recordKey} onClose={() => setOpened(undefined)} /></LazyBoundary>}
    </>
  )
}
