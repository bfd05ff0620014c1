/** Budgets over the portal's calls: the remainder for each line, committed on sending, released, spent; concurrent use; and refusals. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdToBudget, takenOfBudget } from './budget-in-use.ts'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { asTwo, PIXEL, snapshot } from './petty-cash-cases.ts'
import { walkIn, type Reply } from './walk.ts'

interface Line {
  lineNo: number; budgetMTD: number; budgetYTD: number; budgetOfMonth: number; committedOfMonth: number; budgetOfYear: number; actualOfYear: number; committedOfYear: number
}
interface Imprest { no: string; stage: string; budgetFlag?: string; budgetReason?: string; imprestLinesAPI: Line[]; _actions: string[] }

const CLIMATE = { shortcutDimension1Code: 'CLIMATE', shortcutDimension3Code: 'EU' }
const FILE = { fileName: 'concept.png', attachment: PIXEL }
const line = (expenseCode: string, unitCost: number, more: object = {}): object => ({ expenseCode, description: `${expenseCode} of the field days`, Quantity: 1, unitCost, ...CLIMATE, ...more })
const field = (lines: object[], more: object = {}): object => ({
  imprestType: 'FIELD', Purpose: 'Field days', description: 'Two field days', startDate: '2026-06-20', endDate: '2026-06-21', ...CLIMATE, imprestLinesAPI: lines, attachments: [FILE], ...more,
})
const receipt = (no: string, lineNo: number, amount: number): object => ({ DetailedLineMgtLineNo: lineNo, description: no, supplier: 'Guides of Tot', receiptDate: '2026-06-15', amount, attachment: { fileName: `${no}.png`, attachment: PIXEL } })
/** From the demo: BUD-NOW of MRT has 80,000 for casual labour and 20,000 for fuel of CLIMATE and EU, and 15,000 a month for taxis. */
const CASUAL = 80_000
const FUEL = 20_000

