import type { ComboboxParsedItem } from '@mantine/core'

/**
 * The options that hold every word typed, in any order; what begins with the typed text comes first, then what has a word that does, as Enter takes the first.
 * @param caption of what is chosen, which is no search.
 * @param found what a service found for the text, which stays however it is called, behind the others.
 */
export function narrow(options: ComboboxParsedItem[], text: string, caption: string, found: { key: string }[] = []): ComboboxParsedItem[] {
  const typed = text.trim() === caption ? '' : text.trim().toLowerCase()
  const words = typed.split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const ranked = options.flatMap((option) => {
    const label = 'label' in option ? String(option.label).toLowerCase() : ''
    if (words.every((word) => label.includes(word))) return [{ option, rank: rankOf(label, typed) }]
    return 'value' in option && found.some(({ key }) => key === option.value) ? [{ option, rank: 3 }] : []
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option)
}

function rankOf(label: string, typed: string): number {
  if (label.startsWith(typed)) return 0
  return label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed)) ? 1 : 2
}
