import { Box, Button, Group, SimpleGrid, Skeleton, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { saveSettings } from '../../api/commands.ts'
import { bootstrapQuery, settingsQuery } from '../../api/queries.ts'
import type { Json, JsonObject, ResolvedShape, Settings } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { toast } from '../../ui/toasts.ts'
import { SettingField } from './SettingField.tsx'

/** The site's settings: one card a group, made from the shapes that the modules declare. */
export function SettingsPage({ page }: ScreenProps) {
  const { bootstrap, caption } = usePortal()
  const { data, isPending, isError, error, refetch } = useQuery(settingsQuery())
  const groups = Object.entries(bootstrap.settingsShapes)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  useLeaveGuard({ isGuarded: changed.size > 0, question: 'You have unsaved changes. Leave this page? They are lost.' })
  const tell = useCallback((name: string, isChanged: boolean) => setChanged((before) => new Set(isChanged ? [...before, name] : [...before].filter((one) => one !== name))), [])
  const body = () => {
    if (isPending) return <Skeleton height={320} />
    if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (groups.length === 0) return <EmptyState icon="settings" title="Nothing to set" text="No module of this site declares settings." />
    return groups.map(([name, shape]) => <SettingsGroup key={name} name={name} shape={shape} stored={data[name] ?? {}} onChanged={tell} />)
  }
  return (
    <Screen page={page} title={page.title ? caption(page.title) : 'Settings'} subtitle="What you change here holds for everybody in the company.">
      {body()}
    </Screen>
  )
}

function SettingsGroup({ name, shape, stored, onChanged }: { name: string; shape: ResolvedShape; stored: JsonObject; onChanged: (name: string, isChanged: boolean) => void }) {
  const client = useQueryClient()
  const [changes, setChanges] = useState<JsonObject>({})
  const save = useMutation({
    mutationFn: (settings: Settings) => saveSettings(settings),
    onSuccess: async ({ message }) => {
      await Promise.all([client.invalidateQueries({ queryKey: settingsQuery().queryKey }), client.invalidateQueries({ queryKey: bootstrapQuery().queryKey })])
      setChanges({})
      toast.success(message || 'Settings saved')
    },
    onError: (error) => toast.warning(messageOf(error)),
  })
  // Switches stand together after what is typed and chosen.
  const fields = Object.values(shape.fields).sort((a, b) => Number(a.type === 'boolean') - Number(b.type === 'boolean'))
  const isChanged = Object.keys(changes).length > 0
  useEffect(() => onChanged(name, isChanged), [onChanged, name, isChanged])
  const change = (field: string, value: Json) => setChanges((before) => ({ ...before, [field]: value }))
  return (
    <Box className="dirisha-panel" p={{ base: 'md', sm: 'lg' }}>
      <SubmitForm aria-label={headingOf(name)} onSubmit={() => save.mutate({ [name]: changes })}>
        <Title order={2} size="h4">{headingOf(name)}</Title>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xl" verticalSpacing="lg">
          {fields.map((field) => <SettingField key={field.name} field={field} value={field.name in changes ? changes[field.name] : (stored[field.name] ?? field.default)} onChange={(value) => change(field.name, value)} />)}
        </SimpleGrid>
        <Group justify="flex-end">
          {isChanged && <Button variant="default" onClick={() => setChanges({})}>Undo changes</Button>}
          <Button type="submit" disabled={!isChanged} loading={save.isPending} leftSection={<Icon name="device-floppy" size={16} />}>Save</Button>
        </Group>
      </SubmitForm>
    </Box>
  )
}

/** Groups whose names of the specification are no words. */
const HEADINGS: Record<string, string> = { cashmgt_settings: 'Cash management', minor_settings: 'General', site_colors: 'Theme colours' }

/** `attendance_settings` → "Attendance". */
function headingOf(name: string): string {
  const known = HEADINGS[name]
  if (known !== undefined) return known
  const words = name.replace(/_settings$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
