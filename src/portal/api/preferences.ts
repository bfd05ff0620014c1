import type { QueryClient } from '@tanstack/react-query'
import type { Answer } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { call } from './client.ts'
import { bootstrapQuery } from './queries.ts'

type Preferences = Record<string, JsonObject>

/** Changes that are shown but not stored yet, in order. */
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Stores what the user arranged, or removes it if the value is null. Shown at once, and taken back if it cannot be stored. Changes are sent
 * one after another: of two at once, the first could be stored last, and the answer to the first would take back what is shown of the
 * second.
 */
export async function savePreference(client: QueryClient, name: string, value: JsonObject | null): Promise<void> {
  const { queryKey } = bootstrapQuery()
  const show = (change: (preferences: Preferences) => Preferences): unknown => client.setQueryData(queryKey, (before) => before && { ...before, preferences: change(before.preferences) })
  const shown = client.getQueryData(queryKey)?.preferences[name]
  show((before) => withPreference(before, name, value))
  waiting += 1
  const stored = last.then(() => call<Answer<Preferences>>({ method: 'POST', path: 'portal/preferences', body: { name, value } }))
  last = stored.catch(() => undefined)
  try {
    const { data } = await stored
    if (waiting === 1) show(() => data)
  } catch (error) {
    if (waiting === 1) show((before) => withPreference(before, name, shown ?? null))
    throw error
  } finally {
    waiting -= 1
  }
}

function withPreference(preferences: Preferences, name: string, value: JsonObject | null): Preferences {
  const { [name]: _, ...others } = preferences
  return value === null ? others : { ...others, [name]: value }
}
