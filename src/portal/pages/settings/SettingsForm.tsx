import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { COLOURS_GROUP } from '../../../contract/index.ts'
import type { SettingsAnswer } from '../../../contract/index.ts'
import type { FieldIssue, ResolvedField, ResolvedSettings } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { AdminSearch } from '../../ui/admin-list/AdminSearch.tsx'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { BrandingSection } from './branding/BrandingSection.tsx'
import { ColoursSection } from './colours/ColoursSection.tsx'
import { findSettings, isFound } from './find-settings.ts'
import { HistorySection } from './history/HistorySection.tsx'
import { LinksSection } from './links/LinksSection.tsx'
import { PackagesSection } from './packages/PackagesSection.tsx'
import { BRANDING, changesText, HISTORY, LINKS, MENU, pageOfIssue, settingPages } from './setting-pages.ts'
import classes from './Settings.module.css'
import { SettingsGroup } from './SettingsGroup.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

/** The parameter of the address with the page of settings. */
const GROUP = 'group'
const WITHIN = [GROUP]

/** The settings in pages, with a search over all of them and a single Save button: what is changed on one page stays when another opens. */
export function SettingsForm({ answer }: { answer: SettingsAnswer }) {
  const { bootstrap } = usePortal()
  const draft = useSettingsDraft(answer)
  const [search, setSearch] = useState('')
  const [params, changeQuery] = useQueryParams()
  useLeaveGuard({ isGuarded: draft.changes > 0, question: t('You have unsaved changes. Leave this page without saving them?'), within: WITHIN })
  const groups = Object.values(bootstrap.settingsShapes)
  const pages = settingPages(groups)
  // Changes that were kept for the user’s return are shown first.
  const [start] = useState(() => Object.keys(draft.changesIn)[0] ?? BRANDING.name)
  const current = pages.find(({ name }) => name === params.get(GROUP))?.name ?? start
  const open = (name: string) => {
    setSearch('')
    changeQuery((before) => {
      before.set(GROUP, name)
      return before
    })
  }
  const addressOf = (name: string) => `?${GROUP}=${encodeURIComponent(name)}`
  const wrong = new Set(draft.issues.map(pageOfIssue))
  useOpenRefused(draft.issues, current, open)
  const isSearching = search !== ''
  const lead = (name: string): ReactNode => isSearching && <Anchor component={Link} to={addressOf(name)} size="sm" onClick={() => setSearch('')}>{t('Open this group')}</Anchor>
  const section = ({ group, fields }: { group: ResolvedSettings; fields: ResolvedField[] }) => {
    const Section = group.name === COLOURS_GROUP ? ColoursSection : SettingsGroup
    return <Section key={group.name} group={group} fields={fields} draft={draft} aside={lead(group.name)} />
  }
  const branding = <SettingsSection id={BRANDING.name} {...BRANDING} aside={lead(BRANDING.name)}><BrandingSection draft={draft} images={answer.images} /></SettingsSection>
  const menu = <SettingsSection id={MENU.name} {...MENU} aside={lead(MENU.name)}><PackagesSection packages={draft.packages} onChange={draft.arrange} /></SettingsSection>
  const links = <SettingsSection id={LINKS.name} {...LINKS} aside={lead(LINKS.name)}><LinksSection links={draft.extraLinks} packages={draft.packages} issues={draft.issues} onChange={draft.changeLinks} /></SettingsSection>
  const found = () => {
    const settings = findSettings(groups, search)
    const hasBranding = isFound(search, BRANDING.title, BRANDING.description, t('display name logo avatar landing page image'))
    const hasMenu = isFound(search, MENU.title, MENU.description, t('modules caption icon order'))
    const hasLinks = isFound(search, LINKS.title, LINKS.description)
    if (settings.length === 0 && !hasBranding && !hasMenu && !hasLinks) return <EmptyState icon="search" title={t('Nothing matches')} text={t('No setting contains these words.')} action={<Button variant="default" onClick={() => setSearch('')}>{t('Clear the search')}</Button>} />
    return <>{hasBranding && branding}{settings.map(section)}{hasMenu && menu}{hasLinks && links}</>
  }
  const page = () => {
    if (current === BRANDING.name) return branding
    if (current === MENU.name) return menu
    if (current === LINKS.name) return links
    if (current === HISTORY.name) return <HistorySection />
    return groups.filter(({ name }) => name === current).map((group) => section({ group, fields: Object.values(group.fields) }))
  }
  return (
    <div className={classes.screen}>
      <div className={classes.side}>
        <AdminSearch value={search} placeholder={t('Find a setting')} onSearch={setSearch} />
        <SettingsMenu pages={pages} current={isSearching ? undefined : current} changes={draft.changesIn} wrong={wrong} addressOf={addressOf} onChoose={open} />
      </div>
      <SubmitForm aria-label={t('Settings')} className={classes.form} onSubmit={draft.save}>
        {/* The form is inert while a call runs: nothing can change between the request and the response. */}
        <Stack gap="md" inert={draft.isSaving} aria-busy={draft.isSaving}>
          {draft.overtaken.length > 0 && (
            <Alert color="warning" icon={<Icon name="alert-triangle" />} title={t('Somebody else saved meanwhile')} role="alert">
              <List size="sm">{draft.overtaken.map(({ path, message }) => <List.Item key={path}>{message} {standsAt(answer, path)}</List.Item>)}</List>
              <Text size="sm" mt={6}>{t('Save again to overwrite it, or undo your changes to keep theirs.')}</Text>
            </Alert>
          )}
          {isSearching ? found() : page()}
        </Stack>
        {(draft.changes > 0 || isSearching || current !== HISTORY.name) && (
          <Group className={classes.bar ?? ''} data-changed={draft.changes > 0 || undefined} justify="space-between">
            <Text size="sm" c="dimmed" role="status">{changesText(draft.changesIn)}</Text>
            <Group gap="sm">
              {draft.changes > 0 && <Button variant="default" disabled={draft.isSaving} onClick={draft.undo}>{t('Undo changes')}</Button>}
              <Button type="submit" disabled={draft.changes === 0} loading={draft.isSaving} leftSection={<Icon name="device-floppy" size={16} />}>{t('Save')}</Button>
            </Group>
          </Group>
        )}
      </SubmitForm>
    </div>
  )
}

/** Opens the page of a value that the server refused, unless one of them is on screen; once for each refusal, so that the user may go on. */
function useOpenRefused(issues: readonly FieldIssue[], current: string, open: (page: string) => void): void {
  const [shown, setShown] = useState<FieldIssue>()
  const [first] = issues
  useEffect(() => {
    if (first === shown) return
    setShown(first)
    const pages = issues.map(pageOfIssue)
    if (pages[0] !== undefined && !pages.includes(current)) open(pages[0])
  }, [first, shown, issues, current, open])
}

/** The value that is saved now. */
function standsAt({ data, displayName }: SettingsAnswer, path: string): string {
  if (path === 'company_display_name') return t('It is now {value}.', { value: displayName })
  const [group = '', name] = path.split('.')
  if (name === undefined) return ''
  const value = data[group]?.[name]
  if (typeof value === 'boolean') return value ? t('It is now on.') : t('It is now off.')
  return value === undefined || value === null || value === '' ? t('It is now empty.') : t('It is now {value}.', { value: Array.isArray(value) ? value.join(', ') : String(value) })
}
