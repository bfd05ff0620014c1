import { ActionIcon, Button, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { EXTRA_LINKS } from '../../../../contract/index.ts'
import { MAX_EXTRA_LINKS, roleTitle, t } from '../../../../core/index.ts'
import type { ExtraLink, FieldIssue, MenuPackage } from '../../../../core/index.ts'
import { usePortal } from '../../../shell/portal-context.ts'
import { Icon } from '../../../ui/icons.tsx'
import classes from './Links.module.css'

interface LinksSectionProps { links: ExtraLink[]; packages: MenuPackage[]; issues: FieldIssue[]; onChange: (links: ExtraLink[]) => void }

/** Links to other addresses that the company adds to its menu: where each leads, its group, and who sees it. */
export const LinksSection = memo(function LinksSection({ links, packages, issues, onChange }: LinksSectionProps) {
  const { caption, bootstrap } = usePortal()
  const groups = packages.filter(({ subs }) => subs.length > 0).map((one) => ({ value: one.name, label: one.caption ?? caption(one.title) }))
  const roles = Object.keys(bootstrap.roles ?? {}).map((value) => ({ value, label: roleTitle(value) }))
  const problem = (index: number, name: string) => issues.find(({ path }) => path === `${EXTRA_LINKS}.${index}.${name}`)?.message
  const change = (index: number, part: Partial<ExtraLink>) => onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)))
  return (
    <Stack gap="md">
      {links.length === 0 && <Text size="sm" c="dimmed">{t('No links yet.')}</Text>}
      {links.map((link, index) => (
        // Links have no ids, and only the end of the list grows.
        <div key={index} className={classes.link} role="group" aria-label={link.title || t('Link {number}', { number: index + 1 })}>
          <TextInput label={t('Name')} value={link.title} maxLength={60} error={problem(index, 'title')} onChange={(event) => change(index, { title: event.currentTarget.value })} />
          <TextInput label={t('Address')} type="url" placeholder="https://" value={link.url} maxLength={500} error={problem(index, 'url')} onChange={(event) => change(index, { url: event.currentTarget.value })} />
          <Select label={t('Shown under')} placeholder={t('Links')} data={groups} value={link.group ?? null} clearable error={problem(index, 'group')} onChange={(group) => change(index, { group: group ?? '' })} />
          <MultiSelect label={t('Shown to')} {...(link.roles?.length ? {} : { placeholder: t('Everybody') })} data={roles} value={link.roles ?? []} error={problem(index, 'roles')} onChange={(chosen) => change(index, { roles: chosen })} />
          <ActionIcon variant="subtle" color="gray" size={36} className={classes.remove ?? ''} aria-label={link.title ? t('Remove {title}', { title: link.title }) : t('Remove link {number}', { number: index + 1 })} onClick={() => onChange(links.filter((_, at) => at !== index))}><Icon name="trash" /></ActionIcon>
        </div>
      ))}
      <Group><Button variant="default" leftSection={<Icon name="plus" size={16} />} disabled={links.length >= MAX_EXTRA_LINKS} onClick={() => onChange([...links, { title: '', url: '' }])}>{t('Add a link')}</Button></Group>
    </Stack>
  )
})
