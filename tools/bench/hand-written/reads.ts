import type { Pool, PoolClient } from 'pg'
import { Refused } from './refused.ts'
import { actionsOf, toRecord, toWire, type EntryRow, type FileRow, type Person, type RequestRow } from './rows.ts'
import { run } from './sql.ts'

/** Large counts are cached for as long as in the engine. */
const REMEMBERED_MS = 5_000
const LARGE = 1_000
const counts = new Map<string, { count: number; until: number }>()

/** A page of the requests that the person may list, newest number first. */
export async function listRequests(pool: Pool, person: Person, limit: number, after: string | undefined): Promise<object> {
  const isFinance = person.roles.includes('finance')
  if (!isFinance && person.employee === null) throw new Refused(403, 'You may not see this list.')
  const name = isFinance ? 'listAll' as const : 'listOwn' as const
  const values = [person.company, person.employee, limit + 1]
  const [count, found] = await Promise.all([
    after === undefined ? countRequests(pool, person, isFinance) : Number(after.split('|')[1]),
    after === undefined ? run<RequestRow & { has_open: boolean }>(pool, name, values) : run<RequestRow & { has_open: boolean }>(pool, `${name}After`, [...values, after.split('|')[0]])
  ])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    data: rows.map((row) => ({ ...toWire(row), _actions: actionsOf(row, person, row.has_open).allowed })),
    message: '',
    page: { next: found.length > limit && last ? `${last.key}|${count}` : null, previous: null, count: Math.min(count, 10_000), more: count > 10_000 }
  }
}

async function countRequests(pool: Pool, person: Person, isFinance: boolean): Promise<number> {
  const memory = isFinance ? person.company : `${person.company} ${person.employee ?? ''}`
  const known = counts.get(memory)
  if (known && known.until > performance.now()) return known.count
  const [row] = await run<{ count: number }>(pool, isFinance ? 'countAll' : 'countOwn', isFinance ? [person.company] : [person.company, person.employee])
  const count = row?.count ?? 0
  if (count >= LARGE) counts.set(memory, { count, until: performance.now() + REMEMBERED_MS })
  return count
}

/** One request with all related data. */
export async function getRequest(pool: Pool, person: Person, no: string): Promise<{ rev: number; body: object }> {
  const isFinance = person.roles.includes('finance')
  const [row] = await run<RequestRow>(pool, 'get', [person.company, no, person.employee, isFinance])
  if (!row) throw new Refused(404, 'There is no such record.')
  const at = [person.company, no]
  const [files, entries] = await Promise.all([run<FileRow>(pool, 'files', at), run<EntryRow>(pool, 'entries', at)])
  return { rev: row.rev, body: { data: toRecord(row, files, entries, person), message: '' } }
}

/** The request as its card shows it, as of this transaction. On one connection, so the queries run one after another. */
export async function recordInside(tx: PoolClient, person: Person, row: RequestRow): Promise<object> {
  const at = [person.company, row.key]
  const files = await run<FileRow>(tx, 'files', at)
  return toRecord(row, files, await run<EntryRow>(tx, 'entries', at), person)
}
