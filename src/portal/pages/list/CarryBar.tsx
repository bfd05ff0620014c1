import { Button, CloseButton, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { wireName, t } from '../../../core/index.ts'
import type { ResolvedCarry } from '../../../core/index.ts'
import { writeCarried } from '../../shell/carried-text.ts'
import { pathTo } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Selection } from './use-selection.ts'
import classes from './CarryBar.module.css'
import { bottomBar } from '../../ui/bottom-bar.ts'

/** What can be created from the selected rows. */
export function CarryBar({ manifest, carries, selection }: { manifest: ClientManifest; carries: ResolvedCarry[]; selection: Selection }) {
  const { bootstrap } = usePortal()
  const count = selection.records.length
  return (
    <div ref={bottomBar} className={classes.bar} role="toolbar" aria-label={t('With the selected rows')}>
      <Text size="sm" fw={600} aria-live="polite">{t('{count} selected', { count })}</Text>
      <CloseButton aria-label={t('Clear selection')} onClick={selection.clear} />
      <span className={classes.spacer} />
      {carries.map((carry, index) => {
        const page = bootstrap.pages[carry.page]
        return page === undefined ? null : (
          <Button key={carry.label} component={Link} variant={index === 0 ? 'filled' : 'default'} leftSection={<Icon name={carry.icon} fallback="plus" size={17} />}
            to={pathTo(page, undefined, { ...carry.with, [carry.as]: carried(manifest, carry, selection.records) })}>{carry.label}</Button>
        )
      })}
    </div>
  )
}

/** The values carried from the rows; a zero is left for the user to fill in. */
function carried(manifest: ClientManifest, { values }: ResolvedCarry, records: WireRecord[]): string {
  const text = (value: unknown): string => (typeof value === 'string' || (typeof value === 'number' && value !== 0) ? String(value) : '')
  return writeCarried(records.map((record) => values.map((field) => text(record[wireName(manifest.shape, field)]))))
}
