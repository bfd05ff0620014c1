import { SimpleGrid, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { t } from '../../../core/index.ts'
import type { ResolvedField, ResolvedSettings } from '../../../core/index.ts'
import { SettingField } from './SettingField.tsx'
import classes from './Settings.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import type { SettingsDraft } from './use-settings-draft.ts'

interface SettingsGroupProps { group: ResolvedSettings; fields: ResolvedField[]; draft: SettingsDraft; /** Errors found before sending, by field. */ problems?: Record<string, string>; /** Rendered below the fields. */ children?: ReactNode; /** Rendered beside the title. */ aside?: ReactNode }

/**
 * Settings that modules declare under one heading; those that nothing reads yet are listed separately, with the module that they wait for.
 */
export function SettingsGroup({ group: { name, title, description, awaits }, fields, draft, problems = {}, children, aside }: SettingsGroupProps) {
  const waiting = fields.filter((field) => awaits[field.name] !== undefined)
  const inUse = fields.filter((field) => awaits[field.name] === undefined)
  // Switches come after the other fields.
  const grids = (shown: ResolvedField[]) => (
    <Stack gap="lg">
      {[shown.filter(({ type }) => type !== 'boolean'), shown.filter(({ type }) => type === 'boolean')].filter((part) => part.length > 0).map((part) => <Fragment key={part[0]?.type}>{grid(part)}</Fragment>)}
    </Stack>
  )
  const grid = (shown: ResolvedField[]) => (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xl" verticalSpacing="lg">
      {shown.map((field) => (
        <SettingField
          key={field.name} group={name} field={field} awaits={awaits[field.name]} value={draft.valueOf(name, field.name) ?? field.default}
          onChange={draft.change}
          error={problems[field.name] ?? draft.issues.find(({ path }) => path === `${name}.${field.name}`)?.message}
        />
      ))}
    </SimpleGrid>
  )
  return (
    <SettingsSection id={name} title={title} description={description} aside={aside}>
      {inUse.length > 0 && grids(inUse)}
      {waiting.length > 0 && (
        <div className={classes.waiting} role="group" aria-labelledby={`${name}-waiting`}>
          <Text size="sm" fw={600} id={`${name}-waiting`}>{t('For modules that are not installed yet')}</Text>
          <Text size="sm" c="dimmed" mb="md">{t('These can be set now. They take effect when their module is installed.')}</Text>
          {grids(waiting)}
        </div>
      )}
      {children}
    </SettingsSection>
  )
}
