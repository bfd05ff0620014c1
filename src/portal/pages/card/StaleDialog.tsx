import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useFocusReturn } from '../../form/use-focus-return.ts'
import type { Card } from './use-card.ts'

/** Another user saved first: offers to load their version, with or without the changes made here on top. */
export function StaleDialog({ card }: { card: Card }) {
  useFocusReturn()
  const { isDirty } = card
  return (
    <Modal opened onClose={card.dismissStale} title="Changed by someone else" centered size={540}>
      <Stack gap="md">
        <Text>This record was changed by someone else. Reload.</Text>
        {isDirty && <Text size="sm" c="dimmed">You can keep your changes. Where both of you changed the same field, yours stays and you see what they wrote.</Text>}
        <Group justify="flex-end" gap="sm">
          {isDirty && <Button variant="default" onClick={() => void card.reload('drop')}>Reload without my changes</Button>}
          <Button onClick={() => void card.reload('keep')} data-autofocus>{isDirty ? 'Reload and keep my changes' : 'Reload'}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
