/**
 * Features of the language that no shipped type needs, in an outside module: several approvers, parallel steps, wire names, defaults of
 * lines.
 */
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn } from './walk.ts'

interface Lot { line_no: number; lotName: string; pieces: number; needed_by?: string; contact?: string; bidder?: string }
interface Tender { no: string; status: string; tenderSubject: string; closing: string; lots: Lot[]; awarded_on?: string; _rev: number; _actions: string[] }
interface Entry { stepTitle: string; approverID: string; status: string; dueDate: string; sequenceNo: number; documentNo: string }

const [ACHIENG, OTIENO, HALIMA, ROTICH, MWANGI] = ['MRT-002', 'MRT-005', 'MRT-006', 'MRT-007', 'MRT-003']
const tender = (more: object = {}): object => ({ tenderSubject: 'Borehole at Lodwar', officer: HALIMA, estimate: 900, lots: [{ lotName: 'Pump' }], ...more })

describe.each(ONE_KIND)('a type of an outside module, on %s', (kind) => {
  let app: TestApp
  const { call, done, decide } = walkIn<Tender>(() => app)

  beforeAll(async () => {
    app = await startApp({ kind, modules: [path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules')] })
    for (const [name, role] of [['rotich', 'evaluator'], ['mwangi', 'evaluator'], ['achieng', 'board'], ['otieno', 'board']] as const) {
      const { kysely } = app.services.database
      const { roles } = await kysely.selectFrom('users').select('roles').where('email', '=', `${name}@mazingira.example`).executeTakeFirstOrThrow()
      await kysely.updateTable('users').set({ roles: [...roles, role] }).where('email', '=', `${name}@mazingira.example`).execute()
    }
  })
  afterAll(() => app.stop())

  const create = async (more: object = {}): Promise<Tender> => (await done('wanjiku', 'POST', 'documents/tender', tender(more))).data
  const entriesOf = async (no: string): Promise<Entry[]> => {
    const { data } = await done<Entry[]>('wanjiku', 'GET', `approvals/approvalEntries?documentNo=${no}&sort=entryNo`)
    return [...data].sort((one, other) => one.sequenceNo - other.sequenceNo || one.approverID.localeCompare(other.approverID))
  }
  const open = async (no: string): Promise<string[]> => (await entriesOf(no)).filter(({ status }) => status === 'Open').map(({ approverID }) => approverID)

  it('fills the defaults of a line from the header as sent, from the record that this refers to, and from a list', async () => {
    await done('ali', 'POST', 'documents/bidder', { code: 'MAJI', name: 'Maji Works', preferred: true })
    const made = await create({ closing: '2026-07-01' })
    expect(made.lots).toMatchObject([{ lotName: 'Pump', pieces: 1, needed_by: '2026-07-31', contact: 'Halima Abdi', bidder: 'MAJI' }])
    // By default the closing date is in two weeks, and the line follows it.
    const unsaid = await create()
    expect([unsaid.closing, unsaid.lots[0]?.needed_by]).toEqual(['2026-06-29', '2026-07-29'])
    const emptied = await create({ lots: [{ lotName: 'Pump', needed_by: null, contact: 'Amina' }] })
    expect(emptied.lots[0]).toMatchObject({ contact: 'Amina' })
    expect(emptied.lots[0]?.needed_by ?? '').toBe('')
    const added = (await done('wanjiku', 'POST', 'procure/tenders/lot', { tenderNo: made.no, lotName: 'Pipes' })).data
    expect(added.lots[1]).toMatchObject({ lotName: 'Pipes', pieces: 1, needed_by: '2026-07-31', contact: 'Halima Abdi' })
    const moved = (await done('wanjiku', 'PATCH', `documents/tender/${made.no}`, { closing: '2026-08-01', lots: [...added.lots.map(({ line_no }) => ({ line_no })), { lotName: 'Tank' }] })).data
    expect(moved.lots.map((lot) => lot.needed_by)).toEqual(['2026-07-31', '2026-07-31', '2026-08-31'])
  })

  it('refers to several people: each once, by their keys, checked one by one and shown by their names', async () => {
    const made = (await done<Tender & { committee: string[] }>('wanjiku', 'POST', 'documents/tender', tender({ committee: [ROTICH, MWANGI, ROTICH] }))).data
    expect(made.committee).toEqual([ROTICH, MWANGI])
    const changed = async (committee: unknown): Promise<unknown[]> => {
      const { status, body } = await call('wanjiku', 'PATCH', `documents/tender/${made.no}`, { committee })
      return [status, body.errors?.map(({ message }) => message)]
    }
    expect(await changed([ROTICH, HALIMA, 'MRT-999'])).toEqual([422, ['This Opening committee cannot be chosen here.', 'There is no such Opening committee.']])
    expect(await changed([1])).toEqual([422, ['Opening committee must be a list of text values.']])
    expect(await changed(['1', '2', '3', '4', '5', '6'])).toMatchObject([422, [expect.stringContaining('5')]])
    expect(await changed([MWANGI])).toEqual([200, undefined])
    const listed = (await done<(Tender & { _labels: Record<string, string> })[]>('wanjiku', 'GET', 'documents/tender?search=Borehole')).data.find(({ no }) => no === made.no)
    expect(listed?._labels['committee']).toBe('Peter Mwangi')
    const file = await (await app.signIn('wanjiku@mazingira.example')).call('GET', 'documents/tender/export.csv?columns=no,committee')
    expect(file.body).toContain(`${made.no},Peter Mwangi`)
  })

  it('names the field and table of each error, and writes dates in words', async () => {
    const { status, body } = await call('wanjiku', 'POST', 'documents/tender', { officer: HALIMA, estimate: 1, closing: '2026-06-01', colour: 'red', lots: [{ lotName: 'Pump' }, { pieces: 2 }] })
    expect([status, body.errors]).toMatchObject([422, [{ path: 'colour', rule: 'unknownField' }]])
    expect(body.errors?.[0]).not.toHaveProperty('title')
    const known = await call('wanjiku', 'POST', 'documents/tender', { officer: HALIMA, estimate: 1, closing: '2026-06-01', lots: [{ lotName: 'Pump' }, { pieces: 2 }] })
    expect(known.body.errors).toEqual(expect.arrayContaining([
      { path: 'subject', rule: 'required', message: 'Required.', severity: 'error', title: 'Subject' },
      { path: 'closing', rule: 'not-closed', message: '1st Jun 2026 is past: tenders close today at the earliest.', severity: 'error', title: 'Closing date' },
      { path: 'lots.1.what', rule: 'required', message: 'Required.', severity: 'error', title: 'What', table: 'Lots' },
    ]))
  })

  it('uses its wire names and aliases in calls, and drops fields that only a screen sends', async () => {
    const made = await create({ screenId: 'row-7' })
    expect(made).toMatchObject({ tenderSubject: 'Borehole at Lodwar' })
    expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['subject', 'screenId']))
    const byAlias = await done('wanjiku', 'PATCH', `documents/tender/${made.no}`, { subject: 'Well' })
    expect(byAlias.data.tenderSubject).toBe('Well')
    const both = await call('wanjiku', 'PATCH', `documents/tender/${made.no}`, { subject: 'Well', tenderSubject: 'Borehole' })
    expect([both.status, both.body.errors?.[0]?.path]).toEqual([422, 'subject'])
    const found = await done<Tender[]>('wanjiku', 'GET', 'documents/tender?search=well&sort=-tenderSubject')
    expect(found.data.map(({ no }) => no)).toEqual([made.no])
    expect((await call('wanjiku', 'GET', 'documents/tender?sort=subject')).status).toBe(400)
    const drafts = await done<Tender[]>('wanjiku', 'GET', 'procure/tenders/drafts')
    expect(drafts.data.every(({ status }) => status === 'Draft')).toBe(true)
  })

  it('runs parallel steps at once, each with its own due date, and continues when enough approvers agree', async () => {
    const { no } = await create()
    await done('wanjiku', 'POST', `documents/tender/${no}/actions/send`, {})
    expect(await open(no)).toEqual([MWANGI, HALIMA, ROTICH])
    const due = Object.fromEntries((await entriesOf(no)).filter(({ status }) => status === 'Open').map(({ approverID, dueDate }) => [approverID, dueDate.slice(0, 10)]))
    // Monday: one working day for the opinion, five for steps that declare nothing.
    expect(due).toEqual({ [HALIMA]: '2026-06-16', [ROTICH]: '2026-06-22', [MWANGI]: '2026-06-22' })
    await decide('rotich', no)
    await decide('halima', no)
    // One of two evaluators has agreed, and the opinion is given: the other evaluator is still awaited.
    expect(await open(no)).toEqual([MWANGI])
    await decide('mwangi', no)
    expect(await open(no)).toEqual([ACHIENG, OTIENO])
    await decide('achieng', no)
    expect(await open(no)).toEqual([OTIENO])
    await decide('otieno', no)
    expect((await done('wanjiku', 'GET', `documents/tender/${no}`)).data).toMatchObject({ status: 'Awarded', awarded_on: '2026-06-15' })
    const told = await done<{ title: string }[]>('achieng', 'GET', 'notifications')
    expect(told.data.map(({ title }) => title)).toContain(`Tender ${no} is awarded`)
  })

  it('is refused as soon as one of many approvers rejects it', async () => {
    const { no } = await create()
    await done('wanjiku', 'POST', `documents/tender/${no}/actions/send`, {})
    await decide('rotich', no, 'reject', { reason: 'No budget' })
    expect((await done('wanjiku', 'GET', `documents/tender/${no}`)).data.status).toBe('Refused')
    expect(await open(no)).toEqual([])
  })

  it('runs an action of other records at its last approval, and undoes the decision if one of these is refused', async () => {
    const award = async (bidder: string): Promise<{ no: string; bid: string }> => {
      const { no } = await create()
      const { data: bid } = await done<{ no: string }>('wanjiku', 'POST', 'documents/bid', { tender: no, bidder })
      await done('wanjiku', 'POST', `documents/tender/${no}/actions/send`, {})
      for (const name of ['halima', 'rotich', 'mwangi', 'achieng']) await decide(name, no)
      return { no, bid: bid.no }
    }
    for (const code of ['TANK', 'BARRED']) await bidderOf(code)
    const good = await award('TANK')
    await decide('otieno', good.no)
    expect((await done<{ status: string; awarded_on: string }>('wanjiku', 'GET', `documents/bid/${good.bid}`)).data).toMatchObject({ status: 'Awarded', awarded_on: '2026-06-15' })
    expect((await done<{ bid: string }[]>('otieno', 'GET', 'documents/bid-ledger')).data.map(({ bid }) => bid)).toContain(good.bid)
    const barred = await award('BARRED')
    const refused = await call('otieno', 'POST', `documents/tender/${barred.no}/actions/approve`, {})
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('BARRED is barred from tenders on 15th Jun 2026.')])
    expect(await open(barred.no)).toEqual([OTIENO])
    expect((await done<{ status: string }>('wanjiku', 'GET', `documents/bid/${barred.bid}`)).data.status).toBe('Received')
  })

  it.each<[string, (no: string) => Promise<(string | undefined)[] | undefined>]>([
    ['by its own call', async (no) => (await done('otieno', 'POST', `documents/tender/${no}/actions/approve`, {})).warnings?.map(({ message }) => message)],
    ['by one for several', async (no) => {
      const { entryNo } = (await done<{ documentNo: string; entryNo: number }[]>('otieno', 'GET', 'approvals/approvalEntries')).data.find(({ documentNo }) => documentNo === no)!
      return (await done<{ rows: { warnings?: string[] }[] }>('otieno', 'POST', 'approvals/bulk', { entries: [{ entryNo }] })).data.rows[0]?.warnings
    }],
  ])('leaves the approver’s own records to a colleague at its last approval %s, and says so', async (_, approve) => {
    const { no } = await create()
    const [theirs, own] = [await done<{ no: string }>('wanjiku', 'POST', 'documents/bid', { tender: no, bidder: 'TANK' }), await done<{ no: string }>('otieno', 'POST', 'documents/bid', { tender: no, bidder: 'TANK' })].map(({ data }) => data.no)
    await done('wanjiku', 'POST', `documents/tender/${no}/actions/send`, {})
    for (const name of ['halima', 'rotich', 'mwangi', 'achieng']) await decide(name, no)
    expect(await approve(no)).toEqual([`Not done for your own: Bid ${own}. A colleague has to do that.`])
    const stateOf = async (name: string, bid: string | undefined): Promise<string> => (await done<{ status: string }>(name, 'GET', `documents/bid/${bid}`)).data.status
    expect([await stateOf('wanjiku', theirs), await stateOf('otieno', own)]).toEqual(['Awarded', 'Received'])
  })

  it('notifies the people whom an action, a decision or a reminder names, each once', async () => {
    const titlesOf = async (name: string, no: string): Promise<string[]> => (await done<{ title: string }[]>(name, 'GET', 'notifications')).data.map(({ title }) => title).filter((title) => title.includes(no)).toReversed()
    const { no } = await create({ closing: '2026-06-16' })
    await sendReminders(app.services)
    await done('wanjiku', 'POST', `documents/tender/${no}/actions/send`, {})
    await decide('rotich', no, 'reject', { reason: 'No budget' })
    expect(await titlesOf('halima', no)).toEqual([`${no} closes tomorrow`, `Tender ${no} waits for your approval`, `Tender ${no} was sent`, `Tender ${no} was refused`])
    expect(await titlesOf('wanjiku', no)).toEqual([`${no} closes tomorrow`, `Tender ${no} was sent`, `Tender ${no} was rejected`])
    expect(await titlesOf('otieno', no)).toContain(`Tender ${no} was refused`)
    // The condition of the first does not hold, and the last approval has a notice of its own.
    const { no: small } = await create({ estimate: 400 })
    await done('wanjiku', 'POST', `documents/tender/${small}/actions/send`, {})
    for (const name of ['halima', 'rotich', 'mwangi', 'achieng', 'otieno']) await decide(name, small)
    expect(await titlesOf('halima', small)).not.toContain(`Tender ${small} was sent`)
    expect((await titlesOf('achieng', small)).filter((title) => title.endsWith('to contract'))).toEqual([`Tender ${small} goes to contract`])
    expect(await titlesOf('wanjiku', small)).toContain(`Tender ${small} goes to contract`)
  })

  it('offers an action on its records even if it has no states', async () => {
    await bidderOf('STATELESS')
    const finance = await done<{ _actions: string[] }>('mwangi', 'GET', 'documents/bidder/STATELESS')
    expect(finance.data._actions).toContain('vet')
    const vetted = await done<{ vetted_on: string; _actions: string[] }>('mwangi', 'POST', 'documents/bidder/STATELESS/actions/vet', {})
    expect(vetted).toMatchObject({ message: 'STATELESS was vetted', data: { vetted_on: '2026-06-15' } })
    expect(vetted.data._actions).not.toContain('vet')
  })

  /** A bidder as procurement enters one. */
  async function bidderOf(code: string): Promise<void> {
    await done('ali', 'POST', 'documents/bidder', { code, name: code })
  }
})
