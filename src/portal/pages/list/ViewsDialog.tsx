import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { withoutView, withView } from './list-preference.ts'
import type { ListPreference, SavedView } from './list-preference.ts'

interface ViewsDialogProps { preference: ListPreference; /** The address of the list as it is. */ query: string; onChange: (preference: ListPreference) => void; onClose: () => void }

const MAX_VIEWS = 20
const MAX_NAME = 60

/** Saves the list as it is under a name, and renames, deletes or puts first what was saved. */
export function ViewsDialog({ preference, query, onChange, onClose }: ViewsDialogProps) {
  const [name, setName] = useState('')
  const { views, first } = preference
  const isFull = views.length >= MAX_VIEWS && views.every((view) => view.name !== name.trim())
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isFull) return
    onChange(withView(preference, { name: name.trim(), query, ...(preference.columns && { columns: preference.columns }) }))
    setName('')
  }
  const rename = (view: SavedView, to: string) => {
    if (to === '' || to === view.name || views.some((one) => one.name === to)) return
    onChange({ ...withView(withoutView(preference, view.name), { ...view, name: to }), ...(first === view.name && { first: to }) })
  }
  const putFirst = (view: SavedView) => {
    const { first: _, ...rest } = preference
    onChange(first === view.name ? rest : { ...rest, first: view.name })
  }
  return (
    <Modal opened onClose={onClose} title={t('Saved views')} centered closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="sm">
        <form onSubmit={save}>
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput label={t('Name of this view')} description={t('Saves the current search, filters, order and columns.')} maxLength={MAX_NAME} value={name} onChange={(event) => setName(event.currentTarget.value)} error={isFull ? t('There may be {limit} views. Delete one first.', { limit: MAX_VIEWS }) : undefined} style={{ flex: 1 }} data-autofocus />
            <Button type="submit" disabled={name.trim() === '' || isFull}>{t('Save')}</Button>
          </Group>
        </form>
        {views.length > 0 && <Text size="sm" c="dimmed">{t('The list opens with the view that has the star.')}</Text>}
        {views.map((view) => (
          <Group key={view.name} gap="xs" wrap="nowrap">
            <TextInput key={view.name} aria-label={t('Name of {name}', { name: view.name })} maxLength={MAX_NAME} defaultValue={view.name} style={{ flex: 1 }} onBlur={(event) => rename(view, event.currentTarget.value.trim())} />
            <ActionIcon variant={first === view.name ? 'light' : 'subtle'} color={first === view.name ? 'primary' : 'gray'} size={36} aria-pressed={first === view.name} aria-label={t('Open the list with {name}', { name: view.name })} onClick={() => putFirst(view)}><Icon name="star" /></ActionIcon>
            <ActionIcon variant="subtle" color="error" size={36} aria-label={t('Delete {name}', { name: view.name })} onClick={() => onChange(withoutView(preference, view.name))}><Icon name="trash" /></ActionIcon>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
