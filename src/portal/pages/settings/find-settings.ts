/** Settings by what somebody types. Pure. */
import type { ResolvedField, ResolvedSettings } from '../../../core/index.ts'

export interface FoundGroup { group: ResolvedSettings; fields: ResolvedField[] }

/** Groups with the settings that match every word, in title, description or choices; a group whose own title matches comes whole. */
export function findSettings(groups: ResolvedSettings[], search: string): FoundGroup[] {
  return groups.flatMap((group) => {
    const fields = Object.values(group.fields)
    const found = isFound(search, group.title) ? fields : fields.filter((field) => isFound(search, field.title, field.description, ...Object.values(field.enumTitles ?? {})))
    return found.length === 0 ? [] : [{ group, fields: found }]
  })
}

/** Whether every word of the search stands in one of the texts. */
export function isFound(search: string, ...texts: (string | undefined)[]): boolean {
  const text = texts.join(' ').toLowerCase()
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}
