import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { asTwo, NO_CEILINGS, line, raise, type Entry, type Reply } from './petty-cash-cases.ts'

/**
 * Employee numbers by first name. Wanjiku creates the request; Otieno, Achieng, Mwangi and Akinyi approve, more of them the larger it is.
 */
const PEOPLE = { wanjiku: 'MRT-015', otieno: 'MRT-005', achieng: 'MRT-002', mwangi: 'MRT-003', akinyi: 'MRT-001', mutua: 'MRT-016', baraka: 'MRT-018', admin: '' } as const
type Name = keyof typeof PEOPLE
const NAMES = Object.keys(PEOPLE) as Name[]
const OWNER: Name = 'wanjiku'
const PAYERS: Name[] = ['mutua', 'mwangi']
const STEPS: [above: number, approver: Name][] = [[0, 'otieno'], [50_000, 'achieng'], [250_000, 'mwangi'], [1_000_000, 'akinyi']]

const ACTIONS = ['update', 'send', 'cancel', 'approve', 'reject', 'delegate', 'reopen', 'pay', 'delete'] as const
type Action = (typeof ACTIONS)[number]
interface Step { by: Name; action: Action; to: Name; amount: number; isStale: boolean }

/** The expected behaviour of a petty cash request, as short as possible. */
class Model {
  state = 'Open'
  rev = 1
  events = 1
  waiting: { now: Name; before: Name[] }[] = []
  /** Those who approved a step of the round. */
  approved: Name[] = []
  isGone = false
  amount: number

  constructor(amount: number) {
    this.amount = amount
  }

  allows({ by, action, to }: Step): boolean {
    if (this.isGone) return false
    const [entry] = this.waiting
    const isAsked = this.state === 'Pending Approval' && entry?.now === by
    switch (action) {
      case 'update': case 'send': case 'delete': return by === OWNER && this.state === 'Open'
      case 'cancel': return by === OWNER && this.state === 'Pending Approval'
      case 'reopen': return by === OWNER && this.state === 'Rejected'
      case 'pay': return PAYERS.includes(by) && this.state === 'Released'
      case 'approve': case 'reject': return isAsked
      // Each person decides on one step of a round, so nobody of another step takes one over.
      case 'delegate': return isAsked && ![OWNER, ...entry.before, ...this.approved, ...this.waiting.map(({ now }) => now)].includes(to)
    }
  }

  apply({ by, action, to, amount }: Step): void {
    this.rev += 1
    this.events += 1
    const [entry] = this.waiting
    switch (action) {
      case 'update': this.amount = amount; break
      case 'send':
        this.waiting = STEPS.filter(([above]) => above === 0 || this.amount > above).map(([, approver]) => ({ now: approver, before: [] }))
        this.approved = []
        this.state = 'Pending Approval'
        break
      case 'approve':
        this.approved.push(by)
        this.waiting.shift()
        if (this.waiting.length === 0) this.state = 'Released'
        break
      case 'delegate': if (entry) this.waiting[0] = { now: to, before: [...entry.before, entry.now] }; break
      case 'reject': this.end('Rejected'); break
      case 'cancel': this.end('Open'); break
      case 'reopen': this.state = 'Open'; break
      case 'pay': this.state = 'Paid'; break
      case 'delete': this.isGone = true; break
    }
  }

  end(state: string): void {
    this.waiting = []
    this.state = state
  }
}

/** Possible delegates: the administrator has no number, and a delegation to nobody goes to the default of the organisation. */
const NAMED = NAMES.filter((name) => PEOPLE[name] !== '')
const amount = fc.constantFrom(...STEPS.map(([above]) => above + 1200))
const step: fc.Arbitrary<Step> = fc.record({ by: fc.constantFrom(...NAMES), action: fc.constantFrom(...ACTIONS), to: fc.constantFrom(...NAMED), amount, isStale: fc.nat(19).map((one) => one === 0) })

