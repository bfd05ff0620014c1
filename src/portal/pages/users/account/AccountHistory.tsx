import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../../core/index.ts'
import type { AccountEvent } from '../../../../contract/index.ts'
import { userHistoryQuery } from '../../../api/users.ts'
import { showMore } from '../../../api/show-more.ts'
import { ChangeLine } from '../../../ui/ChangeLine.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { settingValueText } from '../../../ui/setting-value-text.ts'
import { detailOf, outcomeOf } from '../../../ui/account-outcomes.ts'
import { FIELD_TITLES, roleTitles } from '../fields.ts'
import classes from './Account.module.css'

/** Changes to the account and its user's sign-ins and failed attempts, newest first; older ones load on demand. */
export function AccountHistory({ id }: { id: string }) {
  const answer = useInfiniteQuery(userHistoryQuery(id))
  const events = answer.data?.pages.flatMap((page) => page.data) ?? []
  const body = () => {
    if (answer.isPending) return <Stack gap="sm" aria-hidden>{[0, 1, 2].map((row) => <Skeleton key={row} height={44} />)}</Stack>
    if (answer.isError && events.length === 0) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    if (events.length === 0) return <Text size="sm" c="dimmed">{t('Nothing has happened yet.')}</Text>
    return (
      <>
        <ol className={classes.events} aria-label={t('What happened, newest first')}>
          {events.map((event) => <Event key={event.id} event={event} />)}
        </ol>
        {answer.hasNextPage && (
          <Button variant="default" size="sm" mt="md" loading={answer.isFetchingNextPage} onClick={() => void showMore(answer)}>{t('Show older')}</Button>
        )}
      </>
    )
  }
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="account-history" aria-busy={answer.isFetching}>
      <Title order={2} size="h4" id="account-history" mb="sm">{t('History')}</Title>
      {body()}
    </section>
  )
}

function Event({ event: { kind, at, by, givenBy, device, ip, detail, changes } }: { event: AccountEvent }) {
  const where = [by !== null && t('by {name}', { name: by }), device, ip].filter((part) => typeof part === 'string' && part !== '').join(', ')
  const how = detailOf(detail, givenBy)
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <StatusBadge {...outcomeOf(kind)} />
        <Text size="xs" c="dimmed">{formatDateTime(at)}</Text>
      </Group>
      {how !== '' && <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>{how}</Text>}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ name, from, to }) => (
            <li key={name}><ChangeLine title={FIELD_TITLES[name] ?? name} from={valueOf(name, from)} to={valueOf(name, to)} /></li>
          ))}
        </ul>
      )}
      {where !== '' && <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>{where}</Text>}
    </li>
  )
}

function valueOf(field: string, value: unknown): string {
  const isRoles = field === 'roles' && Array.isArray(value) && value.length > 0
  return isRoles ? roleTitles(value.map(String)) : settingValueText(value, '')
}
