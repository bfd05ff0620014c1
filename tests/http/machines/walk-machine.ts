/** Walks one record through its state machine with random people, actions and payloads, and compares each response with the model. */
import type { JsonObject, ResolvedDocumentType } from '../../../src/core/index.ts'
import { expect } from 'vitest'
import type { Reply } from '../walk.ts'
import type { Chance } from './chance.ts'
import { sampleOf, spoiled, type KeysOf, type Material } from './material.ts'
import { DECISIONS, Model, type Entry, type Person } from './model.ts'
import { reversedBy, type World } from './world.ts'

const DOORS = ['approvals', 'action', 'bulk', 'mail'] as const
type Door = (typeof DOORS)[number]

interface Move { by: Person; action: string; door: Door; entry: Entry | undefined; to: string; body: JsonObject; isSpoiled: boolean; isStale: boolean }
interface Outcome { status: number; isDone: boolean; code: string; message: string }

export interface Tally { /** Successful moves, by action. */ done: Record<string, number>; refused: number; states: Set<string> }
export interface WalkOf { world: World; type: ResolvedDocumentType; people: Person[]; material: Material; keysOf: KeysOf; chance: Chance; now: string; tally: Tally }

export class MachineWalk {
  readonly #with: WalkOf
  readonly #trace: string[] = []
  #key = ''
  #model: Model
  #print: Record<string, string> = {}
  #ledgers = new Map<string, string>()
  /** The entry that its sender has tried to approve. */
  #tried = 0

  constructor(given: WalkOf) {
    this.#with = given
    this.#model = new Model(given.type, { owner: undefined, state: '', rev: 0, events: 0 })
  }

  /** The calls and responses so far, to explain a failure. */
  get trace(): string {
    return this.#trace.join('\n')
  }

