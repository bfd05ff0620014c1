import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../core/index.ts'
import { MAX_SEARCH_LENGTH } from '../../contract/index.ts'
import { Icon } from './icons.tsx'
import { pauseBefore } from './pause.ts'

export interface SearchFieldProps { value: string; placeholder: string; className?: string; onSearch: (text: string) => void }

/** A search box that reports its text shortly after the last keystroke. */
export function SearchField({ value, placeholder, onSearch, ...box }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  const [commit] = useState(() => pauseBefore((next: string) => latestOnSearch.current(next.trim()), 300))
  useEffect(() => commit.cancel, [commit])
  // Back, Forward and Clear change the address, and the box follows; text being typed is not overwritten by its own update.
  useEffect(() => {
    if (!commit.isPending()) setText((shown) => (shown.trim() === value ? shown : value))
  }, [value, commit])
  const change = (next: string) => {
    setText(next)
    commit.start(next)
  }
  return (
    <TextInput
      {...box} type="search" maxLength={MAX_SEARCH_LENGTH} aria-label={t('Search')} placeholder={placeholder} value={text} leftSection={<Icon name="search" size={17} />}
      rightSection={text === '' ? null : <CloseButton aria-label={t('Clear the search')} onClick={() => change('')} />} onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
