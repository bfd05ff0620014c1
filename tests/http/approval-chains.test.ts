/**
 * Whom a document is sent to: by overlays, by approval limits, without people who have left; and advances against what is approved and
 * outstanding.
 */
import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { NO_CEILINGS, line, openEntry, request } from './petty-cash-cases.ts'
import { walkIn } from './walk.ts'

interface Document { no: string; status: string; id: number }
interface Chained { sequenceNo: number; approverID: string; status: string; stepTitle: string }

const [OTIENO, ACHIENG, AKINYI] = ['MRT-005', 'MRT-002', 'MRT-001']

describe.each(ONE_KIND)('the chain of approvals on %s', (kind) => {
  let app: TestApp
  const { who, done, call, refused, decide } = walkIn<Document>(() => app)
  beforeAll(async () => {
    app = await startApp({ kind, settings: NO_CEILINGS })
  })
  afterAll(() => app.stop())

  const sent = async (amount: number): Promise<string> => {
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/pettycash', request({ pettyCashLinesAPI: [line({ amount })] }))
    await done('wanjiku', 'POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    return no
  }
  const chain = async (no: string): Promise<string[]> => (await done<Chained[]>('wanjiku', 'GET', `approvals/nestedApprovalEntries?documentNo=${no}`)).data
    .sort((one, other) => one.sequenceNo - other.sequenceNo).map(({ sequenceNo, approverID }) => `${sequenceNo} ${approverID}`)
  const publish = async (...operations: object[]): Promise<number> =>
    (await done('admin', 'POST', 'admin/overlays', { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations })).data.id
  const withdraw = (id: number): Promise<object> => done('admin', 'DELETE', `admin/overlays/${id}`)
  const setEmployee = (number: string, data: object): Promise<object> => app.services.database.kysely.updateTable('documents')
    .set({ data: sql`data || ${JSON.stringify(data)}::jsonb` }).where('type', '=', 'employee').where('company', '=', 'MRT').where('key', '=', number).execute()

  test('follows an overlay once it is published and the base again once it is withdrawn, and an open round continues as it began', async () => {
    const before = await sent(900)
    expect(await chain(before)).toEqual([`1 ${OTIENO}`])
    const id = await publish({ do: 'add', at: 'approval.steps.second', to: { title: 'Second manager', approver: { manager: 2 } } })
    const under = await sent(900)
    expect(await chain(under)).toEqual([`1 ${OTIENO}`, `2 ${ACHIENG}`])
    await decide('otieno', under)
    expect((await done('wanjiku', 'GET', `documents/petty-cash/${under}`)).data.status).toBe('Pending Approval')
    // A round that was under way continues as it began.
    expect(await chain(before)).toEqual([`1 ${OTIENO}`])
    await decide('otieno', before)
    expect((await done('wanjiku', 'GET', `documents/petty-cash/${before}`)).data.status).toBe('Released')
    await withdraw(id)
    await decide('achieng', under)
    expect((await done('wanjiku', 'GET', `documents/petty-cash/${under}`)).data.status).toBe('Released')
    expect(await chain(await sent(900))).toEqual([`1 ${OTIENO}`])
  })

  test('goes up to the first manager whose limit suffices, and ends at one who may approve any amount', async () => {
    const id = await publish({ do: 'add', at: 'approval.steps.enough', to: { title: 'Limit', approver: { limit: 'doc.amountLCY' } } })
    await setEmployee(OTIENO, { approval_limit: 1000 })
    await setEmployee(ACHIENG, { approval_limit: 20_000 })
    expect(await chain(await sent(900))).toEqual([`1 ${OTIENO}`])
    expect(await chain(await sent(9000))).toEqual([`1 ${OTIENO}`, `2 ${ACHIENG}`])
    expect(await chain(await sent(30_000))).toEqual([`1 ${OTIENO}`, `2 ${ACHIENG}`, `3 ${AKINYI}`])
    await setEmployee(OTIENO, { approves_any_amount: true })
    expect(await chain(await sent(30_000))).toEqual([`1 ${OTIENO}`])
    await setEmployee(OTIENO, { approves_any_amount: false })
    await withdraw(id)
  })

  test('an administrator can give approvals neither to themself nor to a person whom the step does not name', async () => {
    const { kysely } = app.services.database
    const plain = 'MRT-019'
    await kysely.updateTable('users').set({ is_admin: true }).where('employee', '=', plain).execute()
    const held = await sent(300_000)
    const idOf = async (number: string): Promise<string> => (await kysely.selectFrom('users').select('id').where('employee', '=', number).executeTakeFirstOrThrow()).id
    expect(await refused('kiptoo', 'POST', `admin/reassignApprovals/${await idOf(OTIENO)}`, { to: plain })).toBe('You cannot reassign approvals to yourself. Another administrator can.')
    const delegation = { fromEmployee: OTIENO, toEmployee: plain, start: '2026-06-15', end: '2026-06-15' }
    expect(await refused('kiptoo', 'POST', 'documents/standing-delegation', delegation)).toContain('You cannot give yourself the approvals of somebody else.')
    // A delegation of their own holder is theirs to make.
    const { data: { no } } = await done('otieno', 'POST', 'documents/standing-delegation', delegation)
    await kysely.deleteFrom('documents').where('type', '=', 'standing-delegation').where('key', '=', no).execute()
    const [director] = (await done<Chained[]>('wanjiku', 'GET', `approvals/nestedApprovalEntries?documentNo=${held}`)).data.filter(({ stepTitle }) => stepTitle === 'Finance director')
    const reply = await done<{ moved: number }>('kiptoo', 'POST', `admin/reassignApprovals/${await idOf(director?.approverID ?? '')}`, { to: 'MRT-006' })
    expect(reply.message).toContain('Only somebody with the same role may decide on this, and that person does not have it.')
    expect(await chain(held)).toContain(`${director?.sequenceNo} ${director?.approverID}`)
    await kysely.updateTable('users').set({ is_admin: false }).where('employee', '=', plain).execute()
  })

  test('a person who decides one step is neither offered, notified of nor given another step of the same request', async () => {
    const { kysely } = app.services.database
    const id = await publish({ do: 'add', at: 'approval.steps.second', to: { title: 'Second manager', approver: { manager: 2 } } })
    const { data: { no: delegation } } = await done('achieng', 'POST', 'documents/standing-delegation', { toEmployee: OTIENO, start: '2026-06-15', end: '2026-06-15', docTypes: ['petty-cash'] })
    const no = await sent(900)
    await decide('otieno', no)
    const { entryNo } = await openEntry(await who('achieng'), no)
    interface Shown { _actions: string[] }
    const entries = (await done<{ entryNo: number; onBehalfOf: string | null }[]>('otieno', 'GET', `approvals/approvalEntries?documentNo=${no}`)).data
    expect(entries.find((one) => one.entryNo === entryNo)).toMatchObject({ onBehalfOf: null })
    const inbox = (await done<{ documentNo: string }[]>('otieno', 'GET', 'approvals/approvalEntries?scope=delegated&status=Open')).data.map(({ documentNo }) => documentNo)
    const told = await kysely.selectFrom('notifications').innerJoin('users', 'users.id', 'notifications.user_id').select('users.employee').where('document_key', '=', no).orderBy('notifications.id').execute()
    expect([inbox, told.map(({ employee }) => employee)]).toEqual([[], [OTIENO, ACHIENG]])
    expect((await done<{ open: number }>('otieno', 'GET', 'approvals/count')).data.open).toBe((await done<object[]>('otieno', 'GET', 'approvals/approvalEntries?scope=mine&status=Open')).data.length)
    expect((await done<Shown>('otieno', 'GET', `documents/petty-cash/${no}`)).data._actions).not.toContain('approve')
    expect((await call('otieno', 'POST', 'approvals/approve', { entryNo })).body.code).toBe('decides-already')
    const { id: user } = await kysely.selectFrom('users').select('id').where('employee', '=', ACHIENG).executeTakeFirstOrThrow()
    expect((await done('admin', 'POST', `admin/reassignApprovals/${user}`, { to: OTIENO, reason: 'On leave' })).message).toContain('This person already decides on this request')
    // An approver who takes no other part is asked, and sees the decision buttons.
    await kysely.updateTable('documents').set({ data: sql`data || '{"toEmployee": "MRT-003"}'` }).where('key', '=', delegation).execute()
    expect((await done<Shown>('mwangi', 'GET', `documents/petty-cash/${no}`)).data._actions).toContain('approve')
    await done('mwangi', 'POST', 'approvals/approve', { entryNo })
    await kysely.deleteFrom('documents').where('type', '=', 'standing-delegation').where('key', '=', delegation).execute()
    await withdraw(id)
  })

  test('a person who has left is skipped, cannot be delegated to, and can no longer decide', async () => {
    const no = await sent(700)
    const { entryNo } = await openEntry(await who('otieno'), no)
    await setEmployee(OTIENO, { active: false })
    expect(await chain(await sent(700))).toEqual([`1 ${ACHIENG}`])
    const elsewhere = await openEntry(await who('achieng'), await sent(600))
    expect(await refused('achieng', 'POST', 'approvals/delegate', { entryNo: elsewhere.entryNo, to: OTIENO })).toMatch(/no active colleague/)
    for (const [path, body] of [['approve', { entryNo }], ['reject', { entryNo, reason: 'No' }], ['bulk', { entries: [{ entryNo }] }]] as const) {
      expect((await call('otieno', 'POST', `approvals/${path}`, body)).status, path).toBe(401)
    }
    // The account was deactivated instead: neither a session nor a mail leads to a decision.
    await setEmployee(OTIENO, { active: true })
    const { kysely } = app.services.database
    await kysely.updateTable('users').set({ active: false }).where('employee', '=', OTIENO).execute()
    expect((await call('otieno', 'POST', 'approvals/approve', { entryNo })).status).toBe(401)
    await kysely.updateTable('users').set({ active: true }).where('employee', '=', OTIENO).execute()
  })

  test('a standing delegation covers advances up to its amount, and the statement shows what is still owed', async () => {
    const asked = async (applicationAmount: number, more: object): Promise<string> => {
      const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/payroll/advance', { applicationAmount, preferredDisbursementDate: '2026-06-20', applicationReason: 'School fees', ...more })
      await done('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })
      return no
    }
    await done('otieno', 'POST', 'documents/standing-delegation', { toEmployee: ACHIENG, start: '2026-06-15', end: '2026-06-19', docTypes: ['salary-advance'], maxAmount: 10_000 })
    const [small, large] = [await asked(9000, { advanceType: 'Advance' }), await asked(20_000, { advanceType: 'Staff Loan', loanNo: 'SCHOOL', repaymentInstallments: 4 })]
    const waiting = (await done<{ documentNo: string; entryNo: number }[]>('achieng', 'GET', 'approvals/approvalEntries?scope=delegated&status=Open')).data
    expect(waiting.map(({ documentNo }) => documentNo)).toEqual([small])
    await done('achieng', 'POST', 'approvals/approve', { entryNo: waiting[0]?.entryNo ?? 0 })
    await decide('otieno', large)
    const paid = { paidOn: '2026-06-15', paidFrom: 'Bank transfer', paymentReference: 'BT-1' }
    for (const no of [small, large]) await done('mutua', 'POST', `documents/salary-advance/${no}/actions/disburse`, { input: paid })
    await done('mutua', 'POST', `documents/salary-advance/${small}/actions/settle`, { input: { paidOn: '2026-06-15', reference: 'Receipt 91' } })
    const { data } = await done<{ statementB64: string }>('wanjiku', 'GET', 'hrmis/employee_statement')
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(data.statementB64, 'base64'), encoding: 'utf8' })
    const part = text.slice(text.indexOf('Advances and loans ledger'))
    for (const said of [/Disbursement.*9,000\.00/, /Disbursement.*20,000\.00/, /Early settlement.*9,000\.00/, /20,000\.00\s*$/m]) expect(part).toMatch(said)
    expect((await done<object[]>('wanjiku', 'GET', 'documents/advance-ledger')).data).toHaveLength(3)
    expect((await done<object[]>('otieno', 'GET', 'documents/advance-ledger')).data).toEqual([])
  })
})
