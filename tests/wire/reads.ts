/** Everything of a type that can be read: lists with all their options, records in each state, and related data. */
import { lineKeyNames, rangeParameters, type Json, type JsonObject, type ResolvedEndpoint } from '../../src/core/index.ts'
import type { Drive } from './drive.ts'
import { COMPANY, EVERYONE } from './people.ts'
import type { Recorder } from './recorder.ts'

export async function askEverything(drive: Drive): Promise<void> {
  await askLists(drive)
  const keys = await keysByState(drive)
  for (const [index, key] of [...keys.values()].entries()) await askRecord(drive, key, index === 0)
  await drive.recorder.ask(EVERYONE, 'GET', `${drive.base}/NONE-0`)
}

async function askLists({ recorder, type, base }: Drive): Promise<void> {
  await recorder.ask(EVERYONE, 'GET', base)
  const counted = await recorder.ask(EVERYONE, 'GET', `${base}?limit=2&tiles=1`)
  for (const endpoint of namedReads(type.endpoints, ['list', 'waiting', 'figures'])) await recorder.ask(EVERYONE, 'GET', addressOf(endpoint))
  if (Object.keys(type.list.figures).length > 0) await recorder.ask(EVERYONE, 'GET', `${base}/figures`)
  if (type.source !== undefined) await recorder.ask(EVERYONE, 'GET', `${base}/suggestions?search=kapedo`)
  await recorder.ask(EVERYONE, 'GET', `portal/lists/${type.id}`)
  await recorder.ask(EVERYONE, 'GET', `portal/lookups/${type.id}`)
  const reader = counted.find(({ rows }) => rows.length > 0)
  if (reader === undefined) return
  const row = reader.rows[0] ?? {}
  const questions = [
    'mine=1', 'search=a', 'sort=NONE', 'NONE=1', 'tab=NONE',
    ...Object.keys(type.list.tabs).map((tab) => `tab=${tab}`),
    ...Object.keys(type.list.columns).map((name) => `sort=-${type.shape.fields[name]?.wire ?? name}`),
    ...Object.values(type.shape.fields).filter(({ name }) => type.list.filters[name] !== undefined || name === type.stateField || name === type.label).flatMap(({ wire, name }) => filtersOf(wire, type.list.filters[name], row[wire])),
  ]
  for (const question of questions) await recorder.askOne(reader.who, 'GET', `${base}?limit=1&${question}`)
}

function filtersOf(wire: string, kind: 'range' | 'equals' | undefined, value: Json | undefined): string[] {
  const text = encodeURIComponent(['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '1')
  if (kind !== 'range') return [`${wire}=${text}`]
  const { from, to } = rangeParameters(wire)
  return [`${from}=${text}`, `${to}=${text}`]
}

/** The key of a record in each state, the employee's own if there is one. */
export async function keysByState({ recorder, type }: Drive): Promise<Map<string, string>> {
  const { app, company } = recorder.people.world
  const me = (await recorder.people.all())[0]?.employee ?? ''
  const rows = await app.services.database.kysely.selectFrom('documents').select(['key', 'state', 'owner']).where('company', '=', company).where('type', '=', type.id).orderBy('key').execute()
  const keys = new Map<string, string>()
  for (const { key, state } of [...rows.filter(({ owner }) => owner === me), ...rows]) if (!keys.has(state)) keys.set(state, key)
  return new Map([...keys].sort(([a], [b]) => a.localeCompare(b)))
}

async function askRecord({ recorder, type, base }: Drive, key: string, isFirst: boolean): Promise<void> {
  const at = `${base}/${encodeURIComponent(key)}`
  const seen = await recorder.ask(EVERYONE, 'GET', at)
  const reader = seen.find(({ status }) => status === 200)
  const blind = seen.find(({ status }) => status !== 200)
  if (reader === undefined) return
  const both = [reader.who, ...(blind === undefined ? [] : [blind.who])]
  await recorder.ask(both, 'GET', `${at}/events`)
  for (const print of Object.keys(type.print)) await recorder.ask(both, 'GET', `${at}/print/${print}`)
  for (const endpoint of namedReads(type.endpoints, ['get'])) await recorder.ask(both, 'GET', addressOf(endpoint, key))
  if (isFirst) for (const endpoint of Object.values(type.endpoints).flat()) if (endpoint.name.startsWith('print.')) await askFor(recorder, both, endpoint, key)
  for (const endpoint of Object.values(type.endpoints).flat()) {
    const field = type.shape.fields[endpoint.name.replace(/\.get$/, '')]
    const [line] = endpoint.name.endsWith('.get') && field !== undefined ? ((reader.data[field.wire] ?? []) as JsonObject[]) : []
    const [name = 'id'] = lineKeyNames(field)
    if (line !== undefined) await recorder.ask(both, 'GET', `${addressOf(endpoint, key)}&id=${String(line[name])}`)
  }
  const [file] = type.attachments === undefined ? [] : ((reader.data[type.attachments.field] ?? []) as JsonObject[])
  if (file !== undefined) await recorder.ask(both, 'GET', `${at}/files/${String(file['id'])}`)
}

function namedReads(endpoints: Record<string, ResolvedEndpoint[]>, names: string[]): ResolvedEndpoint[] {
  return Object.values(endpoints).flat().filter(({ name, method }) => method === 'GET' && names.includes(name))
}

/** Its path and query, with the key where the call expects it. */
export function addressOf({ path, key, fixedQuery }: ResolvedEndpoint, value?: string): string {
  const filled = path.replaceAll(/:\w+/g, () => encodeURIComponent(value ?? `${COMPANY}-015`))
  const query = new URLSearchParams({ ...fixedQuery, ...(key?.in === 'query' && value !== undefined && { [key.name]: value }) }).toString()
  return query === '' ? filled : `${filled}?${query}`
}

/** The key in the body of such a call, in addition to its payload. */
export function keyInBody({ key }: ResolvedEndpoint, value: string): JsonObject {
  return key?.in === 'body' ? { [key.name]: value } : {}
}

async function askFor(recorder: Recorder, people: string[], endpoint: ResolvedEndpoint, key: string): Promise<void> {
  if (endpoint.method === 'PUT') return
  await recorder.ask(people, endpoint.method, addressOf(endpoint, key), endpoint.method === 'GET' ? {} : { sent: keyInBody(endpoint, key) })
}
