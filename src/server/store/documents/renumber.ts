import type { ResolvedDocumentType } from '../../../core/index.ts'
import type { Tx } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

export interface NewKey { from: string; to: string }

/** Changes the keys of records, in the key column and in the key field. */
export async function renumber(tx: Tx, manifest: Pick<ResolvedDocumentType, 'id' | 'key'>, company: string, keys: readonly NewKey[]): Promise<void> {
  const s = new Statement()
  await s.run(
    tx,
    `update documents d set key = n.next, data = jsonb_set(d.data, array[${s.value(manifest.key)}]::text[], to_jsonb(n.next))
     from unnest(${s.value(keys.map(({ from }) => from), 'text[]')}, ${s.value(keys.map(({ to }) => to), 'text[]')}) as n (present, next)
     where d.company = ${s.value(company)} and d.type = ${literal(manifest.id)} and d.key = n.present`
  )
}

/** Those of the keys that are already used by records of the company. */
export async function takenKeys(tx: Tx, type: string, company: string, keys: readonly string[]): Promise<Set<string>> {
  const s = new Statement()
  const rows = await s.run<{ key: string }>(tx, `select d.key from documents d where d.company = ${s.value(company)} and d.type = ${literal(type)} and d.key = any(${s.value(keys, 'text[]')})`)
  return new Set(rows.map(({ key }) => key))
}
