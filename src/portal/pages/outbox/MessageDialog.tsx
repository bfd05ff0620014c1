import { Alert, Anchor, Group, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../../core/index.ts'
import type { OutboxRow } from '../../../contract/index.ts'
import { formatDateTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DELIVERIES } from './deliveries.ts'
import { linkedParts } from './linked-text.ts'

/** A message as it was written, with its delivery. */
export function MessageDialog({ message, onClose }: { message: OutboxRow; onClose: () => void }) {
  const { subject, recipient, createdAt, delivery, lastError, text } = message
  return (
    <Modal opened onClose={onClose} size="lg" title={subject}>
      <Stack gap="md">
        <Group gap="sm">
          <StatusBadge {...DELIVERIES[delivery]} />
          <Text size="sm" c="dimmed">{t('To {recipient}, {date}', { recipient, date: formatDateTime(createdAt) })}</Text>
        </Group>
        {delivery === 'failed' && <Alert color="error" title={t('The mail server refused it')}>{lastError}</Alert>}
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}><LinkedText text={text} /></Text>
      </Stack>
    </Modal>
  )
}

/** Text with its web addresses as links, which open in a new tab. */
function LinkedText({ text }: { text: string }) {
  return linkedParts(text, window.location.origin).map(({ text: part, href }, index) => {
    if (href === undefined) return part
    return <Anchor key={index} href={href} target="_blank" rel="noopener noreferrer" underline="always" inherit>{part}</Anchor>
  })
}
