/**
 * The server enforces what the screen closes. For every document type, in every state, every user who sees a record sends each field with
 * another value, in every call that updates it. Only what the rules allow for the stored record may be written. States that the demo has no
 * record of get one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldState, recordDoc, type CompiledType, type Doc, type Evaluation, type FieldPaths, type Json, type JsonObject, type ResolvedAction, type ResolvedField, type ResolvedShape, type StoredRecord } from '../../src/core/index.ts'
import { commandContext, fullContext, type CommandContext } from '../../src/server/commands/context.ts'
import { establishSession } from '../../src/server/sign-in/establish-session.ts'
import { hashToken } from '../../src/server/sign-in/tokens.ts'
import { engineOfModules, storeRecord } from '../store/support.ts'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'

const types = Object.keys((await engineOfModules()).catalogue.types)
/** CLOSED_PEOPLE=all tries some users of every role (`npm run soak`). */
const IS_LONG = process.env['CLOSED_PEOPLE'] === 'all'
const OTHERS = ['mutua', 'admin', 'njeri', 'baraka', 'ali', 'otieno'].map((name) => `${name}@mazingira.example`)
/** How many of them try in every case. */
const ALWAYS = IS_LONG ? OTHERS.length : 2
/** Whose the added records are, where their type has owners. */
const OWNER = 'MRT-015'

