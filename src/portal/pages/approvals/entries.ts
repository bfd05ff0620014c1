import type { ApprovalEntry } from '../../../contract/index.ts'
import { cardPath, readingPath, type Pages } from '../../shell/links.ts'

/** Where the entries of a tab lead: to the screen where they are decided, to that screen for reading only, or to the user's own record. */
export type EntryTarget = 'decision' | 'reading' | 'record'

/** The address to which the entry leads. */
export function entryPath(pages: Pages, { link, documentType, documentNo }: ApprovalEntry, target: EntryTarget): string {
  if (target === 'record') return cardPath(pages, documentType, documentNo)
  return target === 'decision' ? link : readingPath(link)
}

/** The number of entries by document type, sorted by title. */
export function countByType(entries: ApprovalEntry[]): { type: string; title: string; count: number }[] {
  const groups = new Map<string, { type: string; title: string; count: number }>()
  for (const entry of entries) {
    const group = groups.get(entry.documentType) ?? { type: entry.documentType, title: entry.recordToApprove.split(':')[0] ?? entry.documentType, count: 0 }
    groups.set(entry.documentType, { ...group, count: group.count + 1 })
  }
  return [...groups.values()].sort((a, b) => a.title.localeCompare(b.title))
}

/** The entries whose number, document, sender or summary contains every word of the search. */
export function searchEntries(entries: ApprovalEntry[], search: string): ApprovalEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== '')
  return entries.filter((entry) => {
    const text = [entry.entryNo, entry.documentNo, entry.recordToApprove, entry.senderName, entry.status, ...entry.summary.map((part) => part.value)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
