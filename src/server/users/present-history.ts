import type { AccountEvent } from '../../contract/index.ts'
import { isObject, type Json } from '../../core/index.ts'
import type { RecordedAccountEvent } from '../store/users/account-history.ts'

/** Presents an account event without values of companies that the reader does not manage. */
export function presentHistory(companies: string[], { id, at, kind, by, given_by: givenBy, ip, device, reason, changes }: RecordedAccountEvent): AccountEvent {
  const shown = Object.entries(changes ?? {}).flatMap(([name, change]): AccountEvent['changes'] => {
    if (!isObject(change)) return []
    const [from, to] = [change['from'], change['to']].map((value) => within(companies, name, value ?? null))
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ name, from, to }]
  })
  return { id, at: at.toISOString(), kind, by, givenBy, ip, device: device === `by ${by}` ? null : device, detail: reason, changes: shown }
}

function within(companies: string[], name: string, value: Json): Json {
  const isVisible = (code: Json): boolean => typeof code === 'string' && companies.includes(code)
  if (name === 'companies') return Array.isArray(value) ? value.filter(isVisible) : value
  return name === 'default_company' && !isVisible(value) ? null : value
}
