import { Loader, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../../core/index.ts'
import { usePaused } from '../../ui/pause.ts'
import type { FilterOption, OptionSearch } from './list-rules.ts'

interface SearchedFilterProps {
  /** Distinguishes what was found from that of other filters. */
  name: string
  title: string
  value: string
  className: string
  search: OptionSearch
  onChange: (value: string) => void
}

const NONE: FilterOption[] = []

/** A filter of more records than a select can list: it lists what the server finds. */
export function SearchedFilter({ name, title, value, className, search, onChange }: SearchedFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isTyped = text !== undefined
  const sought = usePaused(text ?? '', 250)
  const found = useQuery({ queryKey: ['filter-options', name, 'found', sought], queryFn: () => search.find(sought), enabled: isOpen, placeholderData: keepPreviousData, structuralSharing: false })
  const { data: chosen = { value, label: value } } = useQuery({ queryKey: ['filter-options', name, 'chosen', value], queryFn: () => search.optionOf(value), enabled: value !== '', retry: false })
  const options = found.data ?? NONE
  return (
    <Select
      ref={input}
      className={className} aria-label={title} placeholder={t('{title}: all', { title })}
      data={isTyped || value === '' || options.some((one) => one.value === value) ? options : [chosen, ...options]}
      value={value === '' ? null : value} searchable searchValue={text ?? (value === '' ? '' : chosen.label)} onSearchChange={(next) => {
        // Mantine also calls it when the value changes from outside.
        if (document.activeElement === input.current) setText(next)
      }}
      // The server has searched.
      filter={({ options: all }) => all}
      onDropdownOpen={() => setOpen(true)} onBlur={() => setText(undefined)}
      onChange={(next) => {
        setText(undefined)
        onChange(next ?? '')
      }}
      clearable clearButtonProps={{ 'aria-label': t('Clear {label}', { label: title }), tabIndex: -1 }} allowDeselect={false}
      nothingFoundMessage={nothingFound(found)}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      {...(isOpen && found.isFetching ? { rightSection: <Loader size={14} /> } : {})}
    />
  )
}

function nothingFound({ isFetching, isError }: { isFetching: boolean; isError: boolean }): string {
  if (isFetching) return t('Searching…')
  return isError ? t('The list could not be loaded.') : t('Nothing found')
}
