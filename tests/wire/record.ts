/** Calls of a document type, derived from its manifest: all reads, wrong values, and walks through its states. */
import { readFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { addDays, type JsonObject, type ResolvedDocumentType } from '../../src/core/index.ts'
import { readDemo } from '../../src/server/demo/demo-file.ts'
import { ROOT, type TestApp } from '../http/harness.ts'
import { chanceOf } from '../http/machines/chance.ts'
import { materialOf, sampleOf } from '../http/machines/material.ts'
import { PIXEL } from '../http/petty-cash-cases.ts'
import { askBadValues } from './bad-values.ts'
import { keyWire, ofAnotherMatter, type Drive, type Made } from './drive.ts'
import { askEverything } from './reads.ts'
import { COMPANY, EVERYONE, whoIs } from './people.ts'
import type { Line } from './recorded.ts'
import { Recorder } from './recorder.ts'
import { StateWalks } from './state-walks.ts'

/** The recorded calls of a type, in order. */
export async function recordType(test: TestApp, id: string): Promise<Line[]> {
  const { catalogue } = test.engines.base()
  const type = catalogue.types[id]
  if (type === undefined) throw new Error(`There is no ${id}.`)
  const today = test.services.clock.today('Africa/Nairobi')
  const drive: Drive = { recorder: new Recorder(test), type, types: catalogue.types, base: `documents/${id}`, material: materialOf(readDemo([path.join(ROOT, 'modules')]), COMPANY, id, today), today }
  await askEverything(drive)
  const made = await create(drive)
  await askBadValues(drive, made)
  const asked = await askForRequests(drive, catalogue.organisation.changeRequests?.type === id)
  await new StateWalks(drive, { ...made, keys: [...asked, ...made.keys] }).run()
  return drive.recorder.lines
}

/** The recorded calls that belong to no type but concern many. */
export async function recordPortal(test: TestApp): Promise<Line[]> {
  const recorder = new Recorder(test)
  const { dashboards } = test.engines.base().catalogue
  const paths = [
    'hrmis/employee_statement', 'portal/search?q=lunch', 'portal/search?q=2026', 'approvals/count', 'approvals/approvals',
    ...['mine', 'delegated', 'sent'].map((scope) => `approvals/approvalEntries?scope=${scope}`),
    ...Object.keys(dashboards).map((id) => `dashboards/${id}`),
  ]
  for (const one of paths) await recorder.ask(EVERYONE, 'GET', one)
  return recorder.lines
}

/**
 * Everybody creates a record from the first valid case, otherwise from the first accepted one of the demo's creations, existing records and
 * values generated from the shape.
 */
async function create(drive: Drive): Promise<Made> {
  const { recorder, type, base, material } = drive
  const [creation] = material.creations
  const maker = creation === undefined ? undefined : whoIs(creation.as)
  const makers = [...new Set([...(maker === undefined ? [] : [maker]), ...EVERYONE])]
  const fromCase = firstGoodCase(type)
  if (fromCase !== undefined) await recorder.ask([maker ?? 'employee'], 'POST', base, { sent: fromCase })
  const lists = await recorder.people.world.keys()
  const keysOf = (of: string): string[] => lists.get(of) ?? []
  const sampled = SEEDS.map((seed) => sampleOf(type.shape, chanceOf(seed), keysOf, `${drive.today}T09:00:00+03:00`))
  const copy = await copied(recorder, type, base)
  const candidates = [...(creation ? [creation.values] : []), ...(Object.keys(copy).length > 0 ? [copy] : []), ...(fromCase ? [fromCase] : []), ...sampled]
  let refused: Made | undefined
  for (const values of candidates) {
    const made: Made = { by: undefined, good: (index) => withKey(type, ofAnotherMatter(drive, values, index), index, keysOf), keys: [] }
    for (const [index, who] of makers.entries()) {
      const { status, data } = await recorder.askOne(who, 'POST', base, { sent: made.good(index) })
      if (status === 422) refused ??= { ...made, by: who }
      if (status !== 201 && status !== 202) continue
      made.by ??= who
      if (status === 201) made.keys.push(String(data[keyWire(type)]))
    }
    if (made.by !== undefined) return made
    if (refused === undefined) break
  }
  return refused ?? { by: undefined, good: () => copy, keys: [] }
}

const SEEDS = [1, 2, 3]
/** The number of records for which a change is requested. */
const MAX_REQUESTS = 3

/** Adds a file if the type takes files, a reason if it requires one, and a unique key if it has no number series. */
function withKey(type: ResolvedDocumentType, values: JsonObject, index: number, keysOf: (type: string) => string[]): JsonObject {
  const field = type.shape.fields[type.key]
  const name = keyWire(type)
  const file = type.attachments === undefined ? {} : { [type.attachments.field]: [{ fileName: 'receipt.png', attachment: PIXEL }] }
  const more = { ...file, ...(type.dualControl && { _reason: 'Anew' }) }
  if (values[name] === undefined) return { ...values, ...more }
  if (field?.ref !== undefined) return { ...values, ...more, [name]: keysOf(field.ref.to).at(-1 - index) ?? '' }
  return { ...values, ...more, [name]: field?.format === 'date' ? addDays('2031-01-01', 31 * index) : `WIRE${index}` }
}

/** For types with fields under dual control: requests a change of one. Returns the requests, for the type of these. */
async function askForRequests({ recorder, type, types }: Drive, isTheirs: boolean): Promise<string[]> {
  const keys: string[] = []
  for (const { id, dualControl, shape, key } of Object.values(types)) {
    if (dualControl === undefined || (id !== type.id && !isTheirs)) continue
    // A number can be changed to another one; a text that must be from a list would be refused.
    const names = dualControl.fields.map((one) => shape.fields[one]).filter((field) => field !== undefined).sort((x, y) => Number(y.type === 'number') - Number(x.type === 'number'))
    for (const who of EVERYONE) {
      for (const row of (await recorder.look(who, `documents/${id}?limit=${MAX_REQUESTS}`)).rows) {
        const at = `documents/${id}/${encodeURIComponent(String(row[shape.fields[key]?.wire ?? key]))}`
        const { status, data } = await recorder.look(who, at)
        const field = names[0]
        if (status !== 200 || field === undefined) continue
        const value = field.type === 'number' ? Number(data[field.wire] ?? 0) + 1 : 'Changed'
        for (const _reason of ['', 'Anew']) {
          const { request } = await recorder.askOne(who, 'PATCH', at, { sent: { [field.wire]: value, _rev: data['_rev'] ?? 1, _reason } })
          if (request !== undefined) keys.push(request)
        }
      }
    }
  }
  return isTheirs ? keys : []
}

function firstGoodCase({ module, id }: ResolvedDocumentType): JsonObject | undefined {
  const file = path.join(ROOT, 'modules', module, id, 'cases.json')
  if (!existsSync(file)) return undefined
  const cases = JSON.parse(readFileSync(file, 'utf8')) as { doc?: JsonObject; prev?: JsonObject; expect?: { errors?: JsonObject } }[]
  return cases.find(({ doc, prev, expect }) => doc !== undefined && prev === undefined && Object.keys(expect?.errors ?? {}).length === 0)?.doc
}

/** The entered values of the first existing record, as read by the person who sees most of it. */
async function copied(recorder: Recorder, type: ResolvedDocumentType, base: string): Promise<JsonObject> {
  const seen = await Promise.all(EVERYONE.map(async (who) => (await recorder.look(who, `${base}?limit=1`)).rows[0] ?? {}))
  const most = seen.reduce((a, b) => (Object.keys(b).length > Object.keys(a).length ? b : a))
  const entered = Object.values(type.shape.fields).filter(({ readOnly, compute, stamp, internal, name }) => !readOnly && compute === undefined && stamp === undefined && !internal && (name !== type.stateField || type.states[String(most[name])] === undefined))
  return Object.fromEntries(entered.flatMap(({ wire }) => (most[wire] === undefined || most[wire] === null ? [] : [[wire, most[wire]]])))
}
