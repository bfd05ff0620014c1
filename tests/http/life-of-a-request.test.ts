import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { createMailer } from '../../src/server/mail/mailer.ts'
import { startMailServer } from '../servers/mail.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, line, openEntry, raise, raiseAndSend, read, type Reply } from './petty-cash-cases.ts'

interface Told { kind: string; actor: string; from: string | null; to: string | null; reason: string | null; onBehalfOf: string | null }

describe.each(ONE_KIND)('petty cash on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let otieno: Caller
  let achieng: Caller
  let mutua: Caller
  let baraka: Caller

  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    const people = await Promise.all(['wanjiku', 'otieno', 'achieng', 'mutua', 'baraka'].map((name) => test.signIn(`${name}@mazingira.example`)))
    ;[wanjiku, otieno, achieng, mutua, baraka] = people as [Caller, Caller, Caller, Caller, Caller]
  })
  afterAll(() => test.stop())

  const decide = (person: Caller, kindOf: string, entryNo: number, more: object = {}): ReturnType<Caller['call']> => person.call('POST', `approvals/${kindOf}`, { entryNo, ...more })
  const told = async (no: string): Promise<Told[]> => (await wanjiku.call('GET', `documents/petty-cash/${no}/events`)).json<{ data: Told[] }>().data
  const mails = async (no: string): Promise<string[]> => {
    const rows = await test.services.database.kysely.selectFrom('outbox').select(['recipient', 'subject']).where('subject', 'like', `%${no}%`).orderBy('id').execute()
    return rows.map((row) => row.recipient)
  }

  describe('a request', () => {
    it('has every change and transition in its history, with the person, the states and the reason', async () => {
      const { no } = await raise(wanjiku)
      await wanjiku.call('POST', 'hrmis/pettycash/update', { no, description: 'Lunch with partners' })
      await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
      await decide(otieno, 'reject', (await openEntry(otieno, no)).entryNo, { reason: 'Receipt?' })
      await wanjiku.call('POST', 'hrmis/pettycash/ReopenDocument', { headerNo: no })
      await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
      await wanjiku.call('POST', 'hrmis/pettycash/cancelApprovalRequest', { headerNo: no })
      await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
      await decide(otieno, 'approve', (await openEntry(otieno, no)).entryNo)
      expect((await told(no)).map(({ kind: what, actor, from, to, reason }) => [what, actor, from, to, reason])).toEqual([
        ['created', 'Wanjiku Kamau', null, 'Open', null],
        ['updated', 'Wanjiku Kamau', null, null, null],
        ['send', 'Wanjiku Kamau', 'Open', 'Pending Approval', null],
        ['rejected', 'Otieno Ochieng', 'Pending Approval', 'Rejected', 'Receipt?'],
        ['reopen', 'Wanjiku Kamau', 'Rejected', 'Open', null],
        ['send', 'Wanjiku Kamau', 'Open', 'Pending Approval', null],
        ['cancel', 'Wanjiku Kamau', 'Pending Approval', 'Open', null],
        ['send', 'Wanjiku Kamau', 'Open', 'Pending Approval', null],
        ['approved', 'Otieno Ochieng', 'Pending Approval', 'Released', null],
      ])
    })

    it('leaves its last contents in the audit trail, and no files, when it is deleted', async () => {
      const { no, attachments } = await raise(wanjiku)
      expect((await wanjiku.call('DELETE', `hrmis/pettycash?no=${no}`)).json<Reply>().message).toBe(`${no}: Petty Cash deleted`)
      expect((await wanjiku.call('GET', `documents/petty-cash/${no}`)).statusCode).toBe(404)
      expect((await wanjiku.call('GET', `documents/petty-cash/${no}/files/${attachments[0]?.id}`)).statusCode).toBe(404)
      const { kysely } = test.services.database
      expect(await kysely.selectFrom('files').select('id').where('document_key', '=', no).execute()).toEqual([])
      const last = await kysely.selectFrom('events').select(['kind', 'changes']).where('document_key', '=', no).orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect(last).toMatchObject({ kind: 'deleted', changes: { record: { from: { description: 'Working lunch' } } } })
    })

    it('cannot be changed, deleted, withdrawn, sent or reopened once it is approved', async () => {
      const { no } = await raiseAndSend(wanjiku)
      await decide(otieno, 'approve', (await openEntry(otieno, no)).entryNo)
      for (const [path, body] of [['update', { no, description: 'more' }], ['delete', { no }], ['cancelApprovalRequest', { headerNo: no }], ['sendForApproval', { headerNo: no }], ['ReopenDocument', { headerNo: no }]] as const) {
        expect((await wanjiku.call('POST', `hrmis/pettycash/${path}`, body)).statusCode, path).toBe(409)
      }
      expect(await read(wanjiku, no)).toMatchObject({ status: 'Released', _actions: [] })
    })
  })

  describe('a delegated entry', () => {
    it('can be decided by the delegate, on behalf of its holder, and no longer by the holder', async () => {
      const { no } = await raiseAndSend(wanjiku)
      const { entryNo } = await openEntry(otieno, no)
      const answer = await decide(otieno, 'delegate', entryNo, { to: 'MRT-018' })
      expect(answer.json<Reply>()).toMatchObject({ message: 'Document delegated successfully', data: { approverID: 'MRT-018', originalApproverID: 'MRT-005' } })
      expect((await baraka.call('GET', 'approvals/approvalEntries?scope=delegated')).json<{ data: { documentNo: string }[] }>().data.map((entry) => entry.documentNo)).toContain(no)
      expect((await decide(otieno, 'approve', entryNo)).statusCode).toBe(403)
      expect((await decide(baraka, 'delegate', entryNo, { to: 'MRT-005' })).statusCode).toBe(422)
      expect((await baraka.call('GET', `documents/petty-cash/${no}`)).json<Reply>().data._actions).toEqual(['approve', 'reject', 'delegate'])
      expect((await decide(baraka, 'approve', entryNo)).statusCode).toBe(200)
      expect(await read(wanjiku, no)).toMatchObject({ status: 'Released' })
      expect((await told(no)).slice(-2)).toMatchObject([{ kind: 'delegated', actor: 'Otieno Ochieng' }, { kind: 'approved', actor: 'Baraka Mwakio', onBehalfOf: 'MRT-005' }])
    })

    it('gives a colleague who is not an approver access to that request and to no other', async () => {
      const juma = await test.signIn('juma@mazingira.example')
      const [{ no }, other] = [await raiseAndSend(wanjiku), await raiseAndSend(wanjiku)]
      expect((await juma.call('GET', `documents/petty-cash/${no}`)).statusCode).toBe(404)
      await decide(otieno, 'delegate', (await openEntry(otieno, no)).entryNo, { to: 'MRT-021' })
      expect((await juma.call('GET', `documents/petty-cash/${no}`)).json<Reply>().data._actions).toEqual(['approve', 'reject', 'delegate'])
      expect((await juma.call('GET', `documents/petty-cash/${other.no}`)).statusCode).toBe(404)
    })

    it('goes to the holder’s manager if nobody is named', async () => {
      const { no } = await raiseAndSend(wanjiku)
      const answer = await decide(otieno, 'delegate', (await openEntry(otieno, no)).entryNo)
      expect(answer.json<Reply>().data).toMatchObject({ approverID: 'MRT-002' })
      expect((await achieng.call('GET', 'approvals/count')).json<{ data: { open: number } }>().data.open).toBeGreaterThan(0)
    })
  })

  describe('a large request', () => {
    it('goes to its approvers one after the other, and each sees it only in their turn', async () => {
      const { no } = await raiseAndSend(wanjiku, { pettyCashLinesAPI: [line({ amount: 60_000 })] })
      const entries = async (): Promise<[string, string][]> => (await wanjiku.call('GET', `approvals/nestedApprovalEntries?documentNo=${no}`)).json<{ data: { approverID: string; status: string }[] }>().data.map((one) => [one.approverID, one.status])
      expect(await entries()).toEqual([['MRT-005', 'Open'], ['MRT-002', 'Created']])
      expect((await achieng.call('GET', `approvals/approvalEntries?documentNo=${no}&scope=mine&status=Open`)).json()).toMatchObject({ data: [] })
      await decide(otieno, 'approve', (await openEntry(otieno, no)).entryNo)
      expect(await entries()).toEqual([['MRT-005', 'Approved'], ['MRT-002', 'Open']])
      expect(await read(wanjiku, no)).toMatchObject({ status: 'Pending Approval' })
      await decide(achieng, 'reject', (await openEntry(achieng, no)).entryNo, { reason: 'Too much' })
      expect(await entries()).toEqual([['MRT-005', 'Approved'], ['MRT-002', 'Rejected']])
      expect(await read(wanjiku, no)).toMatchObject({ status: 'Rejected' })
    })

    it('goes from the supervisor to the finance director in a company whose departments have no head', async () => {
      const [hassan, george, susan] = await Promise.all(['hassan', 'george', 'susan'].map((name) => test.signIn(`${name}@baraka.example`))) as [Caller, Caller, Caller]
      // The company has no dimensions.
      const none = { shortcutDimension1Code: null, shortcutDimension2Code: null, shortcutDimension3Code: null }
      const { no } = await raiseAndSend(hassan, { ...none, pettyCashLinesAPI: [line({ expense_code: 'FUEL', amount: 300_000, ...none })] })
      expect((await susan.call('GET', `approvals/approvalEntries?documentNo=${no}&scope=mine&status=Open`)).json()).toMatchObject({ data: [] })
      for (const [who, after] of [[george, 'Pending Approval'], [susan, 'Released']] as const) {
        expect((await decide(who, 'approve', (await openEntry(who, no)).entryNo)).statusCode).toBe(200)
        expect(await read(hassan, no)).toMatchObject({ status: after })
      }
    })
  })

  describe('an attachment', () => {
    it('is served only through its record, with its own type and name, and every download is recorded, and every view as such', async () => {
      const { no, attachments } = await raise(wanjiku, { attachments: [{ fileName: 'Räkning “1”.png', attachment: PIXEL }] })
      const url = `documents/petty-cash/${no}/files/${attachments[0]?.id}`
      const shown = await wanjiku.call('GET', `${url}?inline=1`)
      expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.toString('base64')]).toEqual([200, 'image/png', PIXEL])
      expect(shown.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-disposition': expect.stringMatching(/^inline; .*filename\*=UTF-8''R%C3%A4kning/) as string })
      expect((await wanjiku.call('GET', url)).headers['content-disposition']).toMatch(/^attachment; /)
      const other = await raise(wanjiku, { attachments: [] })
      expect((await wanjiku.call('GET', `documents/petty-cash/${other.no}/files/${attachments[0]?.id}`)).statusCode).toBe(404)
      expect((await otieno.call('GET', url)).statusCode).toBe(404)
      await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
      expect((await otieno.call('GET', url)).statusCode).toBe(200)
      expect((await told(no)).map(({ kind }) => kind).filter((kind) => kind === 'viewed' || kind === 'downloaded')).toEqual(['viewed', 'downloaded', 'downloaded'])
    })

    it('is kept, added and removed as a save says, and is required for sending', async () => {
      const { no, attachments } = await raise(wanjiku)
      const second = (await wanjiku.call('POST', 'hrmis/pettycash/update', { no, attachments: [{ id: attachments[0]?.id }, { fileName: 'b.png', attachment: PIXEL }] })).json<Reply>().data
      expect(second.attachments.map((file) => file.fileName)).toEqual(['receipt.png', 'b.png'])
      await wanjiku.call('POST', 'hrmis/pettycash/update', { no, description: 'Same files' })
      expect((await read(wanjiku, no)).attachments).toHaveLength(2)
      await wanjiku.call('POST', 'hrmis/pettycash/update', { no, attachments: [] })
      const refused = await wanjiku.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
      expect([refused.statusCode, refused.json<Reply>().message]).toEqual([422, 'Unable to send Record For Approval: Attachment is required!'])
    })
  })

  describe('a message', () => {
    it('is kept in the outbox for each person whom a step concerns, and only administrators see it there', async () => {
      const { no } = await raiseAndSend(wanjiku, { pettyCashLinesAPI: [line({ amount: 60_000 })] })
      expect(await mails(no)).toEqual(['otieno@mazingira.example'])
      await decide(otieno, 'approve', (await openEntry(otieno, no)).entryNo)
      expect(await mails(no)).toEqual(['otieno@mazingira.example', 'achieng@mazingira.example'])
      await decide(achieng, 'approve', (await openEntry(achieng, no)).entryNo)
      expect(await mails(no)).toEqual(['otieno@mazingira.example', 'achieng@mazingira.example', 'wanjiku@mazingira.example'])
      expect((await mutua.call('GET', 'admin/outbox')).statusCode).toBe(403)
      const admin = await test.signIn('admin@mazingira.example')
      const kept = (await admin.call('GET', 'admin/outbox')).json<{ data: { subject: string; delivery: string }[] }>().data
      // They are not mailed here, and nothing claims that they were.
      expect(kept.filter(({ subject }) => subject.includes(no)).map(({ delivery }) => delivery)).toEqual(['kept', 'kept', 'kept'])
      const foreign = await test.signIn('susan@baraka.example')
      expect((await foreign.call('GET', 'admin/outbox')).statusCode).toBe(403)
    })

    it('is mailed once by two runners when there is a mail server, and no longer counts as unsent', async () => {
      const { url, received, stop } = await startMailServer()
      const mailer = createMailer(url, 'Dirisha <no-reply@portal.example>')
      try {
        const { no } = await raiseAndSend(wanjiku)
        test.clock.advance(60 * 60_000 * 24 * 365)
        const runners = [1, 2].map(() => createRunner(test.services, { mailer }))
        for (let round = 0; round < 5; round += 1) await Promise.all(runners.map((runner) => runner.runOnce()))
        const mine = received.filter(({ text }) => text.includes(no))
        expect(mine).toHaveLength(1)
        expect(mine[0]?.text).toMatch(/^To: otieno@mazingira\.example/m)
        expect(mine[0]?.text).toMatch(/^Subject: .*PC-2026/m)
        expect((await test.inject({ method: 'GET', url: '/metrics' })).body).toContain('outbox_unsent 0')
      } finally {
        mailer.close()
        await stop()
      }
    })
  })
})
