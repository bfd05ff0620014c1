import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BalancesAnswer, ClientManifest } from '../../../contract/index.ts'
import { t, wireName } from '../../../core/index.ts'
import { optionsQuery } from '../../api/queries.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { useManifest } from '../../shell/use-manifest.ts'

interface Person { employee: string; name: string }
interface PersonSelectProps { manifest: ClientManifest; answer: BalancesAnswer; onChange: (employee: string) => void }

/** Whose balances are shown: offered to those who may read those of others. */
export function PersonSelect({ manifest, answer, onChange }: PersonSelectProps) {
  const { actor } = usePortal()
  const type = manifest.shape.fields[manifest.balances?.owner ?? '']?.ref?.to
  if (answer.isForAll && type !== undefined) return <SearchedPerson type={type} answer={answer} onChange={onChange} />
  if (answer.team.length === 0) return null
  const own = actor.employee === undefined ? [] : [{ employee: actor.employee, name: actor.name }]
  return <People people={[...own, ...answer.team]} answer={answer} onChange={onChange} />
}

/** Among everybody, as the server finds them. */
function SearchedPerson({ type, answer, onChange }: Omit<PersonSelectProps, 'manifest'> & { type: string }) {
  const [search, setSearch] = useState('')
  const { shape, key, label } = useManifest(type)
  const { data } = useQuery(optionsQuery(type, { search: search === captionOf(answer) ? '' : search, limit: 20 }))
  const people = (data?.data ?? []).map((row) => ({ employee: String(row[wireName(shape, key)]), name: String(row[wireName(shape, label)] ?? '') }))
  return <People people={people} answer={answer} onChange={onChange} onSearch={setSearch} />
}

function People({ people, answer, onChange, onSearch }: { people: Person[]; answer: BalancesAnswer; onChange: (employee: string) => void; onSearch?: (text: string) => void }) {
  const known = people.some(({ employee }) => employee === answer.employee) ? people : [answer, ...people]
  return (
    <Select
      aria-label={t('Person')} w={{ base: '100%', xs: 320 }} searchable allowDeselect={false} nothingFoundMessage={t('Nobody found')} maxDropdownHeight={320}
      data={known.map((one) => ({ value: one.employee, label: captionOf(one) }))} value={answer.employee} onChange={(employee) => onChange(employee ?? '')}
      {...(onSearch && { onSearchChange: onSearch, filter: ({ options }) => options })}
    />
  )
}

const captionOf = ({ name, employee }: Person): string => `${name} (${employee})`
