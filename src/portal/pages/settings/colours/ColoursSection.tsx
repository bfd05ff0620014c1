import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../../core/index.ts'
import { colourProblem } from '../../../../contract/index.ts'
import type { ResolvedField, ResolvedSettings } from '../../../../core/index.ts'
import { Icon } from '../../../ui/icons.tsx'
import { SettingsGroup } from '../SettingsGroup.tsx'
import type { SettingsDraft } from '../use-settings-draft.ts'
import { ColourPreview } from './ColourPreview.tsx'

interface ColoursSectionProps { group: ResolvedSettings; fields: ResolvedField[]; draft: SettingsDraft; aside?: ReactNode }

/** The site's colours, with a preview, contrast warnings and a reset. */
export function ColoursSection({ group, fields, draft, aside }: ColoursSectionProps) {
  const all = Object.values(group.fields)
  const valueOf = (field: ResolvedField) => draft.valueOf(group.name, field.name) ?? field.default
  const problems = all.flatMap((field) => {
    const problem = colourProblem(field.name, field.title, valueOf(field))
    return problem === undefined ? [] : [{ field, ...problem }]
  })
  const changed = all.filter((field) => valueOf(field) !== field.default)
  return (
    <SettingsGroup group={group} fields={fields} draft={draft} aside={aside} problems={Object.fromEntries(problems.map(({ field, message }) => [field.name, message]))}>
      <ColourPreview colours={Object.fromEntries(all.map((field) => [field.name, valueOf(field) ?? null]))} />
      <Group mt="md" gap="sm">
        {problems.map(({ field, nearest }) => <Button key={field.name} variant="default" size="sm" onClick={() => draft.change(group.name, field.name, nearest)}>{t('Use {nearest} for {title}', { nearest, title: field.title })}</Button>)}
        <Button variant="default" size="sm" disabled={changed.length === 0} leftSection={<Icon name="refresh" size={16} />} onClick={() => { for (const field of changed) draft.change(group.name, field.name, field.default ?? null) }}>{t('Back to the defaults')}</Button>
      </Group>
    </SettingsGroup>
  )
}
