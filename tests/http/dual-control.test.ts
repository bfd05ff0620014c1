/** Pay, limits and reporting lines: one person requests, another approves, and nobody for themselves; on every way of writing a record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { openEntry } from './petty-cash-cases.ts'
import { mailedLink } from './mailed-link.ts'
import { walkIn } from './walk.ts'

interface Data { no: string; status: string; basic: number; supervisor?: string; substitute?: string; middle_name?: string; approval_limit?: number; approves_any_amount?: boolean; number: string; _rev: number; changes: { title: string; from: string; to: string }[]; kind: string; recordKey: string; reason: string; summary: string; approvalEntries: { approverID: string }[] }

describe.each(ONE_KIND)('dual control on %s', (kind) => {
  let test: TestApp
  const { who, call, done, refused, decide } = walkIn<Data>(() => test)
  beforeAll(async () => {
    test = await startApp({ kind })
  })
  afterAll(() => test.stop())

  const read = async (name: string, path: string): Promise<Data> => (await done(name, 'GET', `documents/${path}`)).data
  /** The current revision, as known to a user who has just loaded the record; empty if the record does not exist. */
  async function seen(path: string): Promise<{ _rev?: number }> {
    const [type = '', key = ''] = path.split('/')
    const row = await test.services.database.kysely.selectFrom('documents').select('rev').where('company', '=', 'MRT').where('type', '=', type).where('key', '=', key).executeTakeFirst()
    return row === undefined ? {} : { _rev: row.rev }
  }
  /** Requests a change; returns the number of the request. */
  async function ask(name: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}): Promise<string> {
    const { status, body: reply } = await call(name, method, `documents/${path}`, { _reason: 'As agreed', ...(await seen(path)), ...body })
    expect([status, JSON.stringify(reply)]).toEqual([202, expect.stringContaining('is waiting for approval')])
    return (reply as unknown as { request: { key: string } }).request.key
  }
  const decided = async (no: string): Promise<string> => (await read('mwangi', `record-change/${no}`)).status

  it('a raise of pay that one person in finance requests applies only once another has approved it', async () => {
    const before = await read('joyce', 'staff-pay/MRT-015')
    const no = await ask('joyce', 'PATCH', 'staff-pay/MRT-015', { basic: before.basic + 5000, _rev: before._rev })
    expect((await read('joyce', 'staff-pay/MRT-015')).basic).toBe(before.basic)
    const request = await read('mutua', `record-change/${no}`)
    expect([request.kind, request.recordKey, request.reason, request.status]).toEqual(['Change', 'MRT-015', 'As agreed', 'Pending Approval'])
    expect(request.changes.map(({ title, from, to }) => [title, from, to])).toEqual([['Basic pay', before.basic.toLocaleString('en-US'), (before.basic + 5000).toLocaleString('en-US')]])
    expect(await refused('joyce', 'POST', `documents/record-change/${no}/actions/approve`, {})).toMatch(/your own request/)
    await decide('mutua', no)
    expect((await read('joyce', 'staff-pay/MRT-015')).basic).toBe(before.basic + 5000)
    const history = (await done<{ kind: string; reason: string | null; actorName: string }[]>('joyce', 'GET', 'documents/staff-pay/MRT-015/events')).data
    expect(history.at(-1)).toMatchObject({ kind: 'updated', reason: `As asked for by ${no}` })
  })

  it('a second person reads the captions and names of the base, whatever an overlay calls them', async () => {
    const overlay = (at: string, to: string): Promise<{ status: number; body: object }> => call('admin', 'POST', 'admin/overlays', { extends: { id: 'employee', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at, to }] })
    for (const [at, to] of [['schema.properties.approves_any_amount.title', 'Active'], ['label', 'site']] as const) {
      const { body } = await overlay(at, to)
      expect(JSON.stringify(body), at).toMatch(/Not allowed/)
    }
    const { body } = await overlay('schema.properties.approval_limit.title', 'Desk number')
    const no = await ask('admin', 'PATCH', 'employee/MRT-020', { approval_limit: 1_000_000 })
    const { id } = (body as { data: { id: number } }).data
    expect((await call('admin', 'DELETE', `admin/overlays/${id}`)).status).toBe(200)
    expect(await read('ruth', `record-change/${no}`)).toMatchObject({ changes: [{ title: 'Approval limit' }] })
    await decide('ruth', no, 'reject', { reason: 'Only a case' })
  })

  it('nobody can change their own pay, or get to approve a change of it', async () => {
    expect(await refused('mutua', 'PATCH', 'documents/staff-pay/MRT-016', { ...(await seen('staff-pay/MRT-016')), basic: 900_000 })).toMatch(/about yourself.*Basic pay/)
    expect(await refused('mutua', 'DELETE', 'documents/staff-pay/MRT-016', { ...(await seen('staff-pay/MRT-016')), _reason: 'Anew' })).toMatch(/about yourself/)
    const no = await ask('joyce', 'PATCH', 'staff-pay/MRT-016', { basic: 91_000 })
    const { approvalEntries } = await read('joyce', `record-change/${no}`)
    expect([approvalEntries.length > 0, approvalEntries.map((one) => one.approverID)]).toEqual([true, expect.not.arrayContaining(['MRT-016', 'MRT-009'])])
    expect(await refused('mutua', 'POST', `documents/record-change/${no}/actions/approve`, {})).toMatch(/cannot approve|about yourself/)
    const { entryNo } = await openEntry(await who('mwangi'), no)
    expect(await refused('mwangi', 'POST', 'approvals/delegate', { entryNo, to: 'MRT-016' })).toMatch(/about that person/)
    // One of two approvers cannot delegate the other's part.
    expect(await refused('mwangi', 'POST', 'approvals/delegate', { entryNo, to: 'MRT-008' })).toMatch(/with the same role/)
    await decide('mwangi', no, 'reject', { reason: 'Not in the budget' })
    expect(await decided(no)).toBe('Rejected')
  })

  it('a save writes at once the fields that need one person, and a field whose change waits cannot be requested again', async () => {
    const no = await ask('njeri', 'PATCH', 'employee/MRT-021', { middle_name: 'Wanja', supervisor: 'MRT-002' })
    const employee = await read('njeri', 'employee/MRT-021')
    expect([employee.middle_name, employee.supervisor]).toEqual(['Wanja', expect.not.stringMatching('MRT-002')])
    expect(await refused('wambui', 'PATCH', 'documents/employee/MRT-021', { ...(await seen('employee/MRT-021')), supervisor: 'MRT-003', _reason: 'Another' })).toMatch(new RegExp(`is already waiting for approval: ${no}`))
    await ask('wambui', 'PATCH', 'employee/MRT-021', { grade: 'K9' })
    await decide('wambui', no)
    expect((await read('njeri', 'employee/MRT-021')).supervisor).toBe('MRT-002')
  })

  it('a human resources officer can change neither their own approval limit nor their own supervisor', async () => {
    expect(await refused('njeri', 'PATCH', 'documents/employee/MRT-017', { ...(await seen('employee/MRT-017')), approval_limit: 10_000_000 })).toMatch(/about yourself/)
    expect(await refused('njeri', 'PATCH', 'documents/employee/MRT-017', { ...(await seen('employee/MRT-017')), supervisor: 'MRT-021', approves_any_amount: true })).toMatch(/about yourself/)
  })

  it('nobody can change their own name, even together with other fields; of others one person changes it alone', async () => {
    for (const values of [{ search_name: 'Peter Otieno' }, { first_name: 'Peter', last_name: 'Otieno' }, { jobTitle: 'Head', middle_name: 'Otieno' }]) {
      expect(await refused('njeri', 'PATCH', 'documents/employee/MRT-017', { ...(await seen('employee/MRT-017')), ...values })).toMatch(/about yourself.*Name/)
    }
    expect((await call('njeri', 'PATCH', 'documents/employee/MRT-017', { ...(await seen('employee/MRT-017')), jobTitle: 'Head of people' })).status).toBe(200)
    expect((await call('ruth', 'PATCH', 'documents/employee/MRT-017', { ...(await seen('employee/MRT-017')), middle_name: 'Wairimu' })).status).toBe(200)
  })

  const limits: [path: string, values: object][] = [
    ['imprest-type/TRAVEL', { maxAmount: 900_000_000 }], ['loan-type/CAR', { maxAmount: 0, interestRate: 0 }], ['loan-type/CAR', { blocked: false, method: 'Flat' }], ['per-diem-rate/:key', { rate: 90_000 }], ['transport-rate/:key', { rate: 90_000 }],
    ['petty-cash-bank/PC-KSM', { float_limit: 900_000_000 }], ['petty-cash-bank/PC-KSM', { custodian: 'MRT-016' }],
    ['expense-code/PERDIEM-LOC', { isPerDiem: false }], ['expense-code/PERDIEM-INT', { isPerDiemAbroad: false }], ['expense-code/TAXI', { isTransport: false }], ['expense-code/MEALS', { account: '6110' }], ['location/Kisumu', { townClass: 'INT' }],
  ]
  it.each(limits)('a limit or rate of %s that one person sets needs another: %j', async (path, values) => {
    const [type = ''] = path.split('/')
    const { key } = path.endsWith(':key') ? await test.services.database.kysely.selectFrom('documents').select('key').where('company', '=', 'MRT').where('type', '=', type).executeTakeFirstOrThrow() : { key: path.slice(type.length + 1) }
    const no = await ask('joyce', 'PATCH', `${type}/${key}`, values)
    expect(await read('joyce', `${type}/${key}`)).not.toMatchObject(values)
    expect(await refused('joyce', 'POST', `documents/record-change/${no}/actions/approve`, {})).toMatch(/your own request/)
    await decide('mwangi', no)
    expect(await read('joyce', `${type}/${key}`)).toMatchObject(values)
  })

  it('what money rules depend on is neither set in a new record nor deleted by one person, who may change the rest alone', async () => {
    for (const [type, values] of [['location', { place_id: 'Ghost', display_name: 'Ghost', townClass: 'A' }], ['expense-code', { code: 'GHOST', description: 'Ghost', account: '6110' }]] as const) {
      const no = await ask('joyce', 'POST', type, values)
      await decide('mwangi', no, 'reject', { reason: 'No' })
    }
    const no = await ask('ali', 'PATCH', 'billing-item/GPS-UNIT', { account: '6110', description: 'Handheld GPS receiver' })
    expect(await read('ali', 'billing-item/GPS-UNIT')).toMatchObject({ description: 'Handheld GPS receiver', account: '1510' })
    await decide('mwangi', no)
    expect(await read('ali', 'billing-item/GPS-UNIT')).toMatchObject({ account: '6110' })
    // The usual cost decides who approves a purchase.
    const cheaper = await ask('ali', 'PATCH', 'billing-item/GPS-UNIT', { unitCost: 1 })
    const added = await ask('ali', 'POST', 'billing-item', { code: 'GPS-CHEAP', description: 'Handheld GPS', type: 'Fixed Asset', unitCost: 1 })
    expect(await read('ali', 'billing-item/GPS-UNIT')).toMatchObject({ unitCost: 54_000 })
    for (const one of [cheaper, added]) await decide('mwangi', one, 'reject', { reason: 'No' })
    expect((await call('joyce', 'PATCH', 'documents/expense-code/MEALS', { ...(await seen('expense-code/MEALS')), description: 'Meals and drinks' })).status).toBe(200)
  })

  it('a new type of loan or imprest without any limit needs two people as well', async () => {
    for (const [type, values] of [['loan-type', { code: 'FREE', description: 'Free' }], ['imprest-type', { code: 'FREE', description: 'Free' }]] as const) {
      const no = await ask('joyce', 'POST', type, values)
      expect((await call('joyce', 'GET', `documents/${type}/FREE`)).status).toBe(404)
      await decide('mwangi', no, 'reject', { reason: 'No' })
    }
  })

  it('a custodian cannot raise the limit of their own float, nor is a float changed that was closed meanwhile', async () => {
    expect(await refused('mutua', 'PATCH', 'documents/petty-cash-bank/PC-HQ', { ...(await seen('petty-cash-bank/PC-HQ')), float_limit: 900_000_000 })).toMatch(/about yourself/)
    const made = await ask('joyce', 'POST', 'petty-cash-bank', { code: 'PC-EMPTY', name: 'Empty float', site: 'Kisumu', float_limit: 5000 })
    await decide('mwangi', made)
    expect(await read('joyce', 'petty-cash-bank/PC-EMPTY')).toMatchObject({ status: 'Active', float_limit: 5000 })
    const no = await ask('joyce', 'PATCH', 'petty-cash-bank/PC-EMPTY', { float_limit: 9000 })
    await done('joyce', 'POST', 'documents/petty-cash-bank/PC-EMPTY/actions/close', {})
    expect(await refused('mwangi', 'POST', `documents/record-change/${no}/actions/approve`, {})).toMatch(/has changed since this was requested/)
    await decide('mwangi', no, 'reject', { reason: 'Closed' })
  })

  it('the contact details, department and substitute of an employee need a second person, and nobody can change their own department', async () => {
    for (const values of [{ email: 'somebody@elsewhere.example' }, { phoneNo: '+254700000001' }, { user_id: 'ELSEWHERE\\\\x' }, { department: 'HEALTH' }, { substitute: 'MRT-005' }]) {
      const no = await ask('njeri', 'PATCH', 'employee/MRT-013', values)
      expect(await refused('njeri', 'POST', `documents/record-change/${no}/actions/approve`, {})).toMatch(/your own request/)
      await decide('ruth', no, 'reject', { reason: 'Not theirs' })
    }
    expect(await refused('njeri', 'PATCH', 'documents/employee/MRT-017', { ...(await seen('employee/MRT-017')), department: 'HEALTH' })).toMatch(/about yourself/)
  })

  it('nobody requests or approves a change that makes them the supervisor or substitute of somebody', async () => {
    for (const values of [{ supervisor: 'MRT-017' }, { substitute: 'MRT-017' }]) {
      expect(await refused('njeri', 'PATCH', 'documents/employee/MRT-013', { ...(await seen('employee/MRT-013')), ...values, _reason: 'Anew' })).toMatch(/about yourself/)
    }
    const no = await ask('njeri', 'PATCH', 'employee/MRT-013', { substitute: 'MRT-011' })
    expect(await refused('ruth', 'POST', `documents/record-change/${no}/actions/approve`, {})).toMatch(/./)
    expect(await read('njeri', `record-change/${no}`)).not.toHaveProperty('gainers')
    await decide('wambui', no)
    expect((await read('njeri', 'employee/MRT-013')).substitute).toBe('MRT-011')
  })

  it('a record with a value under dual control is created and deleted only when that is approved', async () => {
    const no = await ask('njeri', 'POST', 'employee', { number: 'MRT-900', first_name: 'Amina', search_name: 'Amina Omar', supervisor: 'MRT-005' })
    expect((await call('njeri', 'GET', 'documents/employee/MRT-900')).status).toBe(404)
    await decide('ruth', no)
    expect(await read('njeri', 'employee/MRT-900')).toMatchObject({ search_name: 'Amina Omar', supervisor: 'MRT-005', active: true })
    // Without any of them one person is enough.
    expect((await call('njeri', 'POST', 'documents/employee', { number: 'MRT-901', first_name: 'Odhiambo', search_name: 'Odhiambo' })).status).toBe(201)
    const gone = await ask('admin', 'DELETE', 'employee/MRT-900')
    await decide('ruth', gone)
    expect((await call('njeri', 'GET', 'documents/employee/MRT-900')).status).toBe(404)
  })

  it('a key that looks like another is refused: in another case, in letters of other alphabets, with invisible characters', async () => {
    for (const number of ['mrt-015', 'Mrt-015', '\u041cRT-015', 'MR\u03a4-015', '\uff2dRT-\uff10\uff11\uff15']) {
      for (const more of [{}, { supervisor: 'MRT-005' }]) {
        const { status, body: { code, message } } = await call('njeri', 'POST', 'documents/employee', { number, first_name: 'X', search_name: 'X', _reason: 'New', ...more })
        expect([number, status, code, message.includes('MRT-015')]).toEqual([number, 409, 'key-alike', true])
      }
    }
    expect((await call('njeri', 'POST', 'documents/employee', { number: 'MRT-015', first_name: 'X', search_name: 'X' })).body.code).toBe('key-taken')
    // Invisible characters, and those that look like a plain one.
    for (const number of ['\ufe0f', '\u{e0100}', '\u034f', '\u3164', '\u115f', '\uffa0', '\u17b4'].map((sign) => `MRT-015${sign}`).concat('\u3164', '\u{1d40c}RT-015', '\u216fRT-015', 'MRT-01\u2464')) {
      const { status, body: { code } } = await call('njeri', 'POST', 'documents/employee', { number, first_name: 'X', search_name: 'X' })
      expect([number, status, code]).toEqual([number, 422, 'invalid-document'])
    }
    for (const [code, like] of [['COPE', '\u03f9OPE'], ['VOPE', '\u0474OPE'], ['IOPE', '\u04c0OPE']] as const) {
      expect((await call('admin', 'POST', 'documents/employee', { number: code, first_name: 'X', search_name: 'X' })).status).toBe(201)
      expect((await call('admin', 'POST', 'documents/employee', { number: like, first_name: 'X', search_name: 'X' })).body.code).toBe('key-alike')
    }
    // Nor if the other one is created while the request waits, or at the same moment.
    const waits = await ask('njeri', 'POST', 'employee', { number: 'mrt-930', first_name: 'X', search_name: 'X', supervisor: 'MRT-005' })
    const made = await Promise.all(['MRT-930', 'mRT-930', 'mRt-930'].map((number) => call('admin', 'POST', 'documents/employee', { number, first_name: 'X', search_name: 'X' })))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await call('ruth', 'POST', `documents/record-change/${waits}/actions/approve`, {})).body.code).toBe('key-alike')
    await decide('ruth', waits, 'reject', { reason: 'There is one' })
  })

  it('the request for a new record includes the default of an overlay, and a value that was left empty stays empty when it is approved', async () => {
    const overlay = { extends: { id: 'employee', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'schema.properties.grade.x-default', to: '"G12"' }] }
    const { data: { id } } = await done<{ id: number }>('admin', 'POST', 'admin/overlays', overlay)
    const given = await ask('njeri', 'POST', 'employee', { number: 'MRT-902', first_name: 'Achieng', search_name: 'Achieng' })
    expect((await read('ruth', `record-change/${given}`)).changes.map(({ title, to }) => [title, to])).toContainEqual(['Grade', 'G12'])
    const without = await ask('njeri', 'POST', 'employee', { number: 'MRT-903', first_name: 'Kamau', search_name: 'Kamau', supervisor: 'MRT-005', grade: '' })
    expect((await read('ruth', `record-change/${without}`)).changes.map(({ title }) => title)).not.toContain('Grade')
    await decide('ruth', without)
    expect(await read('ruth', 'employee/MRT-903')).not.toHaveProperty('grade')
    expect((await call('admin', 'DELETE', `admin/overlays/${id}`)).status).toBe(200)
  })

  it('a request needs a reason and valid values, and a save that changes nothing makes none', async () => {
    expect(await refused('joyce', 'PATCH', 'documents/staff-pay/MRT-002', { ...(await seen('staff-pay/MRT-002')), basic: 400_000 })).toMatch(/Say why/)
    expect(await refused('joyce', 'PATCH', 'documents/staff-pay/MRT-002', { ...(await seen('staff-pay/MRT-002')), basic: -1, _reason: 'x' })).toMatch(/greater than/)
    const pay = await read('joyce', 'staff-pay/MRT-002')
    expect((await call('joyce', 'PATCH', 'documents/staff-pay/MRT-002', { ...(await seen('staff-pay/MRT-002')), basic: pay.basic })).status).toBe(200)
  })

  it('an approval is refused and writes nothing if the record was changed meanwhile', async () => {
    const before = await read('joyce', 'staff-pay/MRT-005')
    const no = await ask('joyce', 'PATCH', 'staff-pay/MRT-005', { basic: before.basic + 1 })
    // As a correction in the database would.
    await test.services.database.kysely.updateTable('documents').set(({ fn, val, ref }) => ({ data: fn<never>('jsonb_set', [ref('data'), val('{basic}'), val('1234')]) })).where('type', '=', 'staff-pay').where('key', '=', 'MRT-005').execute()
    const { status, body } = await call('mutua', 'POST', `documents/record-change/${no}/actions/approve`, {})
    expect([status, body.code]).toEqual([409, 'change-overtaken'])
    expect([await decided(no), (await read('joyce', 'staff-pay/MRT-005')).basic]).toEqual(['Pending Approval', 1234])
  })

  it('a request can be neither created nor edited directly, is not found by people of other roles, and can be withdrawn', async () => {
    const no = await ask('njeri', 'PATCH', 'employee/MRT-022', { grade: 'K7' })
    expect((await call('njeri', 'POST', 'documents/record-change', { recordType: 'staff-pay', kind: 'Change', reason: 'x' })).status).toBe(403)
    expect((await call('njeri', 'PATCH', `documents/record-change/${no}`, { reason: 'Other' })).status).toBeGreaterThanOrEqual(403)
    expect((await call('joyce', 'GET', `documents/record-change/${no}`)).status).toBe(404)
    expect((await call('wanjiku', 'GET', `documents/record-change/${no}`)).status).toBe(404)
    expect((await done('njeri', 'POST', `documents/record-change/${no}/actions/withdraw`, {})).data.status).toBe('Canceled')
    await ask('njeri', 'PATCH', 'employee/MRT-022', { grade: 'K8' })
  })

  it('a record shows a request only with the fields that the person may see', async () => {
    interface Told { _requests: { no: string; changes: { title: string }[] }[] }
    const told = async (name: string): Promise<string[]> => (await done<Told>(name, 'GET', 'documents/employee/MRT-011')).data._requests.map(({ no, changes }) => [no, ...changes.map(({ title }) => title)].join(' '))
    const grade = await ask('njeri', 'PATCH', 'employee/MRT-011', { grade: 'K7' })
    expect([await told('njeri'), await told('otieno')]).toEqual([[`${grade} Grade`], []])
    const both = await ask('njeri', 'PATCH', 'employee/MRT-011', { supervisor: 'MRT-002', approval_limit: 5 })
    expect([await told('otieno'), (await told('njeri')).length]).toEqual([[`${both} Supervisor`], 2])
  })

  it('the request for a deletion does not show fields that are hidden from its requester, and the deletion ends requests about them, with a notice', async () => {
    const overlay = { extends: { id: 'employee', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'permissions.administrator.hide', to: ['grade'] }] }
    const { data: { id } } = await done<{ id: number }>('admin', 'POST', 'admin/overlays', overlay)
    await decide('ruth', await ask('njeri', 'POST', 'employee', { number: 'MRT-910', first_name: 'Halima', search_name: 'Halima', grade: 'K9', supervisor: 'MRT-005' }))
    const waits = await ask('njeri', 'PATCH', 'employee/MRT-910', { grade: 'K3' })
    const gone = await ask('admin', 'DELETE', 'employee/MRT-910')
    const { changes, summary } = await read('admin', `record-change/${gone}`)
    expect([changes.map(({ title }) => title), summary]).toEqual([['Supervisor'], expect.not.stringContaining('K9')])
    await decide('ruth', gone)
    // The administrator could not know of the request, so its requester is told why it ends.
    expect((await read('ruth', `record-change/${waits}`)).status).toBe('Canceled')
    const { kysely } = test.services.database
    expect(await kysely.selectFrom('approval_entries').select('status').distinct().where('document_key', '=', waits).execute()).toEqual([{ status: 'Canceled' }])
    expect((await done<{ reason: string | null }[]>('njeri', 'GET', `documents/record-change/${waits}/events`)).data.at(-1)?.reason).toBe('Employee MRT-910 was deleted.')
    const told = await kysely.selectFrom('notifications').innerJoin('users', 'users.id', 'notifications.user_id').select(['email', 'text']).where('document_key', '=', waits).where('kind', '=', 'notice').execute()
    expect(told).toEqual([{ email: 'njeri@mazingira.example', text: `Change request ${waits} has ended: Employee MRT-910 was deleted.` }])
    expect((await read('ruth', `record-change/${gone}`)).status).toBe('Released')
    expect((await call('admin', 'DELETE', `admin/overlays/${id}`)).status).toBe(200)
  })

  const employee = (number: string): object => ({ number, first_name: 'Zawadi', search_name: 'Zawadi' })

  it('a record with a pending request cannot be deleted by one person, who learns the number of the request only if they may know of it', async () => {
    await done('admin', 'POST', 'documents/employee', employee('MRT-920'))
    const no = await ask('njeri', 'PATCH', 'employee/MRT-920', { approval_limit: 500_000 })
    const erase = async (): Promise<unknown[]> => {
      const answers = [await call('admin', 'POST', 'documents/employee/MRT-920/actions/delete', await seen('employee/MRT-920')), await call('admin', 'DELETE', 'documents/employee/MRT-920', await seen('employee/MRT-920'))]
      return answers.map(({ status, body: { code, message } }) => [status, code, message.includes(no)])
    }
    expect(await erase()).toEqual([[409, 'change-waits', true], [409, 'change-waits', true]])
    const overlay = { extends: { id: 'employee', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'permissions.administrator.hide', to: ['approval_limit'] }] }
    const { data: { id } } = await done<{ id: number }>('admin', 'POST', 'admin/overlays', overlay)
    expect(await erase()).toEqual([[409, 'request-waits', false], [409, 'request-waits', false]])
    expect((await call('admin', 'DELETE', `admin/overlays/${id}`)).status).toBe(200)
    await decide('ruth', no, 'reject', { reason: 'They do not stay' })
    expect((await call('admin', 'POST', 'documents/employee/MRT-920/actions/delete', await seen('employee/MRT-920'))).status).toBe(200)
  })

  it('a request about a deleted record cannot be approved in any way, not even once another record has its number', async () => {
    const { kysely } = test.services.database
    await done('admin', 'POST', 'documents/employee', employee('MRT-921'))
    const no = await ask('njeri', 'PATCH', 'employee/MRT-921', { approval_limit: 500_000 })
    const approve = async (): Promise<unknown[]> => {
      const { entryNo } = await openEntry(await who('ruth'), no)
      const bulk = (await call<{ rows: { code: string }[] }>('ruth', 'POST', 'approvals/bulk', { entries: [{ entryNo }] })).body.data.rows[0]?.code
      const mailed = await test.inject({ method: 'POST', url: `/api/v1/approvals/mail/${await mailedLink(test, no, entryNo)}`, payload: { decision: 'approve' } })
      const others = [await call('ruth', 'POST', `documents/record-change/${no}/actions/approve`, {}), await call('ruth', 'POST', 'approvals/approve', { entryNo })]
      return [bulk, mailed.json<{ code: string }>().code, ...others.map(({ status, body: { code } }) => [status, code])]
    }
    // No mail leads there at all.
    const outdated = ['change-outdated', 'step-up-needed', [409, 'change-outdated'], [409, 'change-outdated']]
    // As before such a deletion was refused.
    await kysely.deleteFrom('documents').where('type', '=', 'employee').where('key', '=', 'MRT-921').execute()
    expect(await approve()).toEqual(outdated)
    await done('admin', 'POST', 'documents/employee', employee('MRT-921'))
    expect(await approve()).toEqual(outdated)
    const other = (await done<Data & { _requests: object[] }>('njeri', 'GET', 'documents/employee/MRT-921')).data
    expect([(await read('ruth', `record-change/${no}`)).status, other.approval_limit ?? 0, other._requests]).toEqual(['Pending Approval', 0, []])
    // Nor does it block requests about the other one.
    await decide('ruth', await ask('njeri', 'PATCH', 'employee/MRT-921', { approval_limit: 700 }))
    expect((await read('njeri', 'employee/MRT-921')).approval_limit).toBe(700)
    await decide('ruth', no, 'reject', { reason: 'It was about another' })
  })

  const asksNobody = { step_up_rights: false, step_up_payments: false, step_up_above: 0 }

  it.each([
    ['changes of rights, as by default', {}], ['payments', { ...asksNobody, step_up_payments: true }], ['large approvals', { ...asksNobody, step_up_above: 1 }]
  ])('an approval needs a step-up if the company requires one for %s, and no mail leads to a decision', async (_, settings) => {
    const { kysely } = test.services.database
    const mails = (): Promise<{ text: string }[]> => kysely.selectFrom('outbox').select('text').where('recipient', '=', 'ruth@mazingira.example').where('text', 'like', '%/auth/decide/%').execute()
    const before = await mails()
    const no = await ask('njeri', 'PATCH', 'employee/MRT-012', { approves_any_amount: true })
    expect(await mails()).toEqual(before)
    const { entryNo } = await openEntry(await who('ruth'), no)
    const proveAt = (minutesAgo: number): Promise<unknown> => kysely.updateTable('sessions').set({ proved_at: new Date(test.clock.now().getTime() - minutesAgo * 60_000) }).execute()
    await saveSettings(kysely, 'MRT', 'security_settings', { step_up_minutes: 1, ...settings }, 'test')
    await proveAt(2)
    for (const [path, body] of [[`documents/record-change/${no}/actions/approve`, {}], ['approvals/approve', { entryNo }], ['approvals/bulk', { entries: [{ entryNo }] }]] as const) {
      const { status, body: { code } } = await call('ruth', 'POST', path, body)
      expect([path, status, code]).toEqual([path, 403, 'step-up-needed'])
    }
    const link = `/api/v1/approvals/mail/${await mailedLink(test, no, entryNo)}`
    const byMail = async (): Promise<void> => {
      expect((await test.inject({ method: 'GET', url: link })).json()).toMatchObject({ data: { decisions: [] } })
      for (const decision of ['approve', 'reject']) expect((await test.inject({ method: 'POST', url: link, payload: { decision, reason: 'By mail' } })).json()).toMatchObject({ code: 'step-up-needed' })
    }
    await byMail()
    await saveSettings(kysely, 'MRT', 'security_settings', asksNobody, 'test')
    await byMail()
    await saveSettings(kysely, 'MRT', 'security_settings', settings, 'test')
    await proveAt(0)
    await decide('ruth', no)
    expect((await read('njeri', 'employee/MRT-012')).approves_any_amount).toBe(true)
    await saveSettings(kysely, 'MRT', 'security_settings', { step_up_minutes: 10, ...asksNobody }, 'test')
    await proveAt(20)
    await decide('ruth', await ask('njeri', 'PATCH', 'employee/MRT-012', { approves_any_amount: false }))
    await proveAt(0)
  })

  it('only one of six requests for the same field at once is accepted', async () => {
    const at = await seen('staff-pay/MRT-003')
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => call(index % 2 === 0 ? 'joyce' : 'mutua', 'PATCH', 'documents/staff-pay/MRT-003', { ...at, allowances: 1000 + index, _reason: 'At once' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409])
  })

  it('a request about a person goes to that person neither by a standing delegation nor by reassignment', async () => {
    const { kysely } = test.services.database
    const [holder, delegate] = ['MRT-003', 'MRT-004']
    const account = await kysely.selectFrom('users').select(['id', 'roles']).where('employee', '=', delegate).executeTakeFirstOrThrow()
    await kysely.updateTable('users').set({ roles: [...account.roles, 'finance'] }).where('id', '=', account.id).execute()
    const { data: { no: delegation } } = await done('mwangi', 'POST', 'documents/standing-delegation', { start: '2026-06-15', end: '2026-06-15', toEmployee: delegate, docTypes: ['record-change'] })
    const waiting = async (): Promise<number> => (await done<{ open: number }>('wambui', 'GET', 'approvals/count')).data.open
    const before = await waiting()
    const no = await ask('joyce', 'PATCH', `staff-pay/${delegate}`, { basic: 78_000 })
    const { entryNo } = await openEntry(await who('mwangi'), no)
    const [entry] = (await done<{ entryNo: number; onBehalfOf: string | null }[]>('mwangi', 'GET', `approvals/approvalEntries?documentNo=${no}&scope=mine`)).data
    expect(entry).toMatchObject({ entryNo, onBehalfOf: null })
    const inbox = (await done<{ documentNo: string }[]>('wambui', 'GET', 'approvals/approvalEntries?scope=delegated')).data.map(({ documentNo }) => documentNo)
    const told = await kysely.selectFrom('notifications').select('id').where('user_id', '=', account.id).where('document_key', '=', no).execute()
    expect([await waiting(), inbox, told]).toEqual([before, expect.not.arrayContaining([no]), []])
    expect((await done<Data & { _actions: string[] }>('wambui', 'GET', `documents/record-change/${no}`)).data._actions).not.toContain('approve')
    const listed = (await done<(Data & { _actions: string[] })[]>('wambui', 'GET', 'documents/record-change')).data.find((row) => row.no === no)
    expect(listed?._actions).not.toContain('approve')
    expect((await call('wambui', 'POST', 'approvals/approve', { entryNo })).body.code).toBe('about-yourself')

    const { id } = await kysely.selectFrom('users').select('id').where('employee', '=', holder).executeTakeFirstOrThrow()
    const reassigned = await call<{ moved: number }>('admin', 'POST', `admin/reassignApprovals/${id}`, { to: delegate, reason: 'On leave' })
    const { approver } = await kysely.selectFrom('approval_entries').select('approver').where('entry_no', '=', entryNo).executeTakeFirstOrThrow()
    expect([reassigned.status, reassigned.body.message, approver]).toEqual([200, expect.stringContaining(`${no}: This request is about that person`), holder])
    await kysely.updateTable('users').set({ roles: account.roles }).where('id', '=', account.id).execute()
    await kysely.deleteFrom('documents').where('type', '=', 'standing-delegation').where('key', '=', delegation).execute()
  })

  it('a request goes to a person without the role to approve it neither by a standing delegation, by reassignment nor by escalation', async () => {
    const { kysely } = test.services.database
    const [holder, delegate] = ['MRT-003', 'MRT-005']
    const setRoles = async (roles: string[]): Promise<void> => void await kysely.updateTable('users').set({ roles }).where('employee', '=', delegate).execute()
    const heldBy = async (entryNo: number): Promise<string> => (await kysely.selectFrom('approval_entries').select('approver').where('entry_no', '=', entryNo).executeTakeFirstOrThrow()).approver
    const { roles: before } = await kysely.selectFrom('users').select('roles').where('employee', '=', delegate).executeTakeFirstOrThrow()
    await done('mwangi', 'POST', 'documents/standing-delegation', { start: '2026-06-15', end: '2026-06-19', toEmployee: delegate, docTypes: ['record-change'] })
    const waiting = async (): Promise<number> => (await done<{ open: number }>('otieno', 'GET', 'approvals/count')).data.open
    const others = await waiting()
    const no = await ask('joyce', 'PATCH', 'staff-pay/MRT-006', { basic: 77_000 })
    const { entryNo } = await openEntry(await who('mwangi'), no)
    // A request about the person who is to get it once it is overdue.
    const { entryNo: about } = await openEntry(await who('mwangi'), await ask('joyce', 'PATCH', 'staff-pay/MRT-001', { basic: 79_000 }))
    const told = await kysely.selectFrom('notifications').innerJoin('users', 'users.id', 'notifications.user_id').select('users.employee').where('document_key', '=', no).execute()
    expect(told.map(({ employee }) => employee).sort()).toEqual(['MRT-003', 'MRT-016'])
    const theirs = await kysely.selectFrom('approval_entries').select('entry_no').where('company', '=', 'MRT').where('type', '=', 'record-change').where('approver', '=', holder).where('status', '=', 'Open').execute()
    interface Entry { entryNo: number; onBehalfOf: string | null; documentNo: string }
    const inbox = async (): Promise<string[]> => (await done<Entry[]>('otieno', 'GET', 'approvals/approvalEntries?scope=delegated')).data.map(({ documentNo }) => documentNo)
    const onBehalf = async (): Promise<string | null | undefined> => (await done<Entry[]>('otieno', 'GET', `approvals/approvalEntries?documentNo=${no}`)).data.find((one) => one.entryNo === entryNo)?.onBehalfOf
    const mayDo = async (): Promise<string[]> => (await done<Data & { _actions: string[] }>('otieno', 'GET', `documents/record-change/${no}`)).data._actions

    // A delegate who may not decide has no more access to it than anybody else.
    expect([await waiting(), await inbox()]).toEqual([others, expect.not.arrayContaining([no])])
    expect((await done<Entry[]>('otieno', 'GET', `approvals/approvalEntries?documentNo=${no}`)).data).toEqual([])
    expect((await done<Data[]>('otieno', 'GET', 'documents/record-change')).data.filter((row) => row.no === no)).toEqual([])
    const asked = [['GET', `documents/record-change/${no}`], ['GET', `documents/record-change/${no}/events`], ...['approve', 'reject', 'delegate'].map((decision) => ['POST', `approvals/${decision}`] as const)] as const
    for (const [method, path] of asked) expect([path, (await call('otieno', method, path, method === 'GET' ? undefined : { entryNo, reason: 'No', to: delegate })).status]).toEqual([path, 404])
    // For a round that started before its roles were stored, the document is consulted.
    await kysely.updateTable('approval_entries').set({ roles: null }).where('entry_no', '=', entryNo).execute()
    expect((await call('otieno', 'POST', 'approvals/approve', { entryNo })).body.code).toBe('acting-delegate-lacks-role')
    await kysely.updateTable('approval_entries').set({ roles: ['finance'] }).where('entry_no', '=', entryNo).execute()
    await setRoles([...before, 'finance'])
    expect([await onBehalf(), await waiting(), await inbox(), await mayDo()]).toEqual([holder, others + theirs.length, expect.arrayContaining([no]), expect.arrayContaining(['approve'])])
    await setRoles(before)

    const { id } = await kysely.selectFrom('users').select('id').where('employee', '=', holder).executeTakeFirstOrThrow()
    const reassigned = await call<{ moved: number }>('admin', 'POST', `admin/reassignApprovals/${id}`, { to: delegate, reason: 'On leave' })
    expect([reassigned.status, reassigned.body.message, await heldBy(entryNo)]).toEqual([200, expect.stringContaining('Only somebody with the same role may decide on this'), holder])

    await saveSettings(kysely, 'MRT', 'approval_settings', { escalate_after_days: 3 }, 'test')
    test.clock.set('2026-06-23T09:00:00+03:00')
    await sendReminders(test.services)
    const rows = await kysely.selectFrom('approval_entries').select(['approver', 'escalated_at']).where('document_key', '=', no).orderBy('approver').execute()
    expect(rows.map((row) => [row.approver, row.escalated_at !== null])).toEqual([['MRT-003', true], ['MRT-016', true]])
    // With the role, the manager above gets it.
    await kysely.updateTable('approval_entries').set({ escalated_at: null, overdue_at: null }).where('entry_no', '=', entryNo).execute()
    await kysely.updateTable('users').set({ roles: ['ceo', 'finance'] }).where('employee', '=', 'MRT-001').execute()
    const escalateAnew = async (excepted: string[] | null): Promise<void> => {
      await kysely.updateTable('approval_entries').set({ escalated_at: null, overdue_at: null, excepted }).where('entry_no', '=', about).execute()
      await sendReminders(test.services)
    }
    await escalateAnew(['MRT-001'])
    expect([await heldBy(entryNo), await heldBy(about)]).toEqual(['MRT-001', 'MRT-003'])
    // For a round that started before they were stored, the document is consulted.
    await escalateAnew(null)
    expect(await heldBy(about)).toBe('MRT-003')
    await escalateAnew([])
    expect(await heldBy(about)).toBe('MRT-001')
    await kysely.updateTable('users').set({ roles: ['ceo'] }).where('employee', '=', 'MRT-001').execute()
  })
})
