import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ResolvedField, ResolvedSettings } from '../../../core/index.ts'
import { SettingField } from './SettingField.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import type { SettingsDraft } from './use-settings-draft.ts'

interface SettingsGroupProps { group: ResolvedSettings; fields: ResolvedField[]; draft: SettingsDraft; /** What is wrong before anything is sent, by field. */ problems?: Record<string, string>; /** Beneath the fields. */ children?: ReactNode }

/** Settings that modules declare under one heading. */
export function SettingsGroup({ group: { name, title, description }, fields, draft, problems = {}, children }: SettingsGroupProps) {
  // Switches stand together after what is typed and chosen.
  const ordered = [...fields].sort((a, b) => Number(a.type === 'boolean') - Number(b.type === 'boolean'))
  return (
    <SettingsSection id={name} title={title} description={description}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xl" verticalSpacing="lg">
        {ordered.map((field) => (
          <SettingField
            key={field.name} field={field} value={draft.valueOf(name, field.name) ?? field.default} onChange={(value) => draft.change(name, field.name, value)}
            error={problems[field.name] ?? draft.issues.find(({ path }) => path === `${name}.${field.name}`)?.message}
          />
        ))}
      </SimpleGrid>
      {children}
    </SettingsSection>
  )
}
