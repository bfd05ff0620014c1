import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from './icons.tsx'

export interface SearchFieldProps { value: string; placeholder: string; className?: string; onSearch: (text: string) => void }

/** A search box that tells what was typed a moment after the last key. */
export function SearchField({ value, placeholder, onSearch, ...box }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const commit = useDebouncedCallback((next: string) => onSearch(next.trim()), 300)
  // Back, Forward and Clear change the address, and the box follows; what is being typed is not taken back by its own echo.
  useEffect(() => {
    if (!commit.isPending()) setText((shown) => (shown.trim() === value ? shown : value))
  }, [value, commit])
  const change = (next: string) => {
    setText(next)
    commit(next)
  }
  return (
    <TextInput
      {...box} type="search" aria-label="Search" placeholder={placeholder} value={text} leftSection={<Icon name="search" size={17} />}
      rightSection={text === '' ? null : <CloseButton aria-label="Clear the search" onClick={() => change('')} />} onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
