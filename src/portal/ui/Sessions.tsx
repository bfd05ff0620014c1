import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import { t } from '../../core/index.ts'
import type { Answer, SessionAnswer } from '../../contract/index.ts'
import { messageOf } from '../api/client.ts'
import { ErrorState } from './ErrorState.tsx'
import { formatDateTime } from './format.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { toast } from './toasts.ts'
import classes from './Sessions.module.css'

interface SessionsProps {
  answer: UseQueryResult<SessionAnswer[]>
  /** Ends one session, or with null all that can be ended here; undefined if none can. */
  end: ((id: string | null) => Promise<Answer>) | undefined
  /** The caption of the button that ends all. */
  all: string
  /** Asks for confirmation before all are ended. */
  sure?: () => Promise<boolean>
  /** The cache key to refetch after a session has ended. */
  touches: QueryKey
}

/** A user's sessions. The current session cannot be ended here. */
export function Sessions({ answer: { data, error, refetch }, end, all, sure, touches }: SessionsProps) {
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: async (id: string | null) => {
      if (end === undefined || (id === null && sure !== undefined && !(await sure()))) return undefined
      return end(id)
    },
    onSuccess: (answer) => answer && toast.success(answer.message),
    onError: (failure) => toast.warning(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: touches }),
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />
  const isEnding = (id: string | null): boolean => ending.isPending && ending.variables === id
  const others = data.filter(({ current }) => !current)
  const isAllUseful = end !== undefined && others.length > 0 && data.length > 1
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="sessions">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="sessions">{t('Sessions')}</Title>
        {isAllUseful && <Button variant="default" size="xs" loading={isEnding(null)} onClick={() => ending.mutate(null)}>{all}</Button>}
      </Group>
      {data.length === 0 && <Text size="sm" c="dimmed">{t('Not signed in anywhere now.')}</Text>}
      <ul className={classes.sessions}>
        {data.map((session) => (
          <Row key={session.id} session={session} isEnding={isEnding(session.id)} onEnd={end && (() => ending.mutate(session.id))} />
        ))}
      </ul>
    </section>
  )
}

function Row({ session, isEnding, onEnd }: { session: SessionAnswer; isEnding: boolean; onEnd: (() => void) | undefined }) {
  const { ip, startedAt, seenAt, current } = session
  const device = session.device === '' ? t('Unknown device') : session.device
  return (
    <li>
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Text fw={560} style={{ overflowWrap: 'anywhere' }}>{device}</Text>
        <Text size="sm" c="dimmed">{ip === null ? t('Since {date}', { date: formatDateTime(startedAt) }) : t('Since {date}, from {address}', { date: formatDateTime(startedAt), address: ip })}</Text>
        {!current && <Text size="sm" c="dimmed">{t('Last used {date}', { date: formatDateTime(seenAt) })}</Text>}
      </Stack>
      {current && <StatusBadge label={t('This session')} tone="success" />}
      {!current && onEnd && (
        <Button variant="default" size="xs" loading={isEnding} aria-label={t('End the session on {device}', { device })} onClick={onEnd}>{t('End')}</Button>
      )}
    </li>
  )
}
