/** The effect of requisitions on budgets and stores: committed and on order when sent, released, spent as the goods arrive. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdToBudget, takenOfBudget } from './budget-in-use.ts'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { asTwo, PIXEL } from './petty-cash-cases.ts'
import { walkIn, type Reply } from './walk.ts'

interface Line { lineNo: number; budgetMTD?: number; budgetYTD?: number; budgetOfYear?: number; committedOfYear?: number; actualOfYear?: number; globalDimension1Code?: string }
interface Requisition { no: string; status: string; amount?: number; budgetFlag?: string; budgetReason?: string; requisitionLines: Line[]; _actions: string[] }
interface Stock { AvailableQty: number; MaximumQty: number; onOrder: number; suggestedQty: number }

const HEAD = { globalDimension1Code: 'CLIMATE' }
const FILE = { fileName: 'specification.png', attachment: PIXEL }
/** From the demo: 150,000 for field equipment of CLIMATE in these twelve months. */
const FIELD = 150_000
const lamps = (quantity: number, more: object = {}): object => ({ billingItemCode: 'SOLAR-LAMP', description: 'Solar lamp', quantity, unitCost: 1000, ...HEAD, ...more })
const bought = (lines: object[], more: object = {}): object => ({ documentType: 'Purchase Requisition', description: 'Lamps for the field teams', locationCode: 'MAIN-NBO', ...HEAD, requisitionLines: lines, attachments: [FILE], ...more })

