/** The records that a person opened last in this browser. Only their addresses, numbers and types are kept, for this person alone. */

export interface Recent { path: string; key: string; title: string }

const KEY = 'dirisha.recent'
const MAX_RECENT = 8

const nameOf = (user: string, company: string): string => `${KEY}.${company}.${user}`

/** The records opened last, the latest first. */
export function recentRecords(user: string, company: string): Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(user, company)) ?? '[]') as unknown
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Puts a record first among those opened last. */
export function rememberRecord(user: string, company: string, opened: Recent): void {
  const others = recentRecords(user, company).filter(({ key, title }) => key !== opened.key || title !== opened.title)
  try {
    localStorage.setItem(nameOf(user, company), JSON.stringify([opened, ...others].slice(0, MAX_RECENT)))
  } catch {
    // A full storage only forgets it.
  }
}

function isRecent(one: unknown): one is Recent {
  const { path, key, title } = (one ?? {}) as Record<string, unknown>
  return typeof path === 'string' && path.startsWith('/') && typeof key === 'string' && typeof title === 'string'
}
