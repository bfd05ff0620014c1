import type { ComboboxParsedItem } from '@mantine/core'

/**
 * The options that contain every typed word, in any order. Those that begin with the text come first, then those with a word that does,
 * because Enter takes the first.
 * @param caption of the selected option, which is not a search.
 * @param found the results of a service for the text, which stay at the end whatever their labels.
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
