/**
 * Walks through the states of a type until each action was tried in each reached state, and through each of its calls. The next step is
 * read from what the server offers; the walk is deterministic.
 */
import { isDecision, lineKeyNames, type Json, type JsonObject, type ResolvedAction, type ResolvedEndpoint } from '../../src/core/index.ts'
import { PASSWORD } from '../http/harness.ts'
import { chanceOf } from '../http/machines/chance.ts'
import { sampleOf } from '../http/machines/material.ts'
import type { Person } from '../http/machines/model.ts'
import { keyWire, ofAnotherMatter, type Drive, type Made } from './drive.ts'
import { EVERYONE, whoIs } from './people.ts'
import { addressOf, keyInBody, keysByState } from './reads.ts'
import type { Answered } from './recorder.ts'

/** Limits of the walks: existing records, newly created ones, and of these the ones that try nothing new. */
const MAX_OWN_RECORDS = 3
const MAX_NEW_RECORDS = 10
const MAX_VAIN_WALKS = 3
const MAX_OTHER_RECORDS = 80
const MAX_STEPS = 16
const MAX_TIMES_IN_STATE = 2
const SAMPLES = [1, 2, 3]

interface Offer { who: string; action: ResolvedAction; state: string }
interface Call { key: string; at: string; who: string; action: ResolvedAction; door: ResolvedEndpoint | undefined; input: JsonObject }
type Somebody = Person & { who: string }

export class StateWalks {
  readonly #drive: Drive
  readonly #made: Made
  /** How often an action was done in a state. */
  readonly #done = new Map<string, number>()
  /** The calls through which an action was done. */
  readonly #doors = new Map<string, number>()
  /** Where actions led: state, then the states after it. */
  readonly #leads = new Map<string, Map<string, string>>()
  #everybody: Somebody[] = []

  constructor(drive: Drive, made: Made) {
    this.#drive = drive
    this.#made = made
  }

