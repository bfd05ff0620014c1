import { UnstyledButton } from '@mantine/core'
import type { ClientManifest } from '../../../contract/index.ts'
import { TAB } from './list-state.ts'
import classes from './ListTabs.module.css'
import type { ListState } from './use-list-state.ts'

/** Tabs above the rows, each for some states, and one for all; on a phone they scroll sideways. */
export function ListTabs({ manifest, state }: { manifest: ClientManifest; state: ListState }) {
  const tabs = Object.entries(manifest.list.tabs)
  if (tabs.length === 0) return null
  const chosen = state.query[TAB] ?? ''
  return (
    <div className={classes.tabs} role="group" aria-label="Show">
      <Tab title="All" isChosen={chosen === ''} onChoose={() => state.set({ [TAB]: undefined })} />
      {tabs.map(([name, { title }]) => <Tab key={name} name={name} title={title} isChosen={chosen === name} onChoose={() => state.set({ [TAB]: name })} />)}
    </div>
  )
}

function Tab({ name = 'all', title, isChosen, onChoose }: { name?: string; title: string; isChosen: boolean; onChoose: () => void }) {
  return <UnstyledButton className={classes.tab ?? ''} data-tab={name} aria-pressed={isChosen} onClick={onChoose}>{title}</UnstyledButton>
}
