/** Searches the settings. Pure. */
import type { ResolvedField, ResolvedSettings } from '../../../core/index.ts'

export interface FoundGroup { group: ResolvedSettings; fields: ResolvedField[] }

/** The groups with the settings whose title, description or options match every word; a group whose own title matches is returned whole. */
export function findSettings(groups: ResolvedSettings[], search: string): FoundGroup[] {
  return groups.flatMap((group) => {
    const fields = Object.values(group.fields)
    const found = isFound(search, group.title) ? fields : fields.filter((field) => isFound(search, field.title, field.description, ...Object.values(field.enumTitles ?? {})))
    return found.length === 0 ? [] : [{ group, fields: found }]
  })
}

/** Whether the texts together contain every word of the search. */
export function isFound(search: string, ...texts: (string | undefined)[]): boolean {
  const text = texts.join(' ').toLowerCase()
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}
