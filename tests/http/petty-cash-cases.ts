/** Petty cash as the tests of this folder create it: a valid request, and what is in the database. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../src/server/store/connection/database.ts'
import type { Caller, TestApp } from './harness.ts'

export interface Reply {
  data: Record<string, unknown> & { no: string; status: string; _rev: number; _actions: string[]; attachments: { id: string; fileName: string; attachment: string }[] }
  message: string
  code?: string
  errors?: { path: string; rule: string; message: string }[]
}
export interface Entry { entryNo: number; documentNo: string; status: string; approverID: string; sequenceNo: number; _rev: number }

export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const DIMENSIONS = { shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }

export const line = (more: object = {}): object => ({ expense_code: 'MEALS', description: 'Working lunch', amount: 1200, ...DIMENSIONS, ...more })
export const request = (more: object = {}): object => ({
  description: 'Working lunch', ...DIMENSIONS, pettyCashLinesAPI: [line()], attachments: [{ fileName: 'receipt.png', attachment: PIXEL }], ...more,
})

/** Settings under which one user may send more than a day's limit. */
export const NO_CEILINGS = { MRT: { cashmgt_settings: { pettycash_daily_ceiling: 0, pettycash_request_ceiling: 0 } } }

/** A new request in the state Open. */
export async function raise(owner: Caller, more: object = {}): Promise<Reply['data']> {
  const answer = await owner.call('POST', 'hrmis/pettycash', request(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Reply>().data
}

/** A new request that waits for its approver. */
export async function raiseAndSend(owner: Caller, more: object = {}): Promise<Reply['data']> {
  const { no } = await raise(owner, more)
  const answer = await owner.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Reply>().data
}

export async function read(person: Caller, no: string): Promise<Reply['data']> {
  const answer = await person.call('GET', `hrmis/pettycash/show?document_no=${no}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Reply>().data
}

/** The open entry of the document that waits for the user. */
export async function openEntry(approver: Caller, no: string): Promise<Entry> {
  const answer = await approver.call('GET', `approvals/approvalEntries?status=Open&scope=mine&documentNo=${no}`)
  const [entry] = answer.json<{ data: Entry[] }>().data
  if (!entry) throw new Error(`Nothing of ${no} waits: ${answer.body}`)
  return entry
}

/**
 * Creates, changes or deletes a record under dual control: one person asks, another approves. Without `_rev`, at the revision that it has
 * now.
 */
export async function asTwo(maker: Caller, checker: Caller, method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}): Promise<void> {
  const seen = method === 'POST' || '_rev' in body ? {} : { _rev: (await maker.call('GET', path)).json<{ data: { _rev?: number } }>().data._rev }
  const asked = await maker.call(method, path, { _reason: 'As agreed', ...seen, ...body })
  expect(asked.statusCode, asked.body).toBe(202)
  const approved = await checker.call('POST', `documents/record-change/${asked.json<{ request: { key: string } }>().request.key}/actions/approve`, {})
  expect(approved.statusCode, approved.body).toBe(200)
}

const WATCHED = ['documents', 'approval_entries', 'events', 'files', 'number_series', 'idempotency', 'outbox', 'notifications', 'settings', 'users', 'sessions'] as const
const watched = new WeakMap<Database, Promise<void>>()

/**
 * How often rows of each table that a call may write were written, so that "nothing changed" means that nothing was written: a rollback
 * also removes its records of writes.
 */
export async function snapshot({ services: { database } }: TestApp, except: string[] = []): Promise<Record<string, string>> {
  const watching = watched.get(database) ?? watch(database)
  watched.set(database, watching)
  await watching
  const { rows } = await sql<{ name: string; writes: number }>`select name, count(*) as writes from writes group by name`.execute(database.kysely)
  return Object.fromEntries(rows.filter(({ name }) => !except.includes(name)).map(({ name, writes }) => [name, `${writes} written`]))
}

/** Makes the database record every row that is written from now on. Reading all rows instead would be slow, for hundreds of refusals. */
async function watch({ kysely }: Database): Promise<void> {
  await sql`create table if not exists writes (name text not null)`.execute(kysely)
  await sql.raw('create or replace function note_write() returns trigger language plpgsql as $$ begin insert into writes values (tg_argv[0]); return null; end $$').execute(kysely)
  for (const name of WATCHED) await sql.raw(`create or replace trigger note_write after insert or update or delete on ${name} for each row execute function note_write('${name}')`).execute(kysely)
}
