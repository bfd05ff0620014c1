/**
 * Requisitions through the specified calls: from low stock to issue by the store, purchases of ERP users, and what is refused on the way.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { PIXEL } from './petty-cash-cases.ts'
import { walkIn, type Reply } from './walk.ts'

interface Line { lineNo: number; billingItemCode: string; quantity: number; unitCost: number; amount: number; qtyAvailable: number; toIssue?: number; issued: number; toReceive?: number; received: number; outstanding: number; stockNo?: string }
interface Requisition {
  no: string; status: string; documentType: string; requestedBy: string; amount: number; vatAmount: number; amountIncludingVAT: number; totalQuantity: number; fulfilment?: string; lastMovement?: string; receivedBy?: string; link?: string; globalDimension1Code?: string
  requisitionLines: Line[]; approvalEntries: { approverName: string; status: string; stepTitle: string }[]; _actions: string[]; _rev: number
}

const HEAD = { globalDimension1Code: 'CLIMATE' }
const FILE = { fileName: 'specification.png', attachment: PIXEL }
const fromStore = (more: object = {}): object => ({
  documentType: 'Store Requisition', description: 'For the field team', requestedFor: 'MRT-015', locationCode: 'MAIN-NBO', ...HEAD,
  requisitionLines: [{ billingItemCode: 'SOLAR-LAMP', description: 'Solar lamp', quantity: 5, ...HEAD }, { code: 'FIRST-AID', quantity: 2, ...HEAD }],
  attachments: [FILE], ...more,
})
const bought = (more: object = {}): object => ({
  documentType: 'Purchase Requisition', description: 'Toner for the print room', ...HEAD, requisitionLines: [{ billingItemCode: 'TONER-26A', quantity: 2, unitCost: 14500, ...HEAD }], attachments: [FILE], ...more,
})

describe.each(ONE_KIND)('a requisition on %s', (kind) => {
  let test: TestApp
  const { who, call, done, refused, decide } = walkIn<Requisition>(() => test)
  beforeAll(async () => {
    test = await startApp({ kind })
  })
  afterAll(() => test.stop())

  const show = async (name: string, no: string): Promise<Requisition> => (await done<[Requisition]>(name, 'GET', `requisition/show?no=${no}`)).data[0]
  const held = async (stock: string): Promise<number> => (await done<{ AvailableQty: number }>('baraka', 'GET', `documents/stock-item/${stock}`)).data.AvailableQty
  const released = async (more: object = {}): Promise<string> => {
    const { data: { no } } = await done('wanjiku', 'POST', 'requisition', fromStore(more))
    await done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
    await decide('otieno', no)
    return no
  }
  const pick = async (no: string, ...quantities: number[]): Promise<{ status: number; body: Reply<Requisition> }> => {
    const { requisitionLines } = await show('baraka', no)
    return call('baraka', 'PATCH', `requisition/${no}`, { requisitionLines: requisitionLines.map((line, index) => ({ ...line, toIssue: quantities[index] ?? 0 })) })
  }
  /** Lamps, which the store keeps, and consultant days, which it does not; ordered by procurement. */
  const ordered = async (more: object = {}): Promise<string> => {
    const lines = [{ billingItemCode: 'SOLAR-LAMP', description: 'Solar lamp', quantity: 10, unitCost: 1000, ...HEAD }, { billingItemCode: 'CONSULT-DAY', description: 'Training', quantity: 3.3, unitCost: 1000, ...HEAD }]
    const { data: { no } } = await done('wanjiku', 'POST', 'requisition', bought({ locationCode: 'MAIN-NBO', requisitionLines: lines, ...more }))
    await done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
    await decide('otieno', no)
    // The usual cost counts: a day of a consultant is 35,000.
    await decide('achieng', no)
    await decide('ali', no)
    await order(no, 'LPO-10', '2026-06-15')
    return no
  }
  const order = (no: string, orderNo: string, orderedOn: string): Promise<Reply<Requisition>> => done('ali', 'POST', `documents/requisition/${no}/actions/order`, { input: { orderNo, orderedOn, extent: 'All of it' } })
  const tallied = async (no: string, ...quantities: number[]): Promise<object> => {
    const { requisitionLines } = await show('ali', no)
    return { requisitionLines: requisitionLines.map((line, index) => ({ ...line, toReceive: quantities[index] ?? 0 })) }
  }
  const note = (deliveryNote: string, receivedOn = '2026-06-15'): object => ({ input: { deliveryNote, receivedOn } })
  const receipt = (no: string): string => `documents/requisition/${no}/actions/receive`
  const issue = (no: string): Promise<{ status: number; body: Reply<Requisition> }> => call('baraka', 'POST', `documents/requisition/${no}/actions/issue`, { input: { issuedOn: '2026-06-15' } })

  const wrong: [string, object, RegExp][] = [
    ['no item', fromStore({ requisitionLines: [] }), /Please select at least one billing item/],
    ['no description', fromStore({ description: '' }), /Description is required!/],
    ['a description of 150 characters', fromStore({ description: 'x'.repeat(150) }), /Less than 150 characters required!/],
    ['no recipient', fromStore({ requestedFor: null }), /User is required!/],
    ['no location', fromStore({ locationCode: null }), /Location Is required!/],
    ['an unknown type', fromStore({ documentType: 'Wish' }), /Type/],
    ['a service from the store', fromStore({ requisitionLines: [{ billingItemCode: 'CONSULT-DAY', quantity: 1 }] }), /cannot be chosen/],
    ['a purchased item that has no category', bought({ requisitionLines: [{ billingItemCode: 'TEA-PACK', quantity: 1, unitCost: 10 }] }), /cannot be chosen/],
    ['a line without its item', bought({ requisitionLines: [{ quantity: 1, unitCost: 10 }] }), /Required\./],
    ['a line without its cost', bought({ requisitionLines: [{ billingItemCode: 'TONER-26A', quantity: 1 }] }), /Required\./],
    ['a negative quantity', bought({ requisitionLines: [{ billingItemCode: 'TONER-26A', quantity: -1, unitCost: 10 }] }), /^Must be greater than 0 /],
    ['a quantity of 0', bought({ requisitionLines: [{ billingItemCode: 'TONER-26A', quantity: 0, unitCost: 10 }] }), /^Must be greater than 0 /],
    ['half a unit', bought({ requisitionLines: [{ billingItemCode: 'TONER-26A', quantity: 0.5, unitCost: 10 }] }), /^Field cannot be less than 1 /],
    ['a cost of 0', bought({ requisitionLines: [{ billingItemCode: 'TONER-26A', quantity: 1, unitCost: 0 }] }), /^Must be greater than 0 /],
    ['a cost that is too large', bought({ requisitionLines: [{ billingItemCode: 'TONER-26A', quantity: 1, unitCost: 1e15 }] }), /smaller number/],
    ['somebody else as the requester', bought({ requestedBy: 'MRT-005' }), /cannot be changed/],
    ['an issued quantity of its own', fromStore({ requisitionLines: [{ billingItemCode: 'FIRST-AID', quantity: 2, issued: 2 }] }), /cannot be changed/],
    ['a link that runs a script', bought({ link: 'javascript:alert(1)' }), /Link/],
  ]
  it.each(wrong)('a requisition with %s is refused', async (_, body, message) => {
    expect(await refused('wanjiku', 'POST', 'requisition', body)).toMatch(message)
  })

  it('what has no usual cost is not bought, since nobody could say who decides on it', async () => {
    await done('ali', 'POST', 'documents/billing-item', { code: 'LAPTOP-Y', description: 'Laptop 14 inch', type: 'Fixed Asset', Item_Category_Code: 'ICT' })
    const { data: { no } } = await done('wanjiku', 'POST', 'requisition', bought({ requisitionLines: [{ billingItemCode: 'LAPTOP-Y', quantity: 20, unitCost: 1, ...HEAD }] }))
    expect(await refused('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })).toMatch(/LAPTOP-Y has no usual cost, on which it depends who decides\. Please ask Procurement to enter it/)
  })

  it('a storekeeper adds the stock of an item in a store, whose number is that of both', async () => {
    const stock = { Item_No: 'TEA-PACK', Location_Code: 'MAIN-KSM', MinimumQty: 5, MaximumQty: 20 }
    expect(await refused('baraka', 'POST', 'documents/stock-item', { no: 'TEA-1', ...stock })).toMatch(/Stock No\. is the item, @ and the location/)
    expect((await done('baraka', 'POST', 'documents/stock-item', { no: 'TEA-PACK@MAIN-KSM', ...stock })).data).toMatchObject({ no: 'TEA-PACK@MAIN-KSM', AvailableQty: 0, Description: 'Tea and sugar, pack' })
  })

  it('a store requisition for the head of the department is decided by somebody else', async () => {
    const { data: { no } } = await done('wanjiku', 'POST', 'requisition', fromStore({ requestedFor: 'MRT-005' }))
    await done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
    const { approvalEntries } = await show('wanjiku', no)
    expect(approvalEntries.map(({ approverName, status }) => [approverName, status])).toEqual([['Achieng Okello', 'Open']])
    await refused('otieno', 'POST', `documents/requisition/${no}/actions/approve`, {})
  })

  it('what the store issues counts for the amount up to which somebody stands in', async () => {
    const given = await done('otieno', 'POST', 'documents/standing-delegation', { toEmployee: 'MRT-021', start: '2026-06-15', end: '2026-06-15', maxAmount: 1000 })
    const { data: { no } } = await done('wanjiku', 'POST', 'requisition', fromStore())
    await done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
    expect(await refused('juma', 'POST', 'approvals/approve', { code: no })).toMatch(/cannot approve|no such record/)
    await done('otieno', 'DELETE', `documents/standing-delegation/${given.data.no}`, { _rev: given.data._rev })
    await done('wanjiku', 'POST', 'requisition/CancelApprovalRequest', { headerNo: no })
  })

  it('what is bought for the chief executive, who would have to approve it, is not approved by an administrator instead', async () => {
    const lines = [{ billingItemCode: 'CONSULT-DAY', description: 'Training', quantity: 30, unitCost: 35000, ...HEAD }]
    const { data: { no } } = await done('wanjiku', 'POST', 'requisition', bought({ requisitionLines: lines, requestedFor: 'MRT-001', budgetReason: 'The board asked for it' }))
    expect(await refused('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })).toMatch(/it concerns everyone who could/)
    expect(await show('wanjiku', no)).toMatchObject({ status: 'Open', approvalEntries: [] })
  })

  it('a store requisition goes from low stock through delegation and approval to issue in parts', async () => {
    const low = await done<{ Item_No: string; suggestedQty: number; low: boolean }[]>('wanjiku', 'GET', 'documents/stock-item?low=true&Location_Code=MAIN-NBO')
    expect(low.data.map((one) => one.Item_No)).toContain('SOLAR-LAMP')
    expect(low.data.every((one) => one.low && one.suggestedQty > 0)).toBe(true)

    const made = await done('wanjiku', 'POST', 'requisition', fromStore())
    const { no } = made.data
    expect(made.message).toBe('You have successfully created a new requisition request')
    expect(made.data).toMatchObject({ status: 'Open', documentType: 'Store Requisition', requestedBy: 'MRT-015', globalDimension1Code: 'CLIMATE', requisitionLines: [{ unitCost: 1, stockNo: 'SOLAR-LAMP@MAIN-NBO' }, { billingItemCode: 'FIRST-AID', unitCost: 1 }] })
    const stock = await held('SOLAR-LAMP@MAIN-NBO')
    expect(made.data.requisitionLines[0]?.qtyAvailable).toBe(stock)
    // An autosave: only the lines, with the revision that was read.
    const lines = made.data.requisitionLines.map((line, index) => ({ ...line, quantity: index === 0 ? stock + 1 : line.quantity }))
    const saved = await done('wanjiku', 'PATCH', `requisition/${no}`, { requisitionLines: lines, _rev: made.data._rev })
    expect(saved.message).toBe(`You have successfully Updated ${no} Requisition Record`)
    expect(saved.warnings?.map((one) => one.message)).toEqual(['More than the store holds.'])
    expect(await refused('wanjiku', 'PATCH', `requisition/${no}`, { requisitionLines: lines, _rev: made.data._rev })).toMatch(/changed by someone else/)

    expect((await done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })).message).toBe('Requisition successfully sent for approval')
    await refused('wanjiku', 'PATCH', `requisition/${no}`, { description: 'Changed' })
    expect(await refused('wanjiku', 'POST', 'requisition/delete', { no })).toMatch(/not possible while/)
    await refused('baraka', 'GET', `requisition/show?no=${no}`)
    await decide('otieno', no, 'delegate', { to: 'MRT-002' })
    await decide('achieng', no)
    expect(await show('wanjiku', no)).toMatchObject({ status: 'Released', fulfilment: 'Not started', _actions: [] })

    // The storekeeper sees it now, issues what is in stock and changes nothing else.
    const before = await show('baraka', no)
    expect(before.requisitionLines.map((line) => line.toIssue)).toEqual([stock + 1, 2])
    expect(before._actions.sort()).toEqual(['issue', 'pick', 'stop'])
    await refused('wanjiku', 'POST', `documents/requisition/${no}/actions/issue`, { input: { issuedOn: '2026-06-15' } })
    expect(await refused('baraka', 'PATCH', `requisition/${no}`, { requisitionLines: before.requisitionLines.map((line) => ({ ...line, quantity: 1 })) })).toMatch(/cannot be changed/)
    expect(await refused('baraka', 'PATCH', `requisition/${no}`, { requisitionLines: before.requisitionLines.slice(1) })).toMatch(/cannot be changed/)
    expect(await refused('baraka', 'PATCH', `requisition/${no}`, { description: 'Mine' })).toMatch(/cannot be changed/)
    expect(await refused('baraka', 'PATCH', `requisition/${no}`, { requisitionLines: before.requisitionLines.map((line) => ({ ...line, toIssue: line.quantity + 1 })) })).toMatch(/More than is outstanding/)
    expect(await refused('baraka', 'POST', `documents/requisition/${no}/actions/issue`, { input: { issuedOn: '2026-06-15' } })).toMatch(/The store holds only/)
    expect(await refused('baraka', 'POST', `documents/requisition/${no}/actions/issue`, { input: { issuedOn: '2026-06-16' } })).toMatch(/future date/)

    expect((await pick(no, stock, 0)).status).toBe(200)
    const part = await issue(no)
    expect(part.body.data, JSON.stringify(part.body)).toMatchObject({ fulfilment: 'Part issued', requisitionLines: [{ issued: stock, outstanding: 1, toIssue: 1 }, { issued: 0, outstanding: 2, toIssue: 2 }] })
    expect(await held('SOLAR-LAMP@MAIN-NBO')).toBe(0)
    // What is rounded to nothing is nothing.
    for (const nothing of [0, 4e-7]) {
      expect((await pick(no, nothing, 0)).status).toBe(200)
      expect((await issue(no)).body.message).toMatch(/Say how much is issued/)
    }
    await done('baraka', 'PATCH', 'documents/stock-item/SOLAR-LAMP@MAIN-NBO', { MinimumQty: 5 })
    expect(await refused('baraka', 'PATCH', 'documents/stock-item/SOLAR-LAMP@MAIN-NBO', { AvailableQty: 100 })).toMatch(/cannot be changed/)
    const kits = await held('FIRST-AID@MAIN-NBO')
    await pick(no, 0, 2)
    await issue(no)
    expect(await held('FIRST-AID@MAIN-NBO')).toBe(kits - 2)
    await done('baraka', 'POST', `documents/requisition/${no}/actions/stop`, { input: { reason: 'No more lamps are bought.' } })
    expect(await show('wanjiku', no)).toMatchObject({ status: 'Released', fulfilment: 'Stopped' })
    const ledger = await done<{ stock: string; quantity: number; documentNo: string; balance: number }[]>('baraka', 'GET', `documents/stock-entry?search=${no}&sort=entryNo`)
    expect(ledger.data.map((one) => [one.stock, one.quantity, one.balance])).toEqual([['SOLAR-LAMP@MAIN-NBO', -stock, 0], ['FIRST-AID@MAIN-NBO', -2, kits - 2]])
  })

  it('two requisitions for the last of the stock are not both issued', async () => {
    const stock = await held('TEA-PACK@MAIN-NBO')
    const line = { billingItemCode: 'TEA-PACK', quantity: stock, ...HEAD }
    const [one, other] = [await released({ requisitionLines: [line] }), await released({ requisitionLines: [line] })]
    const answers = await Promise.all([issue(one), issue(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await held('TEA-PACK@MAIN-NBO')).toBe(0)
  })

  it('goods are received in parts by line: the store and its ledger grow, and the rest is ordered and received later', async () => {
    const no = await ordered()
    const lamps = await held('SOLAR-LAMP@MAIN-NBO')
    const before = await show('ali', no)
    expect(before).toMatchObject({ fulfilment: 'Ordered', totalQuantity: 13.3, requisitionLines: [{ toReceive: 10, received: 0, outstanding: 10 }, { toReceive: 3.3, received: 0, outstanding: 3.3 }] })
    expect(before._actions.sort()).toEqual(['receive', 'stop', 'tally'])

    await done('ali', 'PATCH', `requisition/${no}`, await tallied(no, 4, 1.1))
    const part = await done('ali', 'POST', receipt(no), note('DN-1'))
    expect(part.message).toBe(`${no}: receipt recorded`)
    expect(part.data).toMatchObject({
      status: 'Released', fulfilment: 'Part received', receivedBy: 'Ali Hassan', lastMovement: 'Solar lamp: 4 (4 of 10), Training: 1.1 (1.1 of 3.3)',
      requisitionLines: [{ received: 4, outstanding: 6, toReceive: 6 }, { received: 1.1, outstanding: 2.2, toReceive: 2.2 }],
    })
    expect(part.data._actions.sort()).toEqual(['order', 'receive', 'stop', 'tally'])
    expect(await held('SOLAR-LAMP@MAIN-NBO')).toBe(lamps + 4)

    await done('ali', 'PATCH', `requisition/${no}`, await tallied(no, 4, 0))
    await done('ali', 'POST', receipt(no), note('DN-2'))
    await order(no, 'LPO-11', '2026-06-15')
    expect(await show('wanjiku', no)).toMatchObject({ fulfilment: 'Part received', _actions: [] })
    // The default is all that is outstanding.
    expect((await done('ali', 'POST', receipt(no), note('DN-3'))).data).toMatchObject({ fulfilment: 'Received', _actions: [], requisitionLines: [{ received: 10, outstanding: 0, toReceive: 0 }, { received: 3.3, outstanding: 0 }] })
    expect(await refused('ali', 'POST', receipt(no), note('DN-4'))).toMatch(/Record receipt is not possible on Requisition .* as it stands/)

    const ledger = await done<{ kind: string; stock: string; quantity: number; balance: number }[]>('baraka', 'GET', `documents/stock-entry?search=${no}&sort=entryNo`)
    expect(ledger.data.map((one) => [one.kind, one.stock, one.quantity, one.balance])).toEqual([[4, 4], [4, 8], [2, 10]].map(([came, all]) => ['Receipt', 'SOLAR-LAMP@MAIN-NBO', came, lamps + (all ?? 0)]))
    const events = await done<{ kind: string; actor: string; changes: Record<string, { to?: string }> }[]>('wanjiku', 'GET', `documents/requisition/${no}/events`)
    expect(events.data.filter(({ kind }) => kind === 'receive').map(({ actor, changes }) => [actor, changes['lastMovement']?.to, changes['deliveryNote']?.to])).toEqual([
      ['Ali Hassan', 'Solar lamp: 4 (4 of 10), Training: 1.1 (1.1 of 3.3)', 'DN-1'], ['Ali Hassan', 'Solar lamp: 4 (8 of 10)', 'DN-2'], ['Ali Hassan', 'Solar lamp: 2 (10 of 10), Training: 2.2 (3.3 of 3.3)', 'DN-3'],
    ])
  })

  it('a receipt is refused for too much, nothing, a wrong day, a repeated note, other people or after a stop', async () => {
    const no = await ordered()
    const save = async (quantities: number[], message: RegExp): Promise<void> => expect(await refused('ali', 'PATCH', `requisition/${no}`, await tallied(no, ...quantities))).toMatch(message)
    const receive = async (name: string, given: object, message: RegExp): Promise<void> => expect(await refused(name, 'POST', receipt(no), given)).toMatch(message)
    await save([11, 0], /^More than is outstanding\./)
    await save([-1, 0], /^Field cannot be less than 0/)
    const { requisitionLines } = await show('ali', no)
    for (const change of [{ quantity: 1 }, { unitCost: 1 }, { received: 10 }, { lastReceived: 10 }]) {
      expect(await refused('ali', 'PATCH', `requisition/${no}`, { requisitionLines: requisitionLines.map((line) => ({ ...line, ...change })) }), JSON.stringify(change)).toMatch(/cannot be changed/)
    }
    for (const name of ['wanjiku', 'otieno', 'baraka', 'kiptoo']) await receive(name, note('DN-1'), /may not|not yours|do not have access/)
    await receive('ali', {}, /Required/)
    await receive('ali', note('DN-1', '2026-06-16'), /Received on should not be a future date/)
    await receive('ali', note('DN-1', '2026-06-14'), /Received on cannot lie before the order/)
    await done('ali', 'PATCH', `requisition/${no}`, await tallied(no, 0, 0))
    await receive('ali', note('DN-1'), /Say how much is received of at least one item\./)
    await done('ali', 'PATCH', `requisition/${no}`, await tallied(no, 4, 0))
    await done('ali', 'POST', receipt(no), note('DN-1'))
    await save([7, 0], /^More than is outstanding\./)
    await receive('ali', note('DN-1'), /This delivery note was recorded already/)
    await done('ali', 'PATCH', `requisition/${no}`, await tallied(no, 1, 0))
    await done('ali', 'POST', receipt(no), note('DN-2'))
    // Not only the last note counts, and not only its exact spelling.
    await done('ali', 'PATCH', `requisition/${no}`, await tallied(no, 1, 0))
    for (const alike of [' dn-1 ', 'DN‑1', 'ＤN-1', 'DΝ-1']) await receive('ali', note(alike), /This delivery note was recorded already/)
    await receive('ali', note('D\u200bN-1'), /contains invisible characters/)
    await receive('ali', note('\u200b'), /Required/)
    await done('ali', 'POST', `documents/requisition/${no}/actions/order`, { input: { orderNo: 'LPO-2', orderedOn: '2026-06-15', extent: 'All of it' } })
    expect((await show('ali', no)).requisitionLines[0]).toMatchObject({ toReceive: 1 })
    await done('ali', 'POST', `documents/requisition/${no}/actions/stop`, { input: { reason: 'The vendor closed.' } })
    expect(await show('wanjiku', no)).toMatchObject({ fulfilment: 'Stopped', requisitionLines: [{ received: 5 }, { received: 0 }] })
    await receive('ali', note('DN-3'), /Record receipt is not possible on Requisition .* as it stands/)
    await save([1, 0], /Save quantities is not possible on Requisition .* as it stands/)
    for (const action of ['order', 'stop']) await refused('ali', 'POST', `documents/requisition/${no}/actions/${action}`, { input: { orderNo: 'X', orderedOn: '2026-06-15', extent: 'A part', reason: 'Again' } })
  })

  it('a receipt that is recorded twice at once counts once', async () => {
    const [whole, partly] = [await ordered(), await ordered()]
    await done('ali', 'PATCH', `requisition/${partly}`, await tallied(partly, 4, 0))
    const lamps = await held('SOLAR-LAMP@MAIN-NBO')
    const twice = async (no: string): Promise<number[]> => (await Promise.all([1, 2].map(() => call('ali', 'POST', receipt(no), note('DN-9'))))).map(({ status }) => status).sort()
    expect(await twice(partly)).toEqual([200, 422])
    expect(await held('SOLAR-LAMP@MAIN-NBO')).toBe(lamps + 4)
    expect((await show('ali', partly)).requisitionLines[0]).toMatchObject({ received: 4, outstanding: 6 })
    expect(await twice(whole)).toEqual([200, 409])
    expect(await held('SOLAR-LAMP@MAIN-NBO')).toBe(lamps + 14)
  })

  it('a purchase of an ERP user goes through procurement, with a user name and a link in place of files', async () => {
    const made = await done('kiptoo', 'POST', 'requisition', bought({ attachments: [], link: 'https://files.mazingira.example/toner', globalDimension1Code: 'ICT' }))
    const { no } = made.data
    expect(made.data).toMatchObject({ requestedBy: 'kiptoo@mazingira.example', amount: 29000, vatAmount: 4640, amountIncludingVAT: 33640 })
    await done('kiptoo', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
    await decide('brian', no)
    expect((await show('kiptoo', no)).approvalEntries.map((one) => [one.stepTitle, one.status])).toEqual([['Supervisor', 'Approved'], ['Procurement', 'Open']])
    await decide('ali', no)
    expect(await show('ali', no)).toMatchObject({ status: 'Released', fulfilment: 'Not started', _actions: ['order', 'stop'] })
    await refused('kiptoo', 'POST', `documents/requisition/${no}/actions/order`, { input: { orderNo: 'X', orderedOn: '2026-06-15', extent: 'All of it' } })
    await done('ali', 'POST', `documents/requisition/${no}/actions/order`, { input: { orderNo: 'LPO-1', orderedOn: '2026-06-15', extent: 'A part' } })
    expect((await show('kiptoo', no)).fulfilment).toBe('Part ordered')
    await done('ali', 'POST', `documents/requisition/${no}/actions/receive`, { input: { deliveryNote: 'DN-1', receivedOn: '2026-06-15' } })
    expect(await show('kiptoo', no)).toMatchObject({ status: 'Released', fulfilment: 'Received' })

    // The dashboard of an ERP user counts only purchases.
    const tiles = (await done<{ tiles: { id: string }[] }>('kiptoo', 'GET', 'dashboards/requisition')).data.tiles.map((tile) => tile.id)
    expect(tiles).toEqual(['purchase'])
    const { data: { tiles: all, charts } } = await done<{ tiles: { id: string; filter: object }[]; charts: { id: string; labels?: string[] }[] }>('wanjiku', 'GET', 'dashboards/requisition')
    expect(all.map((tile) => tile.id)).toEqual(['all', 'user', 'purchase', 'store'])
    expect(all[2]?.filter).toMatchObject({ documentType: 'Purchase Requisition' })
    expect(JSON.stringify(charts.find((chart) => chart.id === 'months'))).toContain('Apr')
  })

  it('a purchase of an employee needs a file, and can be cancelled, rejected, reopened and deleted', async () => {
    const { data: { no } } = await done('wanjiku', 'POST', 'requisition', bought({ attachments: [] }))
    expect(await refused('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })).toMatch(/^Unable to send Requisition Record For Approval: .*Attachment is required!/)
    await done('wanjiku', 'POST', 'requisition/update', { no, attachments: [FILE] })
    await done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
    await done('wanjiku', 'POST', 'requisition/CancelApprovalRequest', { headerNo: no })
    expect((await show('wanjiku', no)).status).toBe('Open')
    await done('wanjiku', 'POST', 'requisition/SendApprovalRequest', { headerNo: no })
    const waiting = await done<{ documentNo: string }[]>('otieno', 'GET', 'approvals/approvals?status=Open')
    expect(waiting.data.map((one) => one.documentNo)).toContain(no)
    await refused('baraka', 'POST', 'approvals/reject', { code: no, reason: 'Not mine' })
    await refused('otieno', 'POST', 'approvals/reject', { code: 'REQ-0', reason: 'No such' })
    expect((await done('otieno', 'POST', 'approvals/reject', { code: no, reason: 'Ask again next month' })).message).toBe('Document rejected successfully')
    expect((await show('wanjiku', no)).status).toBe('Rejected')
    await refused('otieno', 'POST', 'requisition/ReopenDocument', { headerNo: no })
    await done('wanjiku', 'POST', 'requisition/ReopenDocument', { headerNo: no })
    const { requisitionLines } = (await done('wanjiku', 'POST', 'requisition/line', { documentNo: no, code: 'PENS-BOX', quantity: 1, unitCost: 900 })).data
    expect((await done('wanjiku', 'DELETE', 'requisition/delete', { documentNo: no, lineNo: requisitionLines[0]?.lineNo })).message).toBe('Item successfully removed')
    expect((await show('wanjiku', no)).requisitionLines.map((line) => line.billingItemCode)).toEqual(['PENS-BOX'])
    await refused('chebet', 'DELETE', `requisition?no=${no}`)
    const path = (await done<string>('wanjiku', 'POST', 'requisition/reqReport', { headerNo: no })).data
    expect(path).toBe(`/api/v1/documents/requisition/${no}/print/report`)
    expect((await done('wanjiku', 'DELETE', `requisition?no=${no}`)).message).toBe('Requisition successfully deleted')
  })

  it('requisitions are listed by type, and the setup lists are there for whoever fills in the card', async () => {
    for (const body of [bought(), fromStore()]) await done('wanjiku', 'POST', 'requisition', body)
    const all = await done<Requisition[]>('wanjiku', 'GET', 'requisition?tiles=1&limit=5')
    const stores = await done<Requisition[]>('wanjiku', 'GET', 'requisition?tiles=1&limit=5&documentType=Store%20Requisition')
    expect(all.data.length).toBeLessThanOrEqual(5)
    expect(new Set(stores.data.map((one) => one.documentType))).toEqual(new Set(['Store Requisition']))
    expect(stores.tiles?.['all']).toBeLessThan(all.tiles?.['all'] ?? 0)
    for (const path of ['setup/billingItems', 'setup/vendors', 'setup/users', 'setup/locations', 'setup/units_of_measure', 'setup/categories', 'dimension']) {
      expect((await done<object[]>('wanjiku', 'GET', `requisition/${path}`)).data.length, path).toBeGreaterThan(0)
    }
    expect(JSON.stringify((await done<object[]>('wanjiku', 'GET', 'requisition/setup/vendors')).data)).not.toContain('kraPin')
  })

  it('only the kinds that the organisation offers can be requested, and are in the menu', async () => {
    const menu = async (): Promise<string> => (await (await who('wanjiku')).call('GET', 'portal/bootstrap')).payload
    const made = await done('wanjiku', 'POST', 'requisition', bought())
    expect(await menu()).toContain('purchase-requisitions')
    await done('admin', 'POST', 'admin/updateSettings', { minor_settings: { requisitions: ['Store Requisition'] } })
    expect(await refused('wanjiku', 'POST', 'requisition', bought())).toMatch(/Type.*Store Requisition/)
    expect((await done('wanjiku', 'POST', 'requisition', fromStore({ documentType: undefined }))).data.documentType).toBe('Store Requisition')
    expect((await done('wanjiku', 'PATCH', `requisition/${made.data.no}`, { description: 'As before' })).data.documentType).toBe('Purchase Requisition')
    expect(await menu()).not.toContain('purchase-requisitions')
    expect(await refused('admin', 'POST', 'admin/updateSettings', { minor_settings: { requisitions: ['Wish'] } })).toMatch(/Requisitions offered/)
    await done('admin', 'POST', 'admin/updateSettings', { minor_settings: { requisitions: ['User Requisition', 'Purchase Requisition', 'Store Requisition'] } })
  })
})
