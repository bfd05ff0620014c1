import { Accordion, Button, Group, Skeleton, Stack, Text, TextInput, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { outboxQuery } from '../../api/queries.ts'
import type { Delivery as DeliveryName, OutboxRow } from '../../../contract/index.ts'
import type { Tone } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { searchMessages } from './messages.ts'
import { linkedParts } from './linked-text.ts'

const STEP = 20

/** The portal's outgoing messages and their delivery status. */
export function OutboxPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const { data, isPending, isError, error, refetch } = useQuery(outboxQuery())
  const body = () => {
    if (isPending) return <Skeleton height={320} />
    if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (data.length === 0) return <div className="dirisha-panel"><EmptyState icon="mail" title="No messages yet" text="Messages that the portal sends are listed here." /></div>
    return <Messages rows={data} />
  }
  return <Screen page={page} title={page.title ? caption(page.title) : 'Outbox'} subtitle="Every message the portal has written.">{body()}</Screen>
}

/** Newest first, a page at a time, with a search. */
function Messages({ rows }: { rows: OutboxRow[] }) {
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(STEP)
  const found = searchMessages(rows, search)
  const change = (text: string) => {
    setSearch(text)
    setShown(STEP)
  }
  return (
    <Stack gap="md">
      <TextInput type="search" aria-label="Search" placeholder="Search" maw={380} leftSection={<Icon name="search" size={17} />} value={search} onChange={(event) => change(event.currentTarget.value)} />
      {found.length === 0 && <div className="dirisha-panel"><EmptyState icon="search" title="Nothing matches" text="No message contains all of these words." /></div>}
      <Accordion variant="separated" radius="lg" classNames={{ item: 'dirisha-panel' }}>
        {found.slice(0, shown).map((message) => <MessageItem key={message.id} message={message} />)}
      </Accordion>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">{Math.min(shown, found.length)} of {found.length} messages</Text>
        {shown < found.length && <Button variant="default" onClick={() => setShown(shown + STEP)}>Show more</Button>}
      </Group>
    </Stack>
  )
}

function MessageItem({ message }: { message: OutboxRow }) {
  return (
    <Accordion.Item value={String(message.id)}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs" pr="sm">
          <div>
            <Text fw={560}>{message.subject}</Text>
            <Text size="sm" c="dimmed">To {message.recipient}</Text>
          </div>
          <Group gap="sm">
            <Delivery message={message} />
            <Text size="sm" c="dimmed">{formatDateTime(message.createdAt)}</Text>
          </Group>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        {message.delivery === 'failed' && <Text size="sm" c="var(--dirisha-danger-fg)" mb="xs">{message.lastError}</Text>}
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}><LinkedText text={message.text} /></Text>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

const DELIVERIES: Record<DeliveryName, { label: string; tone: Tone; icon?: string }> = {
  sent: { label: 'Sent', tone: 'success' },
  waiting: { label: 'Waiting to be mailed', tone: 'progress' },
  failed: { label: 'Not delivered', tone: 'danger' },
  kept: { label: 'Kept here: no mail server is set', tone: 'neutral', icon: 'inbox' },
  past: { label: 'Not mailed', tone: 'neutral', icon: 'history' },
}

function Delivery({ message }: { message: OutboxRow }) {
  return <StatusBadge {...DELIVERIES[message.delivery]} />
}

/** Text with its web addresses as links, which open in a new tab. */
function LinkedText({ text }: { text: string }) {
  return linkedParts(text, window.location.origin).map(({ text: part, href }, index) => {
    if (href === undefined) return part
    return <Anchor key={index} href={href} target="_blank" rel="noopener noreferrer" underline="always" inherit>{part}</Anchor>
  })
}
