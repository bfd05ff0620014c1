import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AccountEntries, Answer, BalancesAnswer, ClientManifest, QueryValues } from '../../contract/index.ts'
import { wireName } from '../../core/index.ts'
import { call } from './client.ts'
import { documentPath } from './endpoints.ts'
import { typeKey } from './queries.ts'

export interface Asked { employee: string; period: string }

/** The query of a call about balances, under the names of the ledger's fields. */
export function balancesParameters({ shape, balances }: ClientManifest, { employee, period }: Asked, by?: string): QueryValues {
  if (balances === undefined) return {}
  return { [wireName(shape, balances.owner)]: employee, [wireName(shape, balances.period)]: period, ...(by !== undefined && { [wireName(shape, balances.by)]: by }) }
}

/** The accounts of a person in a period. */
export const balancesQuery = (manifest: ClientManifest, asked: Asked) =>
  queryOptions({
    queryKey: [...typeKey(manifest.id), 'balances', asked] as const,
    queryFn: ({ signal }) => call<BalancesAnswer>({ method: 'GET', path: `${documentPath(manifest.id)}/balances`, query: balancesParameters(manifest, asked), signal }),
    placeholderData: keepPreviousData, staleTime: 0,
  })

/** The entries of an account. */
export const accountQuery = (manifest: ClientManifest, asked: Asked, by: string) =>
  queryOptions({
    queryKey: [...typeKey(manifest.id), 'balances', asked, by] as const,
    queryFn: async ({ signal }) => (await call<Answer<AccountEntries>>({ method: 'GET', path: `${documentPath(manifest.id)}/balances/entries`, query: balancesParameters(manifest, asked, by), signal })).data,
    staleTime: 0,
  })