describe.each(ONE_KIND)('the budget of a requisition on %s', (kind) => {
  let test: TestApp
  const { who, done, refused, decide } = walkIn<Requisition>(() => test)
  /** What the demo has already committed of it. */
  let taken = 0
  beforeAll(async () => {
    test = await startApp({ kind })
    // Far below the prices entered here, so that these count.
    const { _rev } = (await done<{ _rev: number }>('ali', 'GET', 'documents/billing-item/SOLAR-LAMP')).data
    await asTwo(await who('ali'), await who('mwangi'), 'PATCH', 'documents/billing-item/SOLAR-LAMP', { unitCost: 10, _rev })
    await mode('stop')
    const [line] = (await read(await make([lamps(1)]))).requisitionLines
    taken = FIELD - (line?.budgetYTD ?? 0)
  })
  afterAll(() => test.stop())

  const mode = (budget_mode: string, more: object = {}): Promise<void> => holdToBudget(test, budget_mode, more)
  const make = async (lines: object[], more: object = {}): Promise<string> => (await done('wanjiku', 'POST', 'requisition', bought(lines, more))).data.no
  const read = async (no: string, name = 'wanjiku'): Promise<Requisition> => {
    const { data: [one] } = await done<Requisition[]>(name, 'GET', `requisition/show?no=${no}`)
    if (one === undefined) throw new Error(`there is no ${no}`)
    return one
  }
  const send = (no: string): Promise<Reply<Requisition>> => done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
  const release = async (no: string): Promise<void> => {
    await send(no)
    for (const name of ['otieno', 'achieng', 'ali']) {
      const { data: entries } = await done<object[]>(name, 'GET', `approvals/approvalEntries?status=Open&scope=mine&documentNo=${no}`)
      // Above 50,000 at the usual cost, the head of department decides, too.
      if (entries.length > 0) await decide(name, no)
    }
  }
  const act = (action: string, no: string, input: object): Promise<Reply<Requisition>> => done('ali', 'POST', `documents/requisition/${no}/actions/${action}`, { input })
  const order = (no: string): Promise<Reply<Requisition>> => act('order', no, { orderNo: 'LPO-7', orderedOn: '2026-06-15', extent: 'All of it' })
  /** Records how much of each line arrived. */
  const tally = async (no: string, ...quantities: number[]): Promise<void> => {
    const { requisitionLines } = await read(no, 'ali')
    await done('ali', 'PATCH', `requisition/${no}`, { requisitionLines: requisitionLines.map((line, index) => ({ ...line, toReceive: quantities[index] ?? 0 })) })
  }
  const stock = async (): Promise<Stock> => (await done<Stock>('wanjiku', 'GET', 'documents/stock-item/SOLAR-LAMP@MAIN-NBO')).data
  const amountsOf = (no: string): Promise<Record<string, number>> => takenOfBudget(test, no)

  it('the budget and the stock on order are committed on sending, and released on cancel, reject and stop', async () => {
    const before = await stock()
    const no = await make([lamps(10), lamps(5, { locationCode: 'MAIN-KSM' })])
    expect(await stock()).toEqual(before)
    await send(no)
    expect(await amountsOf(no)).toEqual({ committed: 15_000 })
    expect((await read(no, 'otieno')).requisitionLines[0]).toMatchObject({ budgetYTD: FIELD - taken - 15_000, budgetOfYear: FIELD, committedOfYear: taken + 15_000 })
    expect(await stock()).toMatchObject({ onOrder: before.onOrder + 10, suggestedQty: before.suggestedQty - 10 })
    await done('wanjiku', 'POST', 'requisition/CancelApprovalRequest', { headerNo: no })
    expect(await amountsOf(no)).toEqual({ committed: 0 })
    expect(await stock()).toMatchObject({ onOrder: before.onOrder, suggestedQty: before.suggestedQty })

    await send(no)
    await decide('otieno', no, 'reject', { reason: 'There are lamps in Kisumu' })
    expect(await amountsOf(no)).toEqual({ committed: 0 })
    expect((await stock()).onOrder).toBe(before.onOrder)
    await done('wanjiku', 'POST', 'requisition/ReopenDocument', { headerNo: no })
    await release(no)
    expect(await amountsOf(no)).toEqual({ committed: 15_000 })
    await act('stop', no, { reason: 'The donor gives lamps' })
    expect(await amountsOf(no)).toEqual({ committed: 0 })
    expect((await stock()).onOrder).toBe(before.onOrder)
    expect((await read(no)).budgetFlag ?? '').toBe('')
  })

  it('the budget is spent when the goods are received, not before, and only once', async () => {
    const before = await stock()
    const no = await make([lamps(20)])
    await release(no)
    await order(no)
    expect(await amountsOf(no)).toEqual({ committed: 20_000 })
    await tally(no, 5)
    expect(await amountsOf(no)).toEqual({ committed: 20_000 })
    expect((await stock()).onOrder).toBe(before.onOrder + 20)
    await act('receive', no, { deliveryNote: 'DN-1', receivedOn: '2026-06-15' })
    expect(await amountsOf(no)).toEqual({ committed: 15_000, actual: 5000 })
    expect(await stock()).toMatchObject({ onOrder: before.onOrder + 15, AvailableQty: before.AvailableQty + 5 })
    // The remaining budget is unchanged: exactly what was committed is spent.
    expect((await read(no)).requisitionLines[0]).toMatchObject({ budgetYTD: FIELD - taken - 20_000 })
    await act('receive', no, { deliveryNote: 'DN-2', receivedOn: '2026-06-15' })
    expect(await amountsOf(no)).toEqual({ committed: 0, actual: 20_000 })
    // The goods are in the store and in its ledger.
    expect(await stock()).toMatchObject({ onOrder: before.onOrder, AvailableQty: before.AvailableQty + 20 })
    const [entry] = (await done<{ kind: string; quantity: number; balance: number; documentNo: string }[]>('baraka', 'GET', 'documents/stock-entry?sort=-entryNo')).data
    expect(entry).toMatchObject({ kind: 'Receipt', quantity: 15, balance: before.AvailableQty + 20, documentNo: no })
    await refused('ali', 'POST', `documents/requisition/${no}/actions/receive`, { input: { deliveryNote: 'DN-3', receivedOn: '2026-06-15' } })
    taken += 20_000
    expect((await read(no)).requisitionLines[0]).toMatchObject({ budgetYTD: FIELD - taken })
  })

  it('the budget of what did not come is released when the rest of an order is stopped', async () => {
    const before = await stock()
    const no = await make([lamps(6), lamps(2)])
    await release(no)
    await order(no)
    await tally(no, 2, 2)
    await act('receive', no, { deliveryNote: 'DN-1', receivedOn: '2026-06-15' })
    expect(await amountsOf(no)).toEqual({ committed: 4000, actual: 4000 })
    await act('stop', no, { reason: 'The vendor has no more' })
    expect(await amountsOf(no)).toEqual({ committed: 0, actual: 4000 })
    expect(await stock()).toMatchObject({ onOrder: before.onOrder, AvailableQty: before.AvailableQty + 4 })
    taken += 4000
    expect((await read(no)).requisitionLines[0]).toMatchObject({ budgetYTD: FIELD - taken })
    expect((await test.services.database.kysely.selectFrom('documents').select('data').where('type', '=', 'budget-ledger').orderBy('key').execute())
      .map(({ data }) => data as Record<string, unknown>).filter((one) => one['document_no'] === no).map((one) => [one['kind'], one['line_no'], one['amount']])).toEqual([
      ['Commitment', 10_000, 6000], ['Commitment', 20_000, 2000], ['Reversal', 10_000, -2000], ['Reversal', 20_000, -2000],
      ['Actual', 10_000, 2000], ['Actual', 20_000, 2000], ['Reversal', 10_000, -4000],
    ])
  })

  it('the budget is spent to the cent, however many deliveries there are', async () => {
    const no = await make([lamps(3, { unitCost: 33.35 }), lamps(3.3, { unitCost: 10 })])
    await release(no)
    await order(no)
    expect(await amountsOf(no)).toEqual({ committed: 133.05 })
    for (const [index, [one, other]] of [[1, 1.1], [1, 1.1], [0.5, 1.1]].entries()) {
      await tally(no, one ?? 0, other ?? 0)
      await act('receive', no, { deliveryNote: `DN-${index}`, receivedOn: '2026-06-15' })
    }
    expect(await amountsOf(no)).toEqual({ committed: 16.67, actual: 116.38 })
    await act('receive', no, { deliveryNote: 'DN-last', receivedOn: '2026-06-15' })
    expect(await amountsOf(no)).toEqual({ committed: 0, actual: 133.05 })
    taken += 133.05
  })

  it('a price below the usual cost does not lessen what the budget gives, nor does a usual cost that changes meanwhile', async () => {
    const usually = async (unitCost: number): Promise<void> => {
      const { _rev } = (await done<{ _rev: number }>('ali', 'GET', 'documents/billing-item/SOLAR-LAMP')).data
      await asTwo(await who('ali'), await who('mwangi'), 'PATCH', 'documents/billing-item/SOLAR-LAMP', { unitCost, _rev })
    }
    const no = await make([lamps(2, { unitCost: 1 })])
    await release(no)
    expect(await amountsOf(no)).toEqual({ committed: 20 })
    await order(no)
    await usually(500)
    await act('receive', no, { deliveryNote: 'DN-usual', receivedOn: '2026-06-15' })
    expect(await amountsOf(no)).toEqual({ committed: 0, actual: 20 })
    taken += 20
    await usually(10)
  })

  it('a requisition over budget is stopped or needs a reason, and Check Budget gives the excess beforehand', async () => {
    const left = FIELD - taken
    const fits = await make([lamps(left / 1000)])
    const { data } = await done<string[]>('wanjiku', 'POST', 'requisition/CheckBudget', { documentNo: fits, documentType: 'Purchase Requisition' })
    expect(data[0]).toBe(`The budget covers every line of ${fits}`)
    const no = await make([lamps(left / 1000), lamps(1)])
    const message = new RegExp(`The budget for Solar lamp leaves ${left.toLocaleString('en-KE')}, which is exceeded by 1,000`)
    expect(await refused('wanjiku', 'POST', 'requisition/CheckBudget', { documentNo: no, documentType: 'Purchase Requisition' })).toMatch(message)
    expect(await refused('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })).toMatch(/^Unable to send Requisition Record For Approval: The budget for Solar lamp/)
    expect(await amountsOf(no)).toEqual({})

    await mode('warn')
    expect(await refused('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })).toMatch(/Please say why it may exceed it/)
    expect((await done<string[]>('wanjiku', 'POST', 'requisition/CheckBudget', { documentNo: no, documentType: 'Purchase Requisition' })).data[0]).toMatch(message)
    await done('wanjiku', 'POST', 'requisition/update', { no, budgetReason: 'The rains came early' })
    await send(no)
    expect(await read(no, 'otieno')).toMatchObject({ budgetFlag: 'Over budget', budgetReason: 'The rains came early' })
    await done('wanjiku', 'POST', 'requisition/CancelApprovalRequest', { headerNo: no })
    await mode('stop')
  })

  it('a store requisition commits no budget', async () => {
    const no = await make([lamps(2, { unitCost: undefined })], { documentType: 'Store Requisition', requestedFor: 'MRT-015' })
    const before = await stock()
    expect((await read(no)).amount ?? null).toBeNull()
    expect(await refused('wanjiku', 'POST', 'requisition/CheckBudget', { documentNo: no, documentType: 'Store Requisition' })).toMatch(/not possible|cannot/)
    await send(no)
    expect(await amountsOf(no)).toEqual({})
    expect((await stock()).onOrder).toBe(before.onOrder)
  })

  it('a line that has no ledger account is refused, unless budgets are not checked', async () => {
    const { _rev } = (await done<{ _rev: number }>('ali', 'GET', 'documents/billing-item/GPS-UNIT')).data
    await asTwo(await who('ali'), await who('mwangi'), 'PATCH', 'documents/billing-item/GPS-UNIT', { account: null, _rev })
    const no = await make([lamps(1), { billingItemCode: 'GPS-UNIT', description: 'Handheld GPS', quantity: 1, unitCost: 54_000, ...HEAD }])
    const message = /No ledger account is known for Handheld GPS, so its budget cannot be checked/
    expect(await refused('wanjiku', 'POST', 'requisition/CheckBudget', { documentNo: no })).toMatch(message)
    expect(await refused('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })).toMatch(message)
    await mode('off')
    await send(no)
    expect(await amountsOf(no)).toEqual({ committed: 1000 })
    await mode('stop')
  })
})
