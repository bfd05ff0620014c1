import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OverlayTargets } from '../../../contract/index.ts'
import { colleaguesQuery } from '../../api/users.ts'

/** Somebody that an overlay is for: `scope` as it is stored, and the roles of a person. */
export interface Whom { scope: string; roles: string[] }

interface WhomSelectProps { label: string; targets: OverlayTargets | undefined; value: string; /** Roles are offered to who may publish for them, and to who only looks. */ hasRoles: boolean; onChange: (whom: Whom) => void }

/** A company, a role or a person; people are searched on the server. */
export function WhomSelect({ label, targets, value, hasRoles, onChange }: WhomSelectProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 250)
  const [person, setPerson] = useState<{ value: string; label: string }>()
  const people = useQuery(colleaguesQuery(asked))
  const companies = (targets?.companies ?? []).map(({ id, name }) => ({ value: `company:${id}`, label: name }))
  const roles = hasRoles ? (targets?.roles ?? []).map((role) => ({ value: `role:${role}`, label: role })) : []
  const found = (people.data ?? []).map(({ id, name, email }) => ({ value: `user:${id}`, label: `${name} (${email})` }))
  // Who was chosen stays in the list, also when the next search does not find them.
  const shown = person && person.value === value && !found.some((one) => one.value === value) ? [person, ...found] : found
  const holds = (option: { value: string; label: string }) => option.value.startsWith('user:') || option.label.toLowerCase().includes(text.toLowerCase()) || option.value === value
  return (
    <Select
      label={label} searchable allowDeselect={false} value={value} searchValue={text} onSearchChange={setText} nothingFoundMessage={people.isFetching ? 'Searching…' : 'Nobody of that name'}
      data={[{ group: 'Companies', items: companies }, { group: 'Roles', items: roles }, { group: 'People', items: shown }].map(({ group, items }) => ({ group, items: isChosen(text, items, value) ? items : items.filter(holds) })).filter(({ items }) => items.length > 0)}
      filter={({ options }) => options}
      onChange={(next) => {
        if (next === null) return
        setPerson(found.find((one) => one.value === next))
        onChange({ scope: next, roles: people.data?.find(({ id }) => `user:${id}` === next)?.roles ?? [] })
      }}
    />
  )
}

/** While nothing else is typed than what is chosen, all is offered. */
function isChosen(text: string, items: { value: string; label: string }[], value: string): boolean {
  return text === '' || items.some((one) => one.value === value && one.label === text)
}
