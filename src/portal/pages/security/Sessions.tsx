import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionAnswer } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { endOtherSessions, endSessionOf, sessionsQuery } from '../../api/security.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toasts.ts'
import classes from './Security.module.css'

/** Where the person is signed in; what is not theirs any more can be ended. */
export function Sessions() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery())
  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions() : endSessionOf(id)),
    onSuccess: ({ message }) => toast.success(message),
    onError: (failure) => toast.warning(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="sessions">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="sessions">Sessions</Title>
        {data.length > 1 && <Button variant="default" size="xs" loading={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>End all others</Button>}
      </Group>
      <ul className={classes.sessions}>
        {data.map((session) => <Row key={session.id} session={session} isEnding={end.isPending && end.variables === session.id} onEnd={() => end.mutate(session.id)} />)}
      </ul>
    </section>
  )
}

function Row({ session, isEnding, onEnd }: { session: SessionAnswer; isEnding: boolean; onEnd: () => void }) {
  const { device, ip, startedAt, seenAt, current } = session
  return (
    <li>
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Text fw={560} style={{ overflowWrap: 'anywhere' }}>{device}</Text>
        <Text size="sm" c="dimmed">Since {formatDateTime(startedAt)}{ip === null ? '' : `, from ${ip}`}</Text>
        {!current && <Text size="sm" c="dimmed">Last used {formatDateTime(seenAt)}</Text>}
      </Stack>
      {current ? <StatusBadge label="This session" tone="success" /> : <Button variant="default" size="xs" loading={isEnding} aria-label={`End the session on ${device}`} onClick={onEnd}>End</Button>}
    </li>
  )
}