describe.each(ONE_KIND)('a petty cash request on %s', (kind) => {
  let test: TestApp
  const callers = new Map<Name, Caller>()
  let float = ''

  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    await Promise.all(NAMES.map(async (name) => callers.set(name, await test.signIn(`${name}@mazingira.example`))))
    const answer = await caller('mutua').call('GET', 'documents/petty-cash-bank')
    float = answer.json<{ data: { code: string; status: string }[] }>().data.find((one) => one.status === 'Active')?.code ?? ''
    // A float pays no more than its balance: this one has enough for the largest request.
    const at = `documents/petty-cash-bank/${float}`
    const { _rev } = (await caller('mwangi').call('GET', at)).json<{ data: { _rev: number } }>().data
    const joyce = await test.signIn('joyce@mazingira.example')
    await asTwo(caller('mwangi'), joyce, 'PATCH', at, { _rev, float_limit: 1_000_000_000 })
    expect((await joyce.call('POST', `${at}/actions/replenish`, { input: { amount: 500_000_000, paidOn: '2026-06-15' } })).statusCode).toBe(200)
  })
  afterAll(() => test.stop())

  function caller(name: Name): Caller {
    const found = callers.get(name)
    if (!found) throw new Error(`${name} is not signed in.`)
    return found
  }

  async function perform(no: string, entryNo: number, { by, action, to, amount: next, isStale }: Step): Promise<number> {
    const rev = isStale ? { _rev: 10_000 } : {}
    const decide = { entryNo, reason: 'As discussed', to: PEOPLE[to], ...rev }
    const calls: Record<Action, [path: string, body: object]> = {
      update: ['hrmis/pettycash/update', { no, pettyCashLinesAPI: [line({ amount: next })], ...rev }],
      send: ['hrmis/pettycash/sendForApproval', { headerNo: no, ...rev }],
      cancel: ['hrmis/pettycash/cancelApprovalRequest', { headerNo: no, ...rev }],
      reopen: ['hrmis/pettycash/ReopenDocument', { headerNo: no, ...rev }],
      pay: ['hrmis/pettycash/pay', { headerNo: no, bank: float, paidOn: '2026-06-15', ...rev }],
      delete: ['hrmis/pettycash/delete', { no, ...rev }],
      approve: ['approvals/approve', decide], reject: ['approvals/reject', decide], delegate: ['approvals/delegate', decide],
    }
    const answer = await caller(by).call('POST', ...calls[action])
    if (answer.statusCode >= 400) expect(answer.json<Reply>().message, answer.body).toMatch(/^\S.{8,}/)
    return answer.statusCode
  }

  async function firstEntry(no: string): Promise<Entry | undefined> {
    const { data } = (await caller(OWNER).call('GET', `approvals/nestedApprovalEntries?documentNo=${no}`)).json<{ data: Entry[] }>()
    return data.find((entry) => entry.status === 'Open')
  }

  async function expectState(no: string, model: Model, last: Step): Promise<void> {
    const context = `after ${JSON.stringify(last)}`
    const answer = await caller(OWNER).call('GET', `documents/petty-cash/${no}`)
    const events = await test.services.database.kysely.selectFrom('events').select('kind').where('document_key', '=', no).where('type', '=', 'petty-cash').execute()
    expect(events.length, context).toBe(model.events)
    expect(answer.statusCode, context).toBe(model.isGone ? 404 : 200)
    if (model.isGone) return
    const { status, _rev, _actions, total_amount: total } = answer.json<Reply>().data
    expect({ status, _rev, total }, context).toEqual({ status: model.state, _rev: model.rev, total: model.amount })
    const open = await firstEntry(no)
    expect(open?.approverID, context).toBe(model.waiting[0] && PEOPLE[model.waiting[0].now])
    const offered = ACTIONS.filter((action) => model.allows({ ...last, by: OWNER, action })).map((action) => (action === 'update' ? 'save' : action))
    expect([..._actions].sort(), context).toEqual(offered.sort())
  }

  it('random actions of random people change the request, or are refused, as the model says', async () => {
    await fc.assert(
      fc.asyncProperty(amount, fc.array(step, { minLength: 4, maxLength: 14 }), async (first, steps) => {
        const { no } = await raise(caller(OWNER), { pettyCashLinesAPI: [line({ amount: first })] })
        const model = new Model(first)
        for (const one of steps) {
          const entryNo = (await firstEntry(no))?.entryNo ?? 987_654_321
          const status = await perform(no, entryNo, one)
          const isAllowed = model.allows(one) && !one.isStale
          expect(status < 300, `${JSON.stringify(one)} on ${model.state} answered ${status}`).toBe(isAllowed)
          expect(status).toBeLessThan(500)
          if (isAllowed) model.apply(one)
          await expectState(no, model, one)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('a request is approved and paid, however many approvers its amount needs', async () => {
    for (const [above] of STEPS) {
      const first = above + 1200
      const { no } = await raise(caller(OWNER), { pettyCashLinesAPI: [line({ amount: first })] })
      const model = new Model(first)
      const walk = async (by: Name, action: Action): Promise<void> => {
        const one: Step = { by, action, to: 'baraka', amount: first, isStale: false }
        expect(model.allows(one)).toBe(true)
        expect(await perform(no, (await firstEntry(no))?.entryNo ?? 0, one), `${by} ${action}`).toBe(200)
        model.apply(one)
        await expectState(no, model, one)
      }
      await walk(OWNER, 'send')
      while (model.waiting[0]) await walk(model.waiting[0].now, 'approve')
      await walk('mutua', 'pay')
      const posted = await test.services.database.kysely.selectFrom('documents').select('data').where('type', '=', 'petty-cash-ledger').execute()
      expect(posted.filter((row) => row.data['document_no'] === no).map((row) => row.data['amount'])).toEqual([-first])
    }
  })
})
