import type { QueryClient } from '@tanstack/react-query'
import type { Answer } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { call } from './client.ts'
import { bootstrapQuery } from './queries.ts'

/** Stores what the user arranged, or removes it if the value is null. Shown at once, and taken back if it cannot be stored. */
export async function savePreference(client: QueryClient, name: string, value: JsonObject | null): Promise<void> {
  const { queryKey } = bootstrapQuery()
  const show = (preferences: Record<string, JsonObject>) => client.setQueryData(queryKey, (before) => before && { ...before, preferences })
  const before = client.getQueryData(queryKey)?.preferences ?? {}
  const { [name]: _, ...others } = before
  show(value === null ? others : { ...others, [name]: value })
  try {
    show((await call<Answer<Record<string, JsonObject>>>({ method: 'POST', path: 'portal/preferences', body: { name, value } })).data)
  } catch (error) {
    show(before)
    throw error
  }
}
