import { UnstyledButton } from '@mantine/core'
import type { ClientManifest } from '../../../contract/index.ts'
import { stateLabel, wireName, t } from '../../../core/index.ts'
import { useScrollRow } from '../../ui/use-scroll-row.ts'
import { formatNumber } from '../../ui/format.ts'
import { areSameStates, chosenStates, TAB } from './list-state.ts'
import classes from './ListTabs.module.css'
import type { ListState } from './use-list-state.ts'

interface ListTabsProps { manifest: ClientManifest; state: ListState; /** Rows by tab, and of `all`. */ counts: Record<string, number> | undefined }

/** Tabs above the rows, each for some states, and one for all; on a phone they scroll sideways. */
export function ListTabs({ manifest, state, counts }: ListTabsProps) {
  const tabs = Object.entries(manifest.list.tabs)
  const chosen = chosenStates(manifest, state)
  const row = useScrollRow(chosen?.join() ?? '')
  if (tabs.length === 0) return null
  const choose = (name: string | undefined) => state.set({ [wireName(manifest.shape, manifest.stateField)]: undefined, [TAB]: name })
  return (
    <div ref={row} className={`dirisha-scroll-row ${classes.tabs ?? ''}`} role="group" aria-label={t('Show')}>
      <Tab title={manifest.messages['tabs.all'] ?? t('All')} count={counts?.['all']} isChosen={chosen === undefined} onChoose={() => choose(undefined)} />
      {tabs.map(([name, { title, states }]) => <Tab key={name} name={name} title={title} counts={states.length > 1 ? [...new Set(states.map((one) => stateLabel(manifest, one)))].join(', ') : undefined} count={counts?.[name]} isChosen={chosen !== undefined && areSameStates(chosen, states)} onChoose={() => choose(name)} />)}
    </div>
  )
}

interface TabProps { name?: string; title: string; /** The statuses that it counts, if several. */ counts?: string | undefined; count: number | undefined; isChosen: boolean; onChoose: () => void }

function Tab({ name = 'all', title, counts, count, isChosen, onChoose }: TabProps) {
  return (
    <UnstyledButton className={classes.tab ?? ''} data-tab={name} title={counts} aria-pressed={isChosen} onClick={onChoose}>
      {title}<span className={classes.count}>{count === undefined ? '' : formatNumber(count)}</span>
    </UnstyledButton>
  )
}