  async run(): Promise<void> {
    const { recorder, type, types } = this.#drive
    this.#everybody = await recorder.people.all()
    const posted = [...new Set([...Object.values(type.actions), ...(type.approval ? [type.approval] : []), ...Object.values(type.approvals)].flatMap(({ posts }) => posts.map(({ to }) => to)))].filter((to) => types[to] !== undefined)
    const { keys } = this.#made
    const open = keys.at(-1)
    if (open !== undefined) await this.#askLines(open)
    const starts = [...keys.slice(0, MAX_OWN_RECORDS), ...(await keysByState(this.#drive)).values()]
    await this.#walkEach(starts, posted)
    if (Object.keys(type.states).length > 0) await this.#walkOthers()
  }

  async #walkEach(starts: string[], posted: string[]): Promise<void> {
    const { recorder, base } = this.#drive
    const { by } = this.#made
    for (let walk = 0, vain = 0; vain < MAX_VAIN_WALKS && walk < starts.length + MAX_NEW_RECORDS; walk += 1) {
      const key = starts[walk] ?? (await this.#new(walk - starts.length))
      if (key === undefined) return
      const before = this.#tried()
      await this.#walk(key)
      if (this.#tried() === before) {
        vain += walk < starts.length ? 0 : 1
        continue
      }
      await recorder.ask([...new Set(['administrator', by ?? 'employee', 'finance'])], 'GET', `${base}/${encodeURIComponent(key)}/events`)
      for (const to of posted) await recorder.ask(['finance', 'employee'], 'GET', `documents/${to}?limit=2`)
    }
  }

  /** Of all of the demo's records, those that offer something untried. */
  async #walkOthers(): Promise<void> {
    const { recorder, type } = this.#drive
    const keys = (await recorder.people.world.keys()).get(type.id) ?? []
    for (const key of keys.slice(0, MAX_OTHER_RECORDS)) {
      const offers = await this.#offers(key)
      if (offers.some(({ state, action }) => !this.#done.has(`${state} ${action.id}`))) await this.#walk(key)
    }
  }

  #tried(): number {
    return this.#done.size + [...this.#doors.values()].reduce((sum, one) => sum + one, 0)
  }

  /** Creates one, through each of the calls in turn, from each of the demo's creations. */
  async #new(index: number): Promise<string | undefined> {
    const { recorder, type, base, material } = this.#drive
    const { by, good } = this.#made
    if (by === undefined) return undefined
    const named = (type.endpoints['create'] ?? []).filter(({ method }) => method === 'POST')
    const creation = material.creations[index % Math.max(material.creations.length, 1)]
    const { data } = await recorder.askOne(creation === undefined ? by : whoIs(creation.as), 'POST', [...named.map(({ path }) => path), base][index % (named.length + 1)] ?? base, { sent: creation === undefined ? good(index + 20) : { ...good(index + 20), ...ofAnotherMatter(this.#drive, creation.values, index + 20) } })
    const key = data[keyWire(type)]
    return typeof key === 'string' ? key : undefined
  }

  async #walk(key: string): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const offers = await this.#offers(key)
      const offer = this.#choose(offers)
      if (offer === undefined) return
      const after = await this.#do(key, offer)
      if (after === undefined) return
    }
  }

  /** What is offered to whom now: each action once. */
  async #offers(key: string): Promise<Offer[]> {
    const { recorder, type, base } = this.#drive
    const offers = new Map<string, Offer>()
    for (const { who } of this.#everybody) {
      const { data } = await recorder.look(who, `${base}/${encodeURIComponent(key)}`)
      const state = String(data[type.shape.fields[type.stateField]?.wire ?? ''] ?? '')
      for (const id of (data['_actions'] ?? []) as string[]) {
        const action = type.actions[id]
        if (action !== undefined && !offers.has(id)) offers.set(id, { who, action, state })
      }
    }
    return [...offers.values()].sort((a, b) => Number(a.action.deletes) - Number(b.action.deletes) || a.action.id.localeCompare(b.action.id))
  }

  /** An action that is untried here; otherwise one that leads to where something is untried. */
  #choose(offers: Offer[]): Offer | undefined {
    const isNew = ({ state, action }: Offer): boolean => !this.#done.has(`${state} ${action.id}`) || (this.#doors.get(action.id) ?? 0) < this.#doorsOf(action).length
    const fresh = offers.filter(isNew).filter(({ state, action }) => (this.#done.get(`${state} ${action.id}`) ?? 0) < Math.max(MAX_TIMES_IN_STATE, this.#doorsOf(action).length))
    // Actions that end the walk come last, and a deletion only after everything else.
    const staying = fresh.find(({ action }) => !action.deletes)
    if (staying !== undefined) return staying
    const further = offers.filter(({ state, action }) => !action.deletes && (this.#done.get(`${state} ${action.id}`) ?? 0) < 3 * MAX_TIMES_IN_STATE && this.#leads.get(state)?.get(action.id) !== state)
    const least = further.sort((a, b) => (this.#done.get(`${a.state} ${a.action.id}`) ?? 0) - (this.#done.get(`${b.state} ${b.action.id}`) ?? 0))[0]
    return fresh[0] ?? least
  }

  #doorsOf({ id, saves, deletes }: ResolvedAction): (ResolvedEndpoint | undefined)[] {
    const name = saves ? 'update' : id
    return [undefined, ...(this.#drive.type.endpoints[deletes ? 'delete' : name] ?? [])]
  }

  /** Runs the action with one input after another until it succeeds; undefined once the record no longer exists. */
  async #do(key: string, { who, action, state }: Offer): Promise<string | undefined> {
    const { recorder, type, base } = this.#drive
    const at = `${base}/${encodeURIComponent(key)}`
    this.#done.set(`${state} ${action.id}`, (this.#done.get(`${state} ${action.id}`) ?? 0) + 1)
    const doors = this.#doorsOf(action)
    const number = this.#doors.get(action.id) ?? 0
    const door = doors[number % doors.length]
    this.#doors.set(action.id, number + 1)
    for (const input of await this.#inputs(action, who, at)) {
      if (await this.#isDone({ key, at, who, action, door, input })) break
    }
    if (action.deletes) {
      await recorder.ask(EVERYONE, 'GET', at)
      return (await recorder.look(who, at)).status === 200 ? state : undefined
    }
    const stateWire = type.shape.fields[type.stateField]?.wire ?? ''
    const seen = await recorder.ask(EVERYONE, 'GET', at, { only: ['_actions', '_refused', stateWire] })
    if (action.startsApproval) await recorder.ask(EVERYONE, 'GET', `approvals/approvalEntries?documentNo=${encodeURIComponent(key)}`)
    const now = String(seen.find(({ status }) => status === 200)?.data[stateWire] ?? state)
    const known = this.#leads.get(state) ?? new Map<string, string>()
    this.#leads.set(state, known.set(action.id, now))
    return now
  }

  /** The inputs of its dialog: none, those of the demo, those generated from the shape. */
  async #inputs(action: ResolvedAction, who: string, at: string): Promise<JsonObject[]> {
    const { material, recorder, today } = this.#drive
    if (action.saves) return [...material.updates.slice(0, 1), ...(await this.#unchanged(who, at))]
    const others = this.#everybody.filter((one) => one.who !== who && one.who !== this.#made.by && one.employee !== undefined)
    const own: JsonObject = isDecision(action.id) ? { reason: 'As discussed', to: others[0]?.number ?? '' } : {}
    const { input } = action
    if (input === undefined) return isDecision(action.id) ? [{}, own] : [{}]
    const keys = await recorder.people.world.keys()
    const { data } = await recorder.look(who, at)
    const standing = Object.fromEntries(Object.values(input.fields).flatMap(({ wire, line }) => (data[wire] === undefined ? [] : [[wire, line === undefined ? (data[wire] ?? null) : ownOf(data[wire], Object.values(line.fields).map((one) => one.wire))]])))
    const sampled = SAMPLES.map((seed) => sampleOf(input, chanceOf(seed), (of) => keys.get(of) ?? [], `${today}T09:00:00+03:00`))
    return [{}, ...(material.inputs[action.id] ?? []).slice(0, 2), ...sampled, { ...sampled[0], ...standing }].map((one) => ({ ...own, ...one }))
  }

  /** The record with one of its texts changed. */
  async #unchanged(who: string, at: string): Promise<JsonObject[]> {
    const { recorder, type } = this.#drive
    const { data } = await recorder.look(who, at)
    const text = Object.values(type.shape.fields).find(({ wire, name, type: kind, readOnly, compute, stamp, format, ref, choices, enum: values }) =>
      kind === 'string' && name !== type.key && name !== type.stateField && name !== type.owner && !readOnly && compute === undefined && stamp === undefined && format === undefined && ref === undefined && choices === undefined && values === undefined && typeof data[wire] === 'string')
    return [text === undefined ? {} : { [text.wire]: 'Changed' }]
  }

  /** Makes the call, and again after confirming who it is if that is asked for. */
  async #isDone(call: Call): Promise<boolean> {
    const { status, code } = await this.#call(call)
    if (code !== 'step-up-needed') return status < 300
    await this.#drive.recorder.askOne(call.who, 'POST', 'hrmis/auth/stepUp', { sent: { password: PASSWORD } })
    return (await this.#call(call)).status < 300
  }

  async #call({ key, at, who, action, door, input }: Call): Promise<Answered> {
    const { recorder } = this.#drive
    const rev = (await recorder.look(who, at)).data['_rev'] ?? 1
    if (door !== undefined && door.method !== 'GET' && door.method !== 'PUT') {
      const address = addressOf(door, key)
      const isBare = door.method === 'DELETE' && door.key?.in !== 'body'
      return recorder.askOne(who, door.method, address, isBare ? {} : { sent: { ...keyInBody(door, key), ...input, ...(action.saves && { _rev: rev }) } })
    }
    if (action.saves) return recorder.askOne(who, 'PATCH', at, { sent: { ...input, _rev: rev, _reason: 'Anew' } })
    if (action.deletes) return recorder.askOne(who, 'DELETE', `${at}?_rev=${String(rev)}&_reason=Anew`)
    return recorder.askOne(who, 'POST', `${at}/actions/${action.id}`, { sent: isDecision(action.id) ? input : { input } })
  }

  /** The calls for lines and files that the manifest declares. */
  async #askLines(key: string): Promise<void> {
    const { recorder, type, base } = this.#drive
    const who = this.#made.by ?? 'employee'
    for (const endpoint of Object.values(type.endpoints).flat()) {
      const [name = '', change = ''] = endpoint.name.split('.')
      const field = type.shape.fields[name]
      if (name !== 'attachments' && field?.line === undefined) continue
      const { data } = await recorder.askOne(who, 'GET', `${base}/${encodeURIComponent(key)}`)
      if (name === 'attachments' && type.attachments !== undefined && endpoint.method !== 'GET' && endpoint.method !== 'PUT') {
        const [file] = (data[type.attachments.field] ?? []) as JsonObject[]
        await recorder.askOne(who, endpoint.method, addressOf(endpoint, key), { sent: { ...keyInBody(endpoint, key), fileId: file?.['id'] ?? 'NONE' } })
      }
      if (field?.line === undefined || change === 'get' || endpoint.method === 'GET' || endpoint.method === 'PUT') continue
      const [lineKey = 'id'] = lineKeyNames(field)
      const line = ((data[field.wire] ?? []) as JsonObject[]).at(-1) ?? {}
      const open = Object.fromEntries(Object.values(field.line.fields).filter(({ readOnly, compute, stamp, wire }) => !readOnly && compute === undefined && stamp === undefined && line[wire] !== undefined).map(({ wire }) => [wire, line[wire] ?? null]))
      const values = change === 'delete' ? {} : open
      const of = change === 'create' ? {} : { [lineKey]: line[lineKey] ?? 1 }
      await recorder.askOne(who, endpoint.method, addressOf(endpoint, key), { sent: { ...keyInBody(endpoint, key), ...of, ...values } })
    }
  }
}

/** The fields of each line that the dialog asks for. */
function ownOf(lines: Json | undefined, names: string[]): Json {
  return ((lines ?? []) as JsonObject[]).map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => names.includes(name))))
}
