import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { COLOURS_GROUP, EXTRA_LINKS } from '../../../contract/index.ts'
import type { SettingsAnswer } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { AdminSearch } from '../../ui/admin-list/AdminSearch.tsx'
import { BrandingSection } from './branding/BrandingSection.tsx'
import { ColoursSection } from './colours/ColoursSection.tsx'
import { findSettings, isFound } from './find-settings.ts'
import { HistorySection } from './history/HistorySection.tsx'
import { LinksSection } from './links/LinksSection.tsx'
import { PackagesSection } from './packages/PackagesSection.tsx'
import classes from './Settings.module.css'
import { SettingsGroup } from './SettingsGroup.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

const BRANDING = { title: 'Name and pictures', description: 'How the company appears: on the sign-in page, in the menu and on printed documents.' }
const MENU = { title: 'Installed packages', description: 'The entries of the menu, their captions and their order.' }

const LINKS = { title: 'Extra links', description: 'Links to other addresses in the menu. They open in a new tab.' }

/** All settings, with a single Save button. */
export function SettingsForm({ answer }: { answer: SettingsAnswer }) {
  const { bootstrap } = usePortal()
  const draft = useSettingsDraft(answer)
  const [search, setSearch] = useState('')
  useLeaveGuard({ isGuarded: draft.changes > 0, question: 'You have unsaved changes. Leave this page without saving them?' })
  const groups = findSettings(Object.values(bootstrap.settingsShapes), search)
  const hasBranding = isFound(search, BRANDING.title, BRANDING.description, 'display name logo avatar landing page image')
  const hasMenu = isFound(search, MENU.title, MENU.description, 'modules caption icon order')
  const hasLinks = isFound(search, LINKS.title, LINKS.description)
  return (
    <>
      <Group><AdminSearch value={search} placeholder="Find a setting" onSearch={setSearch} /></Group>
      <SubmitForm aria-label="Settings" onSubmit={draft.save}>
        {/* The form is inert while a call runs: nothing can change between the request and the response. */}
        <Stack gap="md" inert={draft.isSaving} aria-busy={draft.isSaving}>
          {draft.overtaken.length > 0 && (
            <Alert color="warning" icon={<Icon name="alert-triangle" />} title="Somebody else saved meanwhile" role="alert">
              <List size="sm">{draft.overtaken.map(({ path, message }) => <List.Item key={path}>{message} {standsAt(answer, path)}</List.Item>)}</List>
              <Text size="sm" mt={6}>Save again to overwrite it, or undo your changes to keep theirs.</Text>
            </Alert>
          )}
          {hasBranding && <SettingsSection id="site_images" {...BRANDING}><BrandingSection draft={draft} images={answer.images} /></SettingsSection>}
          {groups.map(({ group, fields }) => {
            const Section = group.name === COLOURS_GROUP ? ColoursSection : SettingsGroup
            return <Section key={group.name} group={group} fields={fields} draft={draft} />
          })}
          {hasMenu && <SettingsSection id="site_installed_packages" {...MENU}><PackagesSection packages={draft.packages} onChange={draft.arrange} /></SettingsSection>}
          {hasLinks && <SettingsSection id={EXTRA_LINKS} {...LINKS}><LinksSection links={draft.extraLinks} packages={draft.packages} issues={draft.issues} onChange={draft.changeLinks} /></SettingsSection>}
          {groups.length === 0 && !hasMenu && !hasLinks && !hasBranding && <EmptyState icon="search" title="Nothing matches" text="No setting contains these words." />}
        </Stack>
        <Group className={classes.bar ?? ''} data-changed={draft.changes > 0 || undefined} justify="space-between">
          <Text size="sm" c="dimmed" role="status">{changesText(draft.changes)}</Text>
          <Group gap="sm">
            {draft.changes > 0 && <Button variant="default" disabled={draft.isSaving} onClick={draft.undo}>Undo changes</Button>}
            <Button type="submit" disabled={draft.changes === 0} loading={draft.isSaving} leftSection={<Icon name="device-floppy" size={16} />}>Save</Button>
          </Group>
        </Group>
      </SubmitForm>
      {search === '' && <HistorySection />}
    </>
  )
}

function changesText(count: number): string {
  if (count === 0) return 'Everything is saved.'
  return count === 1 ? 'One change is not saved.' : `${count} changes are not saved.`
}

/** The value that is saved now. */
function standsAt({ data, displayName }: SettingsAnswer, path: string): string {
  if (path === 'company_display_name') return `It is now ${displayName}.`
  const [group = '', name] = path.split('.')
  if (name === undefined) return ''
  const value = data[group]?.[name]
  if (typeof value === 'boolean') return `It is now ${value ? 'on' : 'off'}.`
  return value === undefined || value === null || value === '' ? 'It is now empty.' : `It is now ${Array.isArray(value) ? value.join(', ') : String(value)}.`
}