describe.each(ATTACK === undefined ? ONE_KIND : KINDS)('closed fields on %s', (kind) => {
  let test: TestApp
  const people = new Map<string, { caller: Caller; command: CommandContext }>()
  const tally = { tried: 0, closed: 0, written: 0, forged: 0 }
  let turn = 0
  /** By type, the states in which somebody saw the record and tried. */
  const seen = new Map<string, Set<string>>()
  beforeAll(async () => {
    test = await startApp({ kind, isLived: true })
    // A request for a change, which only the product itself can fill so that somebody sees it.
    const { caller: mutua } = await person('mutua@mazingira.example')
    const { data: { _rev } } = (await mutua.call('GET', 'documents/loan-type/CAR')).json<{ data: { _rev: number } }>()
    expect((await mutua.call('PATCH', 'documents/loan-type/CAR', { maxAmount: 900_000, _rev, _reason: 'As agreed' })).statusCode).toBe(202)
    for (const id of types) await addMissingStates(test.engines.base().type(id))
  })
  afterAll(() => test.stop())

  /** Stores a record in each state of the type that none has: a copy of another one, or one with a value in each field. */
  async function addMissingStates(type: CompiledType): Promise<void> {
    const { manifest } = type
    const rows = await test.services.database.kysely.selectFrom('documents').select(['state', 'owner', 'data']).where('company', '=', 'MRT').where('type', '=', manifest.id).orderBy('key').execute()
    const missing = statesOf(type).filter((state) => !rows.some((row) => row.state === state))
    const owner = rows[0]?.owner ?? OWNER
    for (const [index, state] of missing.entries()) await storeRecord(test.services.database, type, { key: `ADDED-${index + 1}`, state, owner, data: rows[0]?.data ?? await filled(manifest.shape) })
  }

  async function filled({ fields }: ResolvedShape): Promise<Doc> {
    const doc: Doc = {}
    for (const { name, line, ...field } of Object.values(fields)) {
      const value = line === undefined ? await anotherValue({ name, ...field }, undefined) : [await filled(line)]
      if (value !== undefined) doc[name] = value
    }
    return doc
  }

  async function person(email: string): Promise<{ caller: Caller; command: CommandContext }> {
    const known = people.get(email)
    if (known !== undefined) return known
    const caller = await test.signIn(email)
    const made = { caller, command: commandContext(test.services, await establishSession(test.services, hashToken(caller.token), null)) }
    people.set(email, made)
    return made
  }

  /** The record's owner and some users of each role; `others` try where none of them sees the record. */
  async function whoTries(owner: string | undefined): Promise<{ always: string[]; others: string[] }> {
    const row = owner === undefined ? undefined : await test.services.database.kysely.selectFrom('users').select('email').where('employee', '=', owner).where('active', '=', true).where('password_hash', 'is not', null).executeTakeFirst()
    const always = new Set([...(row === undefined ? [] : [row.email]), ...OTHERS.slice(0, ALWAYS)])
    return { always: [...always], others: OTHERS.filter((email) => !always.has(email)) }
  }

  const stored = async (type: CompiledType, key: string): Promise<StoredRecord> => {
    const row = await test.services.database.kysely.selectFrom('documents').selectAll().where('company', '=', 'MRT').where('type', '=', type.manifest.id).where('key', '=', key).executeTakeFirstOrThrow()
    return { key, state: row.state, rev: row.rev, data: row.data, ...(row.owner !== null && { owner: row.owner }) }
  }

  interface Standing { saving: ResolvedAction | undefined; redacted: FieldPaths; evaluation: Evaluation }

  /** The user's actions on the stored record, and the state of its rules. */
  async function standingOf({ command }: { command: CommandContext }, type: CompiledType, record: StoredRecord): Promise<Standing> {
    return test.services.database.transaction(async (tx) => {
      const doc = recordDoc(type.manifest, record)
      const { ctx } = await fullContext(tx, command, type, doc, { prev: doc })
      const { allowed } = type.actions(doc, ctx, { isOwner: record.owner !== undefined && record.owner === command.session.actor.employee, hasOpenEntry: false }, false)
      const saving = allowed.map((id) => type.manifest.actions[id]).find((action) => action?.saves === true)
      return { saving, redacted: type.redacted(record, command.session.actor, { ctx }), evaluation: type.evaluate(doc, ctx, { action: saving?.id ?? 'save' }) }
    })
  }

  /** Why the user may not change the field of the stored record; undefined if it is open. */
  function whyClosed({ saving, redacted, evaluation }: Standing, { manifest }: CompiledType, { name }: ResolvedField, inner?: ResolvedField): string | undefined {
    const field = inner ?? manifest.shape.fields[name]
    if (field === undefined || field.readOnly || field.compute !== undefined || field.internal || field.stamp !== undefined) return 'the server’s'
    if (inner === undefined && (name === manifest.key || name === manifest.stateField || name === manifest.owner)) return 'the server’s'
    if (inner === undefined && manifest.dualControl?.fields.includes(name) === true) return 'for two people'
    if (saving === undefined) return 'nothing is saved now'
    const path = inner === undefined ? name : `${name}.${inner.name}`
    if (saving.fields !== undefined && !saving.fields.includes(name) && !saving.fields.includes(path)) return 'not of this save'
    if (redacted.has(path)) return 'hidden from the person'
    const state = fieldState(evaluation, inner === undefined ? name : `${name}.0.${inner.name}`)
    if (state?.enabled === false) return 'closed by a rule'
    return state?.visible === false ? 'hidden by a rule' : undefined
  }

  interface Case { type: CompiledType; key: string; email: string; caller: Caller; standing: Standing }

  /** If nothing can be saved, all fields are sent at once; otherwise only those that the server owns. */
  async function tryAll({ type, key, email, caller, standing }: Case): Promise<void> {
    const before = await stored(type, key)
    const values: JsonObject = {}
    for (const field of Object.values(type.manifest.shape.fields)) {
      if (whyClosed(standing, type, field) === undefined) continue
      const forged = await anotherValue(field, before.data[field.name])
      if (forged !== undefined) values[field.wire] = forged
    }
    for (const { method, address, body } of IS_LONG ? updateCalls(type, key) : [oneOf(updateCalls(type, key))]) {
      const answer = await caller.call(method, address, { ...values, ...body, _rev: before.rev, _reason: 'Forged' })
      tally.tried += Object.keys(values).length
      tally.closed += Object.keys(values).length
      const after = await stored(type, key)
      expect([email, address, answer.statusCode < 500, standing.saving !== undefined || answer.statusCode >= 400]).toEqual([email, address, true, true])
      const changed = Object.keys(values).filter((name) => JSON.stringify(after.data[name] ?? null) === JSON.stringify(values[name]) && JSON.stringify(before.data[name] ?? null) !== JSON.stringify(values[name]))
      tally.forged += changed.length
      expect([email, address, key, changed]).toEqual([email, address, key, []])
      if (after.rev !== before.rev) await putBack(type, before)
    }
  }

  /** In turn, so that each is used often. */
  function oneOf(calls: UpdateCall[]): UpdateCall {
    turn += 1
    return calls[turn % calls.length]!
  }

  async function putBack({ manifest }: CompiledType, { key, rev, data }: StoredRecord): Promise<void> {
    await test.services.database.kysely.updateTable('documents').set({ data: JSON.stringify(data), rev }).where('company', '=', 'MRT').where('type', '=', manifest.id).where('key', '=', key).execute()
  }

  async function tryOne({ type, key, email, caller, standing }: Case, field: ResolvedField, inner?: ResolvedField): Promise<void> {
    const before = await stored(type, key)
    const doc = recordDoc(type.manifest, before)
    const { data: read } = (await caller.call('GET', `documents/${type.manifest.id}/${encodeURIComponent(key)}`)).json<{ data: JsonObject }>()
    const lines = read[field.wire]
    if (inner !== undefined && !(Array.isArray(lines) && lines.length > 0)) return
    const was = inner === undefined ? doc[field.name] : firstLine(doc, field.name)[inner.name]
    const forged = await anotherValue(inner ?? field, was)
    if (forged === undefined) return
    const body = inner === undefined ? { [field.wire]: forged } : { [field.wire]: (lines as JsonObject[]).map((line, index) => (index === 0 ? { ...line, [inner.wire]: forged } : line)) }
    const why = whyClosed(standing, type, field, inner)
    const call = oneOf(updateCalls(type, key))
    await caller.call(call.method, call.address, { ...body, ...call.body, _rev: before.rev, _reason: 'Forged' })
    const after = recordDoc(type.manifest, await stored(type, key))
    const is = inner === undefined ? after[field.name] : firstLine(after, field.name)[inner.name]
    const isForged = JSON.stringify(is ?? null) === JSON.stringify(forged) && JSON.stringify(was ?? null) !== JSON.stringify(forged)
    tally.tried += 1
    if (why !== undefined) tally.closed += 1
    if (isForged) tally.written += 1
    if (isForged && why !== undefined) tally.forged += 1
    expect(isForged && why !== undefined ? `${email} wrote ${field.name}${inner === undefined ? '' : `.${inner.name}`} of ${type.manifest.id} ${key} (${before.state}), which is ${why}` : '').toBe('')
    // Restores the record for the next case.
    await putBack(type, before)
  }

  async function anotherValue(field: ResolvedField, was: Json | undefined): Promise<Json | undefined> {
    if (field.line !== undefined || field.file !== undefined) return field.line === undefined ? undefined : []
    if (field.ref !== undefined && field.type === 'string') {
      const rows = await test.services.database.kysely.selectFrom('documents').select('key').where('company', '=', 'MRT').where('type', '=', field.ref.to).orderBy('key').limit(3).execute()
      return rows.map(({ key }) => key).find((key) => key !== was)
    }
    if (field.enum !== undefined) return field.enum.find((one) => one !== was)
    switch (field.type) {
      case 'number': case 'integer': return typeof was === 'number' && was > 1 ? was - 1 : 7
      case 'boolean': return was !== true
      case 'string': return textOther(field)
      default: return undefined
    }
  }

  it.each(types)('cannot be written in records of type %s, whoever sends them', async (id) => {
    const type = test.engines.base().type(id)
    const { kysely } = test.services.database
    const rows = await kysely.selectFrom('documents').select(['key', 'state', 'owner']).where('company', '=', 'MRT').where('type', '=', id).orderBy('key').execute()
    const oneOfEach = [...new Map(rows.map((row) => [row.state, row])).values()]
    for (const { key, state, owner } of oneOfEach) {
      const { always, others } = await whoTries(owner ?? undefined)
      for (const email of [...always, ...others]) {
        if (!always.includes(email) && seen.get(id)?.has(state) === true) break
        const who = await person(email)
        if ((await who.caller.call('GET', `documents/${id}/${encodeURIComponent(key)}`)).statusCode !== 200) continue
        seen.set(id, (seen.get(id) ?? new Set()).add(state))
        const one = { type, key, email, caller: who.caller, standing: await standingOf(who, type, await stored(type, key)) }
        await tryAll(one)
        if (one.standing.saving === undefined) continue
        for (const field of Object.values(type.manifest.shape.fields)) {
          if (IS_LONG || whyClosed(one.standing, type, field) !== 'the server’s') await tryOne(one, field)
          for (const inner of Object.values(field.line?.fields ?? {})) if (IS_LONG || whyClosed(one.standing, type, field, inner) !== 'the server’s') await tryOne(one, field, inner)
        }
      }
    }
  })

  it('were tried in every state of every type', () => {
    const untried = types.flatMap((id) => statesOf(test.engines.base().type(id)).filter((state) => seen.get(id)?.has(state) !== true).map((state) => `${id} ${state}`))
    expect(untried).toEqual([])
  })

  it('were tried more than 1,000 times, while more than 50 open fields were written', () => {
    reportFigures('closed fields, in every state', kind, { tried: tally.tried, closed: tally.closed, succeeded: tally.forged })
    expect([tally.closed > 1_000, tally.written > 50]).toEqual([true, true])
  })
})

