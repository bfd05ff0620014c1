import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Card } from './use-card.ts'

/** Someone else saved first: load theirs, with what was typed here copied for pasting, or go on looking at one's own. */
export function StaleDialog({ card }: { card: Card }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(JSON.stringify(card.model.doc(), null, 2))
    setCopied(true)
  }
  return (
    <Modal opened onClose={card.dismissStale} title="Changed meanwhile" centered size={440}>
      <Stack gap="md">
        <Text>This record was changed by someone else. Reload.</Text>
        <Text size="sm" c="dimmed">Reloading shows their version and drops what you typed. Copy your changes first if you want to keep them.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy my changes'}</Button>
          <Button onClick={() => void card.reload()} data-autofocus>Reload</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
