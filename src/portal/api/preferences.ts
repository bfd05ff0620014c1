import type { QueryClient } from '@tanstack/react-query'
import type { Answer } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { call } from './client.ts'
import { bootstrapQuery } from './queries.ts'

type Preferences = Record<string, JsonObject>

/** Changes that are shown but not stored yet, in order. */
let waiting = 0
/** What is stored, as far as is known, while changes wait. */
let stored: Preferences = {}
let last: Promise<unknown> = Promise.resolve()

/**
 * Stores what the user arranged, or removes it if the value is null. Shown at once, and taken back if it cannot be stored. Changes are sent
 * one after another: of two at once, the first could be stored last, and the answer to the first would take back what is shown of the
 * second.
 */
export async function savePreference(client: QueryClient, name: string, value: JsonObject | null): Promise<void> {
  const { queryKey } = bootstrapQuery()
  const show = (change: (preferences: Preferences) => Preferences): unknown => client.setQueryData(queryKey, (before) => before && { ...before, preferences: change(before.preferences) })
  if (waiting === 0) stored = client.getQueryData(queryKey)?.preferences ?? {}
  show((before) => withPreference(before, name, value))
  waiting += 1
  const sent = last.then(() => call<Answer<Preferences>>({ method: 'POST', path: 'portal/preferences', body: { name, value } }))
  last = sent.catch(() => undefined)
  try {
    stored = (await sent).data
  } finally {
    waiting -= 1
    if (waiting === 0) show(() => stored)
  }
}

function withPreference(preferences: Preferences, name: string, value: JsonObject | null): Preferences {
  const { [name]: _, ...others } = preferences
  return value === null ? others : { ...others, [name]: value }
}
