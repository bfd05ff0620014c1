import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { SettingChange, SettingsChange } from '../../../../contract/index.ts'
import { settingsHistoryQuery } from '../../../api/settings-history.ts'
import { showMore } from '../../../api/show-more.ts'
import { ChangeLine } from '../../../ui/ChangeLine.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import classes from './History.module.css'
import { settingValueText } from '../../../ui/setting-value-text.ts'

/** Who changed which setting, when, from what and to what; older changes load on demand. */
export const HistorySection = memo(function HistorySection() {
  const answer = useInfiniteQuery(settingsHistoryQuery())
  const saves = answer.data?.pages.flatMap((page) => page.data) ?? []
  const body = () => {
    if (answer.isPending) return <Stack gap="sm" aria-hidden><Skeleton height={44} /><Skeleton height={44} /><Skeleton height={44} /></Stack>
    if (answer.isError && saves.length === 0) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    if (saves.length === 0) return <Text size="sm" c="dimmed">Nobody has changed a setting yet.</Text>
    return (
      <>
        <ol className={classes.saves} aria-label="Changes, newest first">{saves.map((save) => <Save key={save.id} save={save} />)}</ol>
        {answer.hasNextPage && <Button variant="default" size="sm" mt="md" loading={answer.isFetchingNextPage} onClick={() => void showMore(answer)}>Show older changes</Button>}
      </>
    )
  }
  return <SettingsSection id="history" title="Change history" description="Who changed which setting, and when.">{body()}</SettingsSection>
})

function Save({ save: { at, by, changes } }: { save: SettingsChange }) {
  return (
    <li>
      <Text size="sm"><Text span fw={560}>{by}</Text> <Text span c="dimmed">{formatDateTime(at)}</Text></Text>
      <ul className={classes.changes}>{changes.map((change) => <Change key={`${change.group}.${change.name}`} change={change} />)}</ul>
    </li>
  )
}

function Change({ change }: { change: SettingChange }) {
  const { title, isSecret, from, to, group } = change
  if (isSecret) return <li><b>{title}</b> was changed; its value is secret.</li>
  return <li><ChangeLine title={title} from={settingValueText(from, group)} to={settingValueText(to, group)} /></li>
}
