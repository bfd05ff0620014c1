import { Skeleton, UnstyledButton } from '@mantine/core'
import { statesOfWire, wireName, t } from '../../../core/index.ts'
import type { ClientManifest } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { formatNumber } from '../../ui/format.ts'
import { areSameStates, chosenStates, TAB, tabAround } from './list-state.ts'
import type { ListState } from './use-list-state.ts'
import classes from './ListPage.module.css'

interface ListTilesProps { manifest: ClientManifest; state: ListState; counts: Record<string, number> | undefined; isLoading: boolean }

/** Counts by state; a click filters, a second click shows all again. */
export function ListTiles({ manifest, state, counts, isLoading }: ListTilesProps) {
  const { caption } = usePortal()
  const tiles = Object.entries(manifest.list.tiles)
  if (tiles.length === 0) return null
  const field = wireName(manifest.shape, manifest.stateField)
  const states = chosenStates(manifest, state)
  const isChosen = (name: string): boolean => (name === 'all' ? states === undefined : states !== undefined && areSameStates(states, statesOfWire(manifest, name)))
  /** A tab may count these and further states under another word. */
  const note = (name: string): string | undefined => {
    const tab = tabAround(manifest, name)
    return tab && t('part of {tab}', { tab })
  }
  return (
    <div className={classes.tiles} role="group" aria-label={t('Filter by status')}>
      {tiles.map(([name, title]) => (
        <UnstyledButton key={name} className={classes.tile ?? ''} aria-pressed={isChosen(name)} data-tile={name}
          onClick={() => state.set({ [TAB]: undefined, [field]: name === 'all' || isChosen(name) ? undefined : name })}>
          <span className={classes.tileCount}><Count count={counts && (counts[name] ?? 0)} isLoading={isLoading} /></span>
          <span className={classes.tileLabel}>{caption(title)}{note(name) !== undefined && <span className={classes.tileNote}>{note(name)}</span>}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}

function Count({ count, isLoading }: { count: number | undefined; isLoading: boolean }) {
  if (count !== undefined) return formatNumber(count)
  return isLoading ? <Skeleton component="span" display="block" height="1em" width={36} my="0.1em" /> : '–'
}
