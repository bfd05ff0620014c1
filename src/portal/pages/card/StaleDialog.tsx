import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../../core/index.ts'
import { useFocusReturn } from '../../form/use-focus-return.ts'
import type { Card } from './use-card.ts'

/** Another user saved first: offers to load their version, with or without the changes made here on top. */
export function StaleDialog({ card }: { card: Card }) {
  useFocusReturn()
  const { isDirty } = card
  return (
    <Modal opened onClose={card.dismissStale} title={t('Changed by someone else')} centered size={540}>
      <Stack gap="md">
        <Text>{t('This record was changed by someone else. Reload.')}</Text>
        {isDirty && <Text size="sm" c="dimmed">{t('You can keep your changes. Where both of you changed the same field, yours stays and you see what they wrote.')}</Text>}
        <Group justify="flex-end" gap="sm">
          {isDirty && <Button variant="default" onClick={() => void card.reload('drop')}>{t('Reload without my changes')}</Button>}
          <Button onClick={() => void card.reload('keep')} data-autofocus>{isDirty ? t('Reload and keep my changes') : t('Reload')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