/** The states of the type; the empty one if it has none. */
function statesOf({ manifest: { states } }: CompiledType): string[] {
  const names = Object.keys(states)
  return names.length === 0 ? [''] : names
}

interface UpdateCall { method: Parameters<Caller['call']>[0]; address: string; body: JsonObject }

/** Every call that updates the record: the engine's own, and those that the manifest names. */
function updateCalls({ manifest: { id, endpoints } }: CompiledType, key: string): UpdateCall[] {
  const named = (endpoints['update'] ?? []).map(({ method, path, key: at }): UpdateCall => (
    { method: method as UpdateCall['method'], address: path.replace(/:\w+/, encodeURIComponent(key)), body: at?.in === 'body' ? { [at.name]: key } : {} }
  ))
  return [{ method: 'PATCH', address: `documents/${id}/${encodeURIComponent(key)}`, body: {} }, ...named]
}

function firstLine(doc: Doc, array: string): JsonObject {
  const lines = doc[array]
  return Array.isArray(lines) ? ((lines[0] as JsonObject | undefined) ?? {}) : {}
}

function textOther({ format, maxLength = 20 }: ResolvedField): string {
  if (format === 'date') return '2026-07-25'
  if (format === 'date-time') return '2026-07-25T06:00:00.000Z'
  if (format === 'time') return '09:30'
  if (format === 'email') return 'forged@example.org'
  return 'Forged by somebody'.slice(0, maxLength)
}