  async run(steps: number): Promise<void> {
    if (!(await this.#begin())) return
    await this.#look()
    for (let step = 0; step < steps && !this.#model.isGone; step += 1) await this.#step()
  }

  /** Creates a record, or takes an existing one; false if the creation was refused. */
  async #begin(): Promise<boolean> {
    const { world, type, material, chance, keysOf } = this.#with
    const kept = keysOf(type.id)
    const creation = chance.one(material.creations)
    if (kept.length > 0 && creation === undefined) {
      this.#key = chance.one(kept) ?? ''
    } else {
      if (!(await this.#create(creation))) return false
    }
    const stored = await world.stored(type.id, this.#key)
    if (stored === undefined) return false
    this.#model = new Model(type, { ...stored, events: await world.events(type.id, this.#key) })
    return true
  }

  /** Random values for a shape are often refused, so several attempts are made. */
  async #create(creation: Material['creations'][number] | undefined): Promise<boolean> {
    const { world, type, people, chance, keysOf, now } = this.#with
    for (let attempt = 0; attempt < (creation === undefined ? 8 : 1); attempt += 1) {
      const by = people.find(({ email }) => email === creation?.as) ?? chance.one(people.filter(({ employee }) => employee !== undefined))
      if (by === undefined) return false
      const answer = await (await world.caller(by)).call('POST', `documents/${type.id}`, creation?.values ?? sampleOf(type.shape, chance, keysOf, now))
      this.#trace.push(`${by.email} creates: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      if (answer.statusCode >= 300) continue
      this.#key = String(answer.json<Reply<JsonObject>>().data[type.shape.fields[type.key]?.wire ?? type.key])
      if (type.owner !== undefined) expect((await world.stored(type.id, this.#key))?.owner, 'a record belongs to who made it').toBe(by.number)
      return true
    }
    return false
  }

  async #step(): Promise<void> {
    const { world, type, tally } = this.#with
    const chosen = await this.#choose()
    const offered = await this.#offered(chosen.by)
    // A save does not name its action: it is the one that is offered.
    const saving = type.actions[chosen.action]?.saves === true ? offered.find((id) => type.actions[id]?.saves === true) : undefined
    const move = { ...chosen, action: saving ?? chosen.action }
    const may = this.#model.may(move.by, move.action)
    const outcome = await this.#perform(move)
    const what = `${move.by.email} ${move.action} by ${move.door} in ${this.#model.state}${move.isSpoiled ? ', spoiled' : ''}${move.isStale ? ', stale' : ''}`
    this.#trace.push(`${what}: ${outcome.status} ${outcome.code} ${outcome.message}`.slice(0, 240))
    expect(outcome.status, what).toBeLessThan(500)
    if (!outcome.isDone) {
      tally.refused += 1
      expect(outcome.message, what).toMatch(/\S{2,}/)
      expect(await world.print(), `${what} was refused and changed something`).toEqual(this.#print)
      // If the person is allowed and offered the action, a refusal concerns the payload, not the person.
      if (may && offered.includes(move.action) && move.door !== 'mail') expect([403, 404], what).not.toContain(outcome.status)
      return
    }
    expect(may, `${what} was done, though the manifest lets nobody of theirs`).toBe(true)
    expect(offered, `${what} was done, though it was not offered`).toContain(move.action)
    expect(move.isStale, `${what} was done on what had changed`).toBe(false)
    tally.done[move.action] = (tally.done[move.action] ?? 0) + 1
    if (type.actions[move.action]?.answersOnly === true) {
      expect(await world.print(), `${what} changed something`).toEqual(this.#print)
      return
    }
    const known = new Set(this.#model.entries.map(({ no }) => no))
    const opened = (await world.entries(type.id, this.#key)).filter(({ no }) => !known.has(no))
    if (type.actions[move.action]?.startsApproval === true) this.#checkRound(opened, what)
    else expect(opened, `${what} began a round`).toEqual([])
    const found = (await world.stored(type.id, this.#key))?.state
    this.#model.apply(move.action, { person: move.by, opened, to: move.to, found, ...(move.entry && { entry: move.entry }) })
    await this.#stands(what)
    await this.#look()
  }

  /** A new round: nobody decides on their own document, the first sequence is open and the others wait. */
  #checkRound(opened: Entry[], what: string): void {
    const sequences = [...new Set(opened.map(({ sequence }) => sequence))]
    expect(sequences, what).toEqual(sequences.map((_, index) => index + 1))
    for (const { approver, status, sequence } of opened) {
      expect(approver, `${what} asks who sent it`).not.toBe(this.#model.owner)
      expect(status, what).toBe(sequence === 1 ? 'Open' : 'Created')
    }
  }

  /** Usually something that is allowed, sometimes any action by anybody. */
  async #choose(): Promise<Move> {
    const { type, people, chance } = this.#with
    const ids = Object.values(type.actions).filter((action) => action.from.some((from) => from !== 'new')).map(({ id }) => id)
    const open = ids.filter((id) => people.some((person) => this.#model.may(person, id)))
    const action = (chance.is(0.8) ? chance.one(open.filter((id) => !type.actions[id]?.deletes || chance.is(0.05))) : undefined) ?? chance.one(ids) ?? ''
    const entitled = people.filter((person) => this.#model.may(person, action))
    const by = (chance.is(0.8) ? chance.one(entitled) : undefined) ?? (chance.is(0.3) ? people.find(({ number }) => number === this.#model.owner) : undefined) ?? chance.one(people)
    if (by === undefined) throw new Error('There is nobody.')
    const entry = this.#model.turnOf(by) ?? chance.one(this.#model.entries.filter(({ status }) => status === 'Open')) ?? chance.one(this.#model.entries)
    const doors = DOORS.filter((door) => (door !== 'bulk' || action === 'approve') && (door !== 'mail' || ['approve', 'reject'].includes(action)))
    const door = DECISIONS.includes(action) ? (chance.one(doors) ?? 'approvals') : 'action'
    const isSpoiled = chance.is(0.15)
    const to = chance.one(people.filter(({ employee }) => employee !== undefined))?.number ?? ''
    return { by, action, door, entry, to, body: await this.#bodyOf(action, by, isSpoiled), isSpoiled, isStale: door !== 'mail' && door !== 'bulk' && chance.is(0.05) }
  }

  async #bodyOf(action: string, by: Person, isSpoiled: boolean): Promise<JsonObject> {
    const { type, material, chance, keysOf, now } = this.#with
    const said = type.actions[action]
    if (said?.saves === true) {
      const values = (chance.is(0.6) ? chance.one(chance.is(0.5) ? material.updates : material.creations.map((one) => one.values)) : undefined) ?? (await this.#changed(by))
      return isSpoiled ? spoiled(values, type, chance) : values
    }
    if (said?.input === undefined) return {}
    const sampled = sampleOf(said.input, chance, keysOf, now)
    const input = { ...sampled, ...chance.one(material.inputs[action] ?? [{}]) }
    return isSpoiled ? spoiled(input, { shape: said.input }, chance) : input
  }

  /** The record as the person reads it, with another value in one field. */
  async #changed(by: Person): Promise<JsonObject> {
    const { world, type, chance, keysOf, now } = this.#with
    const sampled = Object.entries(sampleOf(type.shape, chance, keysOf, now)).filter(([name]) => name !== type.shape.fields[type.key]?.wire)
    const answer = await (await world.caller(by)).call('GET', `documents/${type.id}/${encodeURIComponent(this.#key)}`)
    const read = answer.json<{ data?: JsonObject }>().data ?? {}
    const own = Object.fromEntries(sampled.flatMap(([name]) => (read[name] === undefined ? [] : [[name, read[name]]])))
    return { ...own, ...Object.fromEntries([chance.one(sampled) ?? []].filter((one) => one.length === 2)) }
  }

  /** The current revision, for a type that requires it. */
  async #revision(): Promise<{ _rev?: number }> {
    const { world, type } = this.#with
    if (type.needsRevision !== true) return {}
    const record = await world.stored(type.id, this.#key)
    return record === undefined ? { _rev: 1 } : { _rev: record.rev }
  }

  async #offered(by: Person): Promise<string[]> {
    const { world, type } = this.#with
    const answer = await (await world.caller(by)).call('GET', `documents/${type.id}/${encodeURIComponent(this.#key)}`)
    if (answer.statusCode === 404) return []
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Reply<{ _actions: string[] }>>().data._actions
  }

  async #perform({ by, action, door, entry, to, body, isStale }: Move): Promise<Outcome> {
    const { world, type } = this.#with
    const caller = await world.caller(by)
    const at = `documents/${type.id}/${encodeURIComponent(this.#key)}`
    const rev: { _rev?: number } = isStale ? { _rev: 100_000 } : await this.#revision()
    const said = type.actions[action]
    if (said?.saves === true) return outcomeOf(await caller.call('PATCH', at, { ...body, ...rev }))
    if (said?.deletes === true) return outcomeOf(await caller.call('DELETE', `${at}${rev._rev === undefined ? '' : `?_rev=${rev._rev}`}`))
    if (!DECISIONS.includes(action)) return outcomeOf(await caller.call('POST', `${at}/actions/${action}`, { input: body, ...(isStale && rev) }))
    const decision = { reason: 'As discussed', to, ...(Object.keys(body).length > 0 && { input: withoutOwn(body) }), ...(isStale && rev) }
    const entryNo = entry?.no ?? 987_654_321
    switch (door) {
      case 'approvals': return outcomeOf(await caller.call('POST', `approvals/${action}`, { entryNo, ...decision }))
      case 'action': return outcomeOf(await caller.call('POST', `${at}/actions/${action}`, decision))
      case 'bulk': return rowOutcomeOf(await caller.call('POST', 'approvals/bulk', { entries: [{ entryNo }] }))
      case 'mail': {
        const token = (await world.mailed(by, this.#key)) ?? 'x'.repeat(43)
        return outcomeOf(await world.app.inject({ method: 'POST', url: `/api/v1/approvals/mail/${token}`, payload: { decision: action, reason: 'As discussed' } }))
      }
    }
  }

  /** The stored record matches the model exactly. */
  async #stands(what: string): Promise<void> {
    const { world, type, tally } = this.#with
    const model = this.#model
    expect(await world.events(type.id, this.#key), `${what}: events`).toBe(model.events)
    const stored = await world.stored(type.id, this.#key)
    expect(stored === undefined, `${what}: gone`).toBe(model.isGone)
    if (stored === undefined) return
    expect({ state: stored.state, rev: stored.rev, owner: stored.owner }, what).toEqual({ state: model.state, rev: model.rev, owner: model.owner })
    expect((await world.entries(type.id, this.#key)).map(({ no, approver, status }) => ({ no, approver, status })), what).toEqual(model.entries.map(({ no, approver, status }) => ({ no, approver, status })))
    tally.states.add(stored.state)
    const ledgers = await world.ledgers()
    for (const [id, print] of this.#ledgers) expect(ledgers.get(id), `${what} changed ${id}`).toBe(print)
    this.#ledgers = ledgers
    if (type.states[stored.state]?.initial === true) {
      for (const { to, sum } of reversedBy(type)) expect(await world.sumOf(to, sum, this.#key), `${what}: what ${to} says of it`).toBeCloseTo(0, 2)
    }
  }

  /**
   * Checks who sees the record, and that its owner cannot decide on it in any way; then takes a snapshot of everything, for the next
   * refusal.
   */
  async #look(): Promise<void> {
    const { world, type, people, chance } = this.#with
    const model = this.#model
    const at = `documents/${type.id}/${encodeURIComponent(this.#key)}`
    const lookers = [chance.one(people), chance.one(people), people.find((person) => model.turnOf(person) !== undefined)].filter((one) => one !== undefined)
    for (const person of lookers) {
      const expected = model.isGone ? false : model.sees(person)
      if (expected !== undefined) expect((await (await world.caller(person)).call('GET', at)).statusCode, `${person.email} looks at it in ${model.state}`).toBe(expected ? 200 : 404)
    }
    const owner = people.find(({ number }) => number === model.owner)
    const open = model.entries.find(({ status }) => status === 'Open')
    this.#print = await world.print()
    if (owner !== undefined && open !== undefined && open.no !== this.#tried) await this.#approvesNothing(owner, open)
  }

  async #approvesNothing(owner: Person, { no: entryNo }: Entry): Promise<void> {
    const { world, type } = this.#with
    const caller = await world.caller(owner)
    this.#tried = entryNo
    for (const scope of ['mine', 'delegated']) {
      const inbox = await caller.call('GET', `approvals/approvalEntries?scope=${scope}&status=Open&documentNo=${encodeURIComponent(this.#key)}`)
      expect(inbox.json<Reply<object[]>>().data, `the inbox (${scope}) of who sent it`).toEqual([])
    }
    expect(await world.mailed(owner, this.#key), 'a mail leads who sent it to a decision').toBeUndefined()
    expect((await this.#offered(owner)).filter((id) => DECISIONS.includes(id))).toEqual([])
    const tries: Outcome[] = [
      outcomeOf(await caller.call('POST', 'approvals/approve', { entryNo })),
      outcomeOf(await caller.call('POST', `documents/${type.id}/${encodeURIComponent(this.#key)}/actions/approve`, {})),
      rowOutcomeOf(await caller.call('POST', 'approvals/bulk', { entries: [{ entryNo }] })),
    ]
    expect(tries.map(({ isDone }) => isDone), 'who sent it approves it').toEqual([false, false, false])
    expect(await world.print(), 'who sent it is refused and changes something').toEqual(this.#print)
  }
}

/** Reason and colleague belong to every decision and are separate from its input. */
function withoutOwn(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !['reason', 'comment', 'to'].includes(name)))
}

type Answered = { statusCode: number; json<T>(): T }

function outcomeOf(answer: Answered): Outcome {
  const { code = '', message = '' } = answer.json<{ code?: string; message?: string }>()
  return { status: answer.statusCode, isDone: answer.statusCode < 300, code, message }
}

function rowOutcomeOf(answer: Answered): Outcome {
  const { data } = answer.json<{ data?: { rows: { isDone: boolean; code: string; message: string }[] } }>()
  const row = data?.rows[0]
  if (row === undefined) return outcomeOf(answer)
  return { status: row.isDone ? 200 : 422, isDone: row.isDone, code: row.code, message: row.message }
}
