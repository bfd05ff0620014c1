import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { MAX_SEARCH_LENGTH, type OverlayTargets } from '../../../contract/index.ts'
import { overlayTargetsQuery } from '../../api/overlays.ts'
import { partsOf } from './layers.ts'
import { usePaused } from '../../ui/pause.ts'

interface WhomSelectProps { label: string; targets: OverlayTargets | undefined; /** In the form in which a scope is stored. */ value: string; /** Whether roles are offered: to users who may publish for them, and in read-only use. */ hasRoles: boolean; onChange: (scope: string) => void }

/**
 * Selects a company, a role or a person. People are searched on the server, which returns only those for whom the current user may publish.
 */
export function WhomSelect({ label, targets, value, hasRoles, onChange }: WhomSelectProps) {
  const [text, setText] = useState('')
  const asked = usePaused(text, 250)
  const people = useQuery(overlayTargetsQuery(asked))
  // The selected person, who may come from the address alone, stays in the list even if the search does not match them.
  const { layer, name: id } = partsOf(value)
  const chosen = useQuery({ ...overlayTargetsQuery(id), enabled: layer === 'user' })
  const known = [...(people.data?.people ?? []), ...(chosen.data?.people ?? []).filter((one) => layer === 'user' && one.id === id)]
  const companies = (targets?.companies ?? []).map(({ id: code, name }) => ({ value: `company:${code}`, label: name }))
  const roles = hasRoles ? (targets?.roles ?? []).map((role) => ({ value: `role:${role}`, label: role })) : []
  const found = [...new Map(known.map((one) => [one.id, { value: `user:${one.id}`, label: `${one.name} (${one.email})` }])).values()]
  const holds = (option: { value: string; label: string }) => option.value.startsWith('user:') || option.label.toLowerCase().includes(text.toLowerCase()) || option.value === value
  return (
    <Select
      // Disabled until the options are loaded: an earlier choice would be lost when they arrive.
      disabled={targets === undefined}
      label={label} searchable maxLength={MAX_SEARCH_LENGTH} allowDeselect={false} value={value} searchValue={text} onSearchChange={setText} nothingFoundMessage={people.isFetching ? t('Searching…') : t('Nobody of that name')}
      data={[{ group: 'Companies', items: companies }, { group: 'Roles', items: roles }, { group: 'People', items: found }].map(({ group, items }) => ({ group, items: isChosen(text, items, value) ? items : items.filter(holds) })).filter(({ items }) => items.length > 0)}
      filter={({ options }) => options}
      onChange={(next) => {
        if (next !== null) onChange(next)
      }}
    />
  )
}

/** While the text is that of the selected option, all options are offered. */
function isChosen(text: string, items: { value: string; label: string }[], value: string): boolean {
  return text === '' || items.some((one) => one.value === value && one.label === text)
}