describe.each(ONE_KIND)('a budget on %s', (kind) => {
  let test: TestApp
  /** On PostgreSQL another process shares the database; the embedded one has only one. */
  let second: TestApp
  const { who, call, done, refused, decide } = walkIn<Imprest>(() => test)
  beforeAll(async () => {
    test = await startApp({ kind })
    second = test.databaseUrl === undefined ? test : await startApp({ database: test.databaseUrl })
    await mode('stop')
  })
  afterAll(async () => {
    if (second !== test) await second.stop()
    await test.stop()
  })

  const mode = (budget_mode: string, more: object = {}): Promise<void> => holdToBudget(test, budget_mode, more)
  const make = async (lines: object[], more: object = {}): Promise<string> => (await done('wanjiku', 'POST', 'hrmis/imprest', field(lines, more))).data.no
  const read = async (no: string, name = 'wanjiku'): Promise<Imprest> => (await done(name, 'GET', `hrmis/imprest/${no}`)).data
  const send = (no: string): Promise<Reply<Imprest>> => done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
  const takeBack = (no: string): Promise<Reply<Imprest>> => done('wanjiku', 'POST', 'hrmis/imprest/cancelApprovalRequest', { docNo: no })
  const standing = (no: string): Promise<Record<string, number>> => takenOfBudget(test, no)

  it('is shown on each line as what is left of the month and the year, and none of that is stored', async () => {
    const no = await make([line('TAXI', 900), line('CASUAL', 1000), line('CASUAL', 1000, { shortcutDimension3Code: 'WB' })])
    const [taxi, casual, elsewhere] = (await read(no)).imprestLinesAPI
    expect(taxi).toMatchObject({ budgetMTD: 15_000, budgetYTD: 180_000, budgetOfMonth: 15_000, budgetOfYear: 180_000, actualOfYear: 0, committedOfYear: 0 })
    expect(casual).toMatchObject({ budgetMTD: 0, budgetYTD: CASUAL })
    expect(elsewhere).toMatchObject({ budgetMTD: 0, budgetYTD: 0 })
    const { rows } = await sql<{ data: { imprestLinesAPI: object[] } }>`select data from documents where type = 'imprest' and key = ${no}`.execute(test.services.database.kysely)
    expect(rows[0]?.data.imprestLinesAPI.some((one) => 'budgetMTD' in one || 'committedOfYear' in one)).toBe(false)
    expect((await read(no)).budgetFlag ?? '').toBe('Over budget')
  })

  it('is committed when a document is sent, and released when it is withdrawn, rejected, returned or refused', async () => {
    const no = await make([line('CASUAL', 10_000), line('CASUAL', 5000), line('TAXI', 4000)])
    await send(no)
    expect(await standing(no)).toEqual({ committed: 19_000 })
    expect((await read(no, 'otieno')).imprestLinesAPI).toMatchObject([{ budgetYTD: CASUAL - 15_000, committedOfYear: 15_000 }, {}, { budgetMTD: 11_000, committedOfMonth: 4000 }])
    await takeBack(no)
    expect(await standing(no)).toEqual({ committed: 0 })
    expect((await read(no)).imprestLinesAPI).toMatchObject([{ budgetYTD: CASUAL }, {}, { budgetMTD: 15_000 }])

    await send(no)
    await decide('otieno', no, 'reject', { reason: 'Too many guides' })
    expect(await standing(no)).toEqual({ committed: 0 })
    await done('wanjiku', 'POST', 'hrmis/imprest/ReopenDocument', { docNo: no })
    await send(no)
    await decide('otieno', no)
    expect(await standing(no)).toEqual({ committed: 19_000 })
    await done('mutua', 'POST', `documents/imprest/${no}/actions/refuse`, { input: { reason: 'The bank is closed' } })
    expect(await standing(no)).toEqual({ committed: 0 })
    await done('wanjiku', 'POST', 'hrmis/imprest/ReopenDocument', { docNo: no })
    await send(no)
    await decide('otieno', no, 'return', { reason: 'Name the guides' })
    expect(await standing(no)).toEqual({ committed: 0 })
    await send(no)
    await decide('otieno', no)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/release`)
    expect(await standing(no)).toEqual({ committed: 19_000 })
    await done('mutua', 'POST', `documents/imprest/${no}/actions/refuse`, { input: { reason: 'The journey was cancelled' } })
    expect(await standing(no)).toEqual({ committed: 0 })
    await done('wanjiku', 'POST', 'hrmis/imprest/ReopenDocument', { docNo: no })
    await done('wanjiku', 'POST', 'hrmis/imprest/delete', { no })
    expect(await standing(no)).toEqual({ committed: 0 })
  })

  it('stays committed while money is out, also commits an over-spend, and becomes spent once the imprest is accounted for', async () => {
    const no = await make([line('CASUAL', 10_000), line('TAXI', 4000)])
    await send(no)
    await decide('otieno', no)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/release`)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: 'QX1' } })
    expect(await standing(no)).toEqual({ committed: 14_000 })
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt('CA-1', 10_000, 80_001), receipt('TX-1', 20_000, 3500)], claimReason: 'Twice the people came' })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/The budget for CASUAL of the field days leaves 70,000, which is exceeded by 1/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt('CA-1', 10_000, 13_000), receipt('TX-1', 20_000, 3500)] })
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    expect(await standing(no)).toEqual({ committed: 17_000 })
    await takeBack(no)
    expect(await standing(no)).toEqual({ committed: 14_000 })
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    await decide('otieno', no, 'reject', { reason: 'No stamp' })
    expect(await standing(no)).toEqual({ committed: 14_000 })
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    await decide('otieno', no)
    await decide('mutua', no)
    expect(await standing(no)).toEqual({ committed: 0, actual: 16_500 })
    expect((await read(no)).imprestLinesAPI).toMatchObject([{ budgetYTD: CASUAL - 13_000, actualOfYear: 13_000, committedOfYear: 0 }, { budgetMTD: 11_500 }])
  })

  it('stops a document whose lines together exceed it, and says by how much', async () => {
    const [fuel] = (await read(await make([line('FUEL', 1)]))).imprestLinesAPI
    expect(fuel?.budgetYTD).toBe(FUEL)
    const no = await make([line('FUEL', 12_000), line('FUEL', 8001)])
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/^Unable to send Imprest Record For Approval: The budget for FUEL of the field days leaves 20,000, which is exceeded by 1/)
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/CheckBudget', { documentNo: no })).toMatch(/leaves 20,000, which is exceeded by 1/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { imprestLinesAPI: [line('FUEL', 12_000), line('FUEL', 8000)] })
    await who('wanjiku')
    const before = await snapshot(test, ['sessions'])
    expect(await done('wanjiku', 'POST', 'hrmis/imprest/CheckBudget', { documentNo: no })).toEqual({ data: [`The budget covers every line of ${no}`], message: `The budget covers every line of ${no}` })
    expect(await snapshot(test, ['sessions'])).toEqual(before)
    await send(no)
    await takeBack(no)
  })

  it('cannot be checked for a line without a ledger account, which can be sent only while budgets are off', async () => {
    await done('mutua', 'POST', 'documents/expense-code', { code: 'SUNDRY', description: 'Sundry' })
    const no = await make([line('SUNDRY', 10)])
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/No ledger account is known for SUNDRY of the field days, so its budget cannot be checked/)
    await mode('off')
    await send(no)
    expect(await standing(no)).toEqual({})
    await mode('stop')
  })

  it('can be exceeded with a reason if it only warns or the person has the role for exceptions, and the approver sees both', async () => {
    const above = await make([line('FUEL', 20_500)])
    for (const settings of [{ budget_mode: 'warn' }, { budget_mode: 'stop', budget_exception_role: 'employee' }]) {
      await mode(settings.budget_mode, settings)
      expect(await done('wanjiku', 'POST', 'hrmis/imprest/CheckBudget', { documentNo: above })).toMatchObject({ data: ['The budget for FUEL of the field days leaves 20,000, which is exceeded by 500'] })
      expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: above })).toMatch(/This is above the budget. Please say why it may exceed it/)
      await done('wanjiku', 'PATCH', `hrmis/imprest/${above}`, { budgetReason: 'Fuel rose' })
      const sent = await send(above)
      expect(sent.warnings?.[0]?.message).toMatch(/exceeded by 500/)
      expect(await read(above, 'otieno')).toMatchObject({ budgetFlag: 'Over budget', budgetReason: 'Fuel rose', imprestLinesAPI: [{ budgetYTD: -500 }] })
      const [entry] = (await done<{ summary: object[] }[]>('otieno', 'GET', `approvals/approvalEntries?scope=mine&search=${above}`)).data
      expect(entry?.summary).toContainEqual({ label: 'Budget', value: 'Over budget', tone: 'danger' })
      await takeBack(above)
      await done('wanjiku', 'PATCH', `hrmis/imprest/${above}`, { budgetReason: '' })
    }
    await mode('stop')
  })

  it('is checked by month if the settings say so', async () => {
    await mode('stop', { budget_period: 'month' })
    const no = await make([line('TAXI', 11_501)])
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/leaves 11,500, which is exceeded by 1/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { imprestLinesAPI: [line('TAXI', 11_500)] })
    await send(no)
    await takeBack(no)
    await mode('stop')
  })

  it('is not committed twice by documents that are sent at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const numbers = await Promise.all([0, 1, 2, 3].map(() => make([line('TAXI', 100), line('FUEL', 15_000)])))
      const { token } = await who('wanjiku')
      const answers = await Promise.all(numbers.map((no, index) => (index % 2 === 0 ? test : second).inject({
        method: 'POST', url: '/api/v1/hrmis/imprest/sendForApproval', headers: { authorization: `Bearer ${token}` }, payload: { docNo: no },
      })))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422])
      const sums = await Promise.all(numbers.map(standing))
      expect(sums.reduce((sum, one) => sum + (one['committed'] ?? 0), 0)).toBe(15_100)
      const winner = numbers[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? ''
      await takeBack(winner)
    }
  })

  it('ignores figures sent with a document, and is closed to employees who look into its entries or check another person’s document', async () => {
    const forged = { ...line('FUEL', 30_000), budgetMTD: 1e9, budgetYTD: 1e9, budgetOver: 0, budgetLeft: 1e9, budgetAsked: 0, budgetAccount: '6110', budgetKey: 'BUD-NOW|6110', committedOfYear: -1e9 }
    const answer = await call('wanjiku', 'POST', 'hrmis/imprest', field([forged], { budgetFlag: '', budgetStep: '', budgetCode: 'BUD-LAST', budgetDate: '2025-01-01' }))
    expect(answer.status).toBeLessThan(500)
    const no = answer.status < 300 ? answer.body.data.no : await make([line('FUEL', 30_000)])
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/leaves 20,000, which is exceeded by 10,000/)
    for (const path of ['documents/budget-entry', 'documents/budget-ledger']) expect((await call('wanjiku', 'GET', path)).status).toBe(403)
    for (const body of [{}, { documentNo: 'IMP-0000-00000' }, { documentNo: 7 }, { documentNo: null }]) await refused('wanjiku', 'POST', 'hrmis/imprest/CheckBudget', body)
    await refused('chebet', 'POST', 'hrmis/imprest/CheckBudget', { documentNo: no })
    await refused('otieno', 'POST', `documents/imprest/${no}/actions/checkBudget`)
    await refused('mutua', 'POST', 'documents/budget-ledger', { kind: 'Actual', posting_date: '2026-06-15', document_no: no, amount: -1e6 })
  })

  it('holds until two people change what may be spent: none adds an entry alone, and takes it away again', async () => {
    const entries = () => test.services.database.kysely.selectFrom('documents').select(['key', 'rev', 'data']).where('company', '=', 'MRT').where('type', '=', 'budget-entry').orderBy('key').execute()
    const before = await entries()
    const { data } = await done<{ entryNo: string; budget: string; account: string; amount: number; date: string; _rev: number }[]>('mutua', 'GET', 'documents/budget-entry?account=6140&budget=BUD-NOW&limit=100')
    const fuel = data.find(({ amount }) => amount === FUEL)
    expect(fuel).toBeDefined()
    const at = `documents/budget-entry/${fuel?.entryNo}`
    const more = { budget: fuel?.budget, account: fuel?.account, date: fuel?.date, ...CLIMATE, amount: 1_000_000 }
    const no = await make([line('FUEL', FUEL + 1)])
    for (const [method, path, body] of [['POST', 'documents/budget-entry', more], ['PATCH', at, { amount: 1_000_000, _rev: fuel?._rev }]] as const) {
      expect((await call('mutua', method, path, { _reason: 'Anew', ...body })).status).toBe(202)
      expect(await entries()).toEqual(before)
      expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/leaves 20,000, which is exceeded by 1/)
    }
    const { request } = (await call('mutua', 'POST', 'documents/budget-entry', { _reason: 'Anew', ...more, amount: 1 })).body as unknown as { request: { key: string } }
    await decide('mwangi', request.key)
    await send(no)
    const added = (await entries()).find(({ key }) => !before.some((one) => one.key === key))
    expect((await call('mutua', 'DELETE', `documents/budget-entry/${added?.key}`, { _reason: 'Anew', _rev: added?.rev })).status).toBe(202)
    expect(await entries()).toContainEqual(added)
    expect((await entries()).filter(({ key }) => key !== added?.key)).toEqual(before)
    await takeBack(no)
  })

  it('is kept by finance, overlaps no other, has no entries outside its dates, and keeps its dimensions once it has entries', async () => {
    await done('mutua', 'POST', 'documents/budget', { code: 'SHADOW', name: 'Shadow', from: '2026-06-01', to: '2026-06-30', byFund: true })
    expect(await refused('mutua', 'POST', 'documents/budget/SHADOW/actions/activate')).toMatch(/Another budget is active in this period/)
    expect(await refused('mutua', 'POST', 'documents/budget', { code: 'BACK', name: 'Back', from: '2026-06-30', to: '2026-06-01' })).toMatch(/To should not be before From/)
    const entry = { budget: 'SHADOW', account: '6140', date: '2026-06-10', amount: 500, fundNo: 'F-EU' }
    for (const [more, said] of [[{ date: '2026-07-01' }, /not in the period of the budget/], [{ amount: 0 }, /Enter an amount/], [{ account: '9999' }, /Ledger account/], [{ budget: 'NONE' }, /Budget/], [{ amount: 1e15 }, /smaller number/], [{ amount: 0.001 }, /decimal|cents|places/]] as const) {
      expect(await refused('mutua', 'POST', 'documents/budget-entry', { ...entry, ...more })).toMatch(said)
    }
    await asTwo(await who('mutua'), await who('mwangi'), 'POST', 'documents/budget-entry', { ...entry, shortcutDimension1Code: 'CLIMATE' })
    const { rows } = await sql<{ key: string; dimension: string | null }>`
      select data->>'budgetKey' as key, data->>'shortcutDimension1Code' as dimension from documents where type = 'budget-entry' and data->>'budget' = 'SHADOW'`.execute(test.services.database.kysely)
    expect(rows).toEqual([{ key: 'SHADOW|6140|F-EU||||||||', dimension: null }])
    expect(await refused('mutua', 'PATCH', 'documents/budget/SHADOW', { byDimension1: true })).toMatch(/keeps its dimensions/)
    expect(await refused('mutua', 'DELETE', 'documents/budget/SHADOW')).toMatch(/SHADOW/)
    expect(await refused('wanjiku', 'POST', 'documents/budget', { code: 'MINE', name: 'Mine', from: '2026-06-01', to: '2026-06-30' })).not.toBe('')
  })
})
