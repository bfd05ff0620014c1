import { Accordion, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { outboxQuery } from '../../api/queries.ts'
import type { Json, JsonObject } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'

/** Messages of the portal, kept here while no mail server is set. */
export function OutboxPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const { data, isPending, isError, error, refetch } = useQuery(outboxQuery())
  const body = () => {
    if (isPending) return <Skeleton height={320} />
    if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (data.length === 0) return <div className="dirisha-panel"><EmptyState icon="mail" title="No messages yet" text="What the portal writes to people is listed here." /></div>
    return (
      <Accordion variant="separated" radius="lg">
        {data.map((message, index) => (
          <Accordion.Item key={text(message.id) || String(index)} value={text(message.id) || String(index)}>
            <Accordion.Control>
              <Group justify="space-between" gap="xs" pr="sm">
                <div>
                  <Text fw={560}>{text(message.subject)}</Text>
                  <Text size="sm" c="dimmed">To {text(message.recipient)}</Text>
                </div>
                <Text size="sm" c="dimmed">{formatDateTime(when(message))}</Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel><Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text(message.text)}</Text></Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    )
  }
  return <Screen page={page} title={page.title ? caption(page.title) : 'Outbox'} subtitle="Every message the portal has written.">{body()}</Screen>
}

function text(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function when(message: JsonObject): string {
  return text(message.createdAt ?? message.created_at ?? message.at)
}
