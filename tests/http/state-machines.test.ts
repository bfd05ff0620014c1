/**
 * Every state machine of every module, walked with random people, actions and payloads, and compared with a small model of its manifest.
 * STATE_SEED=<n> repeats a walk; STATE_STEPS and STATE_WALKS (`npm run soak`) make it longer, and STATE_KINDS=all walks on both databases.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { readDemo } from '../../src/server/demo/demo-file.ts'
import { engineOfModules } from '../store/support.ts'
import { KINDS, NO_LIMITS, ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { chanceOf } from './machines/chance.ts'
import { materialOf, type Needed } from './machines/material.ts'
import type { Person } from './machines/model.ts'
import { MachineWalk, type Tally } from './machines/walk-machine.ts'
import { World } from './machines/world.ts'
import { NO_CEILINGS } from './petty-cash-cases.ts'

const SEED = Number(process.env['STATE_SEED'] ?? 20_260_615)
const STEPS = Number(process.env['STATE_STEPS'] ?? 14)
const WALKS = Number(process.env['STATE_WALKS'] ?? 1)
const NOW = '2026-06-15T09:00:00+03:00'
const TODAY = NOW.slice(0, 10)

const { catalogue } = await engineOfModules()
// Documents that the engine itself creates, or that others bring about, cannot be started by users: tests/http/dual-control.test.ts and
// leave-walk.test.ts cover them.
const types = Object.values(catalogue.types).filter(({ id, states, actions }) => Object.keys(states).length > 0 && Object.values(actions).some(({ from }) => from.includes('new')) && id !== catalogue.organisation.changeRequests?.type).map(({ id }) => id)

describe.each(process.env['STATE_KINDS'] === 'all' ? KINDS : ONE_KIND)(`every state machine on %s, from ${SEED}`, (kind) => {
  const demo = readDemo([`${ROOT}/modules`])
  const company = demo.companies[0]?.code ?? ''
  let test: TestApp
  let world: World
  let people: Person[]

  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS, now: NOW, environment: NO_LIMITS })
    world = new World(test, company)
    await giveApprovals()
    people = await world.people()
    for (const person of people) await world.caller(person)
  })
  afterAll(() => test.stop())

  /** Some are delegates: of the supervisors of those who create the documents, one delegates to them, one to a colleague. */
  async function giveApprovals(): Promise<void> {
    const { delegations, employees } = test.engines.base().catalogue.organisation
    if (delegations === undefined || employees === undefined) return
    const shape = test.engines.base().type(delegations.type).manifest.shape.fields
    const wire = (field: string): string => shape[field]?.wire ?? field
    const everybody = await world.people()
    const makers = [...new Set(demo.stories.filter((one) => one.company === company).map(({ as }) => as))].sort()
    for (const [index, maker] of makers.entries()) {
      const employee = everybody.find(({ email }) => email === maker)?.employee
      const above = employee === undefined ? undefined : (await world.stored(employees.type, employee))?.data[employees.manager]
      const holder = everybody.find((one) => one.employee === above)
      const to = index % 2 === 0 ? employee : everybody.find((one) => one.employee !== undefined && ![employee, above].includes(one.employee))?.employee
      if (holder === undefined || to === undefined || typeof above !== 'string') continue
      const answer = await (await world.caller(holder)).call('POST', `documents/${delegations.type}`, { [wire(delegations.from)]: above, [wire(delegations.to)]: to, [wire(delegations.start)]: TODAY, [wire(delegations.end)]: TODAY })
      expect(answer.statusCode, answer.body).toBeLessThan(500)
    }
  }

  /** The key of a record that is made before the walk. */
  const made = new Map<string, string>()
  async function make(as: string, { type, values, then }: Needed): Promise<string> {
    const known = made.get(`${type} ${JSON.stringify(values)}`)
    if (known !== undefined) return known
    const caller = await world.caller(people.find(({ email }) => email === as)!)
    const answer = await caller.call('POST', `documents/${type}`, values)
    expect(answer.statusCode, answer.body).toBe(201)
    const key = String(answer.json<{ data: JsonObject }>().data[test.engines.base().type(type).manifest.key])
    if (then !== undefined) expect((await caller.call('POST', `documents/${type}/${key}/actions/${then}`)).statusCode).toBe(200)
    made.set(`${type} ${JSON.stringify(values)}`, key)
    return key
  }

  it.each(types)('%s changes as the model of its manifest says, whatever people try', async (id) => {
    const { manifest: type } = test.engines.base().type(id)
    const tally: Tally = { done: {}, refused: 0, states: new Set() }
    const keys = await world.keys()
    const material = materialOf(demo, company, id, TODAY)
    for (const { as, values, needs } of material.creations) if (needs !== undefined) values[needs.in] = await make(as, needs)
    for (let index = 0; index < WALKS; index += 1) {
      const chance = chanceOf(SEED + 7919 * index + types.indexOf(id))
      const walk = new MachineWalk({ world, type, people, material, keysOf: (of) => keys.get(of) ?? [], chance, now: NOW, tally })
      try {
        await walk.run(STEPS)
      } catch (error) {
        throw new Error(`STATE_SEED=${SEED}, walk ${index} of ${id}:\n${walk.trace}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
      if (process.env['STATE_TOLD'] === 'all') console.log(walk.trace)
    }
    if (process.env['STATE_TOLD'] !== undefined) console.log(id, JSON.stringify(tally.done), `${tally.refused} refused`, [...tally.states].join(', '))
    expect(Object.values(tally.done).reduce((sum, one) => sum + one, 0), 'something was done').toBeGreaterThan(0)
  }, Math.max(60_000, WALKS * STEPS * 5_000))
})
