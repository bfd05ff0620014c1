import { ActionIcon, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../core/index.ts'
import { Icon } from './icons.tsx'

interface ColumnsDialogProps { /** All columns, in the order of the dialog. */ columns: { field: string; title: string }[]; /** Those that are shown, in order. */ shown: string[]; onChange: (columns: string[] | undefined) => void; onClose: () => void }

/** Chooses the columns of a list and their order, for the current user. */
export function ColumnsDialog({ columns, shown, onChange, onClose }: ColumnsDialogProps) {
  const toggle = (field: string) => onChange(shown.includes(field) ? shown.filter((one) => one !== field) : [...shown, field])
  const move = (field: string, step: number) => {
    const others = shown.filter((one) => one !== field)
    onChange(others.toSpliced(shown.indexOf(field) + step, 0, field))
  }
  return (
    <Modal opened onClose={onClose} title={t('Columns')} centered closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">{t('Only you see the list like this, on all your devices.')}</Text>
        {columns.map(({ field, title }) => {
          const place = shown.indexOf(field)
          return (
            <Group key={field} gap="xs" wrap="nowrap" mih={36}>
              <Checkbox label={title} checked={place >= 0} disabled={place >= 0 && shown.length === 1} onChange={() => toggle(field)} style={{ flex: 1 }} />
              {place >= 0 && (
                <>
                  <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('Move {title} forward', { title })} disabled={place === 0} onClick={() => move(field, -1)}><Icon name="chevron-up" /></ActionIcon>
                  <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('Move {title} back', { title })} disabled={place === shown.length - 1} onClick={() => move(field, 1)}><Icon name="chevron-down" /></ActionIcon>
                </>
              )}
            </Group>
          )
        })}
        <Group justify="space-between" mt="xs">
          <Button variant="subtle" color="gray" onClick={() => onChange(undefined)}>{t('Reset')}</Button>
          <Button onClick={onClose}>{t('Done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
