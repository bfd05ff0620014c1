import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationItem, NotificationPreference, NotificationsAnswer } from '../../src/contract/index.ts'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { MAILS_AN_HOUR } from '../../src/server/notifications/mail-share.ts'
import { NOTIFICATION_JOBS, schedulePurge } from '../../src/server/notifications/purge.ts'
import { NO_LIMITS, ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raiseAndSend, snapshot } from './petty-cash-cases.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(ONE_KIND)('notifications on %s', (kind) => {
  let test: TestApp
  const people: Record<string, Caller> = {}
  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    for (const name of ['wanjiku', 'otieno', 'halima', 'joyce']) people[name] = await test.signIn(`${name}@mazingira.example`)
    people['hassan'] = await test.signIn('hassan@baraka.example')
  })
  afterAll(() => test.stop())

  const who = (name: string): Caller => {
    const person = people[name]
    if (!person) throw new Error(`${name} is not signed in.`)
    return person
  }
  const inbox = async (name: string, query = ''): Promise<NotificationsAnswer> => (await who(name).call('GET', `notifications${query}`)).json<NotificationsAnswer>()
  const newest = async (name: string): Promise<NotificationItem | undefined> => (await inbox(name)).data[0]
  const mails = async (email: string): Promise<{ subject: string; text: string }[]> =>
    test.services.database.kysely.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', email).orderBy('id', 'desc').execute()
  const decide = async (name: string, no: string, decision: string, more: object = {}): Promise<void> => {
    const { entryNo } = await openEntry(who(name), no)
    const answer = await who(name).call('POST', `approvals/${decision}`, { entryNo, ...more })
    expect(answer.statusCode, answer.body).toBe(200)
  }

  it('the approver, not the sender, is notified of a sent request, with a link into the right company', async () => {
    const { no } = await raiseAndSend(who('wanjiku'))
    expect(await newest('otieno')).toMatchObject({
      kind: 'assigned', title: `Petty Cash ${no} waits for your approval`, text: `Wanjiku Kamau sent Petty Cash ${no} for your approval.`, documentType: 'petty-cash', documentNo: no,
      path: `/approvals/card/petty-cash/${no}`, at: test.clock.now().toISOString(), readAt: null,
    })
    const [mail] = await mails('otieno@mazingira.example')
    expect(mail?.text).toContain(`${test.services.config.publicUrl}/approvals/card/petty-cash/${no}?company=MRT`)
    expect((await inbox('wanjiku')).data.some((one) => one.documentNo === no)).toBe(false)
  })

  const outcomes: { decision: string; more: object; kind: string; text: RegExp; to: string }[] = [
    { decision: 'approve', more: {}, kind: 'approved', text: /has been approved/, to: 'wanjiku' },
    { decision: 'reject', more: { reason: 'Unreadable' }, kind: 'rejected', text: /Reason: Unreadable/, to: 'wanjiku' },
    { decision: 'delegate', more: { to: 'MRT-002' }, kind: 'delegated', text: /asks you to decide/, to: 'achieng' },
  ]
  it.each(outcomes)('the person concerned is notified of the decision to $decision, in the portal and by mail', async ({ decision, more, kind: expectedKind, text, to }) => {
    const { no } = await raiseAndSend(who('wanjiku'))
    await decide('otieno', no, decision, more)
    people[to] ??= await test.signIn(`${to}@mazingira.example`)
    const item = await newest(to)
    expect(item).toMatchObject({ kind: expectedKind, documentNo: no, path: to === 'wanjiku' ? `/pettycash/form?edit=${no}` : `/approvals/card/petty-cash/${no}` })
    expect(item?.text).toMatch(text)
    const [mail] = await mails(`${to}@mazingira.example`)
    expect(mail?.subject).toBe(item?.title)
    expect(mail?.text).toContain(`${test.services.config.publicUrl}${item?.path}${item?.path?.includes('?') ? '&' : '?'}company=MRT`)
  })

  const settled: { how: string; by: string; settle: (no: string) => Promise<unknown>; left: string[] }[] = [
    { how: 'approved', by: 'its approver', settle: (no) => decide('otieno', no, 'approve'), left: ['wanjiku approved'] },
    { how: 'rejected', by: 'its approver', settle: (no) => decide('otieno', no, 'reject', { reason: 'Unreadable' }), left: ['wanjiku rejected'] },
    { how: 'delegated', by: 'its approver', settle: (no) => decide('otieno', no, 'delegate', { to: 'MRT-002' }), left: ['achieng delegated'] },
    { how: 'cancelled', by: 'its sender', settle: async (no) => { expect((await who('wanjiku').call('POST', 'hrmis/pettycash/cancelApprovalRequest', { headerNo: no })).statusCode).toBe(200) }, left: [] },
  ]
  it.each(settled)('once a request is $how by $by, no notice that asked to decide it is unread, whoever got it', async ({ settle, left }) => {
    const [{ no }, other] = [await raiseAndSend(who('wanjiku')), await raiseAndSend(who('wanjiku'))]
    const { kysely } = test.services.database
    await kysely.updateTable('approval_entries').set({ due_at: new Date(test.clock.now().getTime() - 3 * DAY_MS), overdue_at: null }).where('document_key', 'in', [no, other.no]).execute()
    await sendReminders(test.services)
    const unread = async (key: string): Promise<string[]> => (await kysely.selectFrom('notifications as n').innerJoin('users as u', 'u.id', 'n.user_id').select(['u.email', 'n.kind']).where('n.document_key', '=', key).where('n.read_at', 'is', null).execute())
      .map(({ email, kind: of }) => `${email.split('@')[0]} ${of}`).sort()
    const asked = ['achieng notice', 'otieno assigned', 'otieno notice', 'wanjiku notice']
    expect(await unread(no)).toEqual(asked)
    await settle(no)
    expect(await unread(no)).toEqual(left)
    expect(await unread(other.no)).toEqual(asked)
  })

  it('a decision that is refused writes no notification', async () => {
    const { no } = await raiseAndSend(who('wanjiku'))
    const { entryNo } = await openEntry(who('otieno'), no)
    const before = await snapshot(test)
    expect((await who('otieno').call('POST', 'approvals/reject', { entryNo })).statusCode).toBe(422)
    expect(await snapshot(test)).toEqual(before)
  })

  it('a person marks notifications as read singly or up to the last one seen, and nobody else’s', async () => {
    await raiseAndSend(who('wanjiku'))
    await raiseAndSend(who('wanjiku'))
    const { data, unread } = await inbox('otieno')
    const [last, earlier] = data
    expect(unread).toBeGreaterThanOrEqual(2)
    const read = (name: string, body: object) => who(name).call('POST', 'notifications/read', body)
    expect((await read('halima', { ids: [last?.id, earlier?.id] })).statusCode).toBe(200)
    expect((await inbox('otieno')).unread).toBe(unread)
    expect((await read('otieno', { ids: [earlier?.id] })).json()).toMatchObject({ data: { unread: unread - 1 } })
    await raiseAndSend(who('wanjiku'))
    expect((await read('otieno', { upTo: last?.id })).json()).toMatchObject({ data: { unread: 1 } })
    const left = await inbox('otieno', '?unread=1')
    expect(left.data.map((one) => [one.kind, one.readAt])).toEqual([['assigned', null]])
    expect(left.page.count).toBe(1)
  })

  it('a person marks all their notifications of a document as read at once, and nobody else’s', async () => {
    const [{ no }, other] = [await raiseAndSend(who('wanjiku')), await raiseAndSend(who('wanjiku'))]
    const { unread } = await inbox('otieno')
    const read = (name: string, document: object) => who(name).call('POST', 'notifications/read', document)
    expect((await read('halima', { documentType: 'petty-cash', documentNo: no })).statusCode).toBe(200)
    expect((await read('otieno', { documentType: 'attendance-request', documentNo: no })).json()).toMatchObject({ data: { unread } })
    expect((await read('otieno', { documentType: 'petty-cash', documentNo: no })).json()).toMatchObject({ data: { unread: unread - 1 } })
    const left = (await inbox('otieno', '?unread=1&limit=100')).data.map(({ documentNo }) => documentNo)
    expect([left.includes(no), left.includes(other.no)]).toEqual([false, true])
    for (const body of [{ documentType: 'petty-cash' }, { documentNo: no }, { documentType: 'petty-cash', documentNo: 7 }, { documentType: 'petty-cash', documentNo: no, upTo: 1 }, { ids: [], upTo: 1 }]) {
      expect((await read('otieno', body)).statusCode, JSON.stringify(body)).toBe(400)
    }
    expect((await inbox('otieno')).unread).toBe(unread - 1)
  })

  it('the list comes page by page, and has each notification once', async () => {
    for (let count = 0; count < 3; count++) await raiseAndSend(who('wanjiku'))
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, page }: NotificationsAnswer = await inbox('otieno', `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...data.map((one) => one.id))
      cursor = page.next
    }
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength((await inbox('otieno', '?limit=100')).data.length)
  })

  it('a notification is listed, counted and marked as read only in its own company', async () => {
    const { kysely } = test.services.database
    const user = await kysely.selectFrom('users').select('id').where('email', '=', 'otieno@mazingira.example').executeTakeFirstOrThrow()
    const elsewhere = { company: 'USC', user_id: user.id, kind: 'notice', title: 'Elsewhere', text: 'Elsewhere', path: null, type: null, document_key: null, at: test.clock.now(), read_at: null }
    const { id } = await kysely.insertInto('notifications').values(elsewhere).returning('id').executeTakeFirstOrThrow()
    const { unread } = await inbox('otieno')
    expect((await inbox('otieno', '?limit=100')).data.map((one) => one.title)).not.toContain('Elsewhere')
    await who('otieno').call('POST', 'notifications/read', { ids: [id] })
    expect((await kysely.selectFrom('notifications').select('read_at').where('id', '=', id).executeTakeFirstOrThrow()).read_at).toBeNull()
    expect((await inbox('otieno')).unread).toBe(unread)
    expect((await inbox('hassan')).data).toEqual([])
  })

  describe('the notifications that somebody turned off', () => {
    const prefer = async (name: string, wanted: object): Promise<NotificationPreference[]> => {
      const answer = await who(name).call('POST', 'notifications/preferences', wanted)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: NotificationPreference[] }>().data
    }
    const both = { assigned: { inApp: true, mail: true } }

    it.each([
      ['an assignment that is off in the portal is still mailed', { wanted: { assigned: { inApp: false } }, isListed: false, isMailed: true }],
      ['an assignment that is off by mail is still listed in the portal', { wanted: { assigned: { mail: false } }, isListed: true, isMailed: false }],
      ['an assignment that is off in both is neither listed nor mailed', { wanted: { assigned: { inApp: false, mail: false } }, isListed: false, isMailed: false }],
      ['an assignment is listed and mailed while only approvals are off', { wanted: { approved: { inApp: false, mail: false } }, isListed: true, isMailed: true }],
    ])('%s', async (_, { wanted, isListed, isMailed }) => {
      await prefer('otieno', { ...both, approved: { inApp: true, mail: true } })
      await prefer('otieno', wanted)
      const { no } = await raiseAndSend(who('wanjiku'))
      expect((await inbox('otieno')).data.some((one) => one.documentNo === no)).toBe(isListed)
      expect((await mails('otieno@mazingira.example')).some((one) => one.subject.includes(no))).toBe(isMailed)
      // The request still waits.
      expect((await openEntry(who('otieno'), no)).status).toBe('Open')
    })

    it('a person’s preferences are kept, and a change affects only what it names', async () => {
      await prefer('otieno', both)
      const before = (await who('halima').call('GET', 'notifications/preferences')).json<{ data: NotificationPreference[] }>().data
      expect(before.every((one) => one.inApp && one.mail)).toBe(true)
      const after = await prefer('halima', { rejected: { mail: false } })
      expect(after.filter((one) => !one.inApp || !one.mail).map((one) => [one.kind, one.inApp, one.mail])).toEqual([['rejected', true, false]])
      expect((await who('otieno').call('GET', 'notifications/preferences')).json<{ data: NotificationPreference[] }>().data.find((one) => one.kind === 'rejected')?.mail).toBe(true)
    })
  })

  it.each([
    ['marks nothing as read', 'notifications/read', {}], ['marks all by a word', 'notifications/read', { ids: 'all' }], ['marks a negative number', 'notifications/read', { ids: [-1] }],
    ['marks both single ones and up to one', 'notifications/read', { ids: [1], upTo: 2 }], ['gives a text for the last one', 'notifications/read', { upTo: '9' }],
    ['marks 201 at once', 'notifications/read', { ids: Array.from({ length: 201 }, (_, index) => index + 1) }],
    ['prefers an unknown kind', 'notifications/preferences', { gossip: { mail: true } }], ['prefers a kind without saying where', 'notifications/preferences', { assigned: true }],
    ['prefers an unknown channel', 'notifications/preferences', { assigned: { sms: true } }], ['prefers a channel by a text', 'notifications/preferences', { assigned: { mail: 'no' } }],
  ])('a call that %s is refused with a sentence and changes nothing', async (_, path, body) => {
    const before = await snapshot(test)
    const answer = await who('otieno').call('POST', path, body)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid-request'])
    expect(answer.json<{ message: string }>().message).toMatch(/^The request could not be understood: .+\.$/)
    expect(await snapshot(test)).toEqual(before)
  })

  it('a cursor of another list is refused', async () => {
    const { page } = await inbox('otieno', '?limit=1')
    expect((await who('otieno').call('GET', `notifications?limit=1&unread=1&cursor=${page.next}`)).statusCode).toBe(400)
  })

  it('what one person does fills the portal of a colleague, but not their mailbox', async () => {
    const app = await startApp({ kind, settings: NO_CEILINGS, environment: NO_LIMITS })
    try {
      const [sender, other, approver] = [await app.signIn('wanjiku@mazingira.example'), await app.signIn('kiptoo@mazingira.example'), await app.signIn('otieno@mazingira.example')]
      const told = async (): Promise<[portal: number, mails: string[]]> => {
        const { kysely } = app.services.database
        const texts = await kysely.selectFrom('outbox').select('text').where('recipient', '=', 'otieno@mazingira.example').orderBy('id').execute()
        return [(await approver.call('GET', 'notifications?limit=100')).json<NotificationsAnswer>().data.length, texts.map(({ text }) => text)]
      }
      const [shownBefore, { length: mailedBefore }] = await told()
      const { no } = await raiseAndSend(sender)
      for (let again = 1; again < MAILS_AN_HOUR + 4; again += 1) {
        expect((await sender.call('POST', 'hrmis/pettycash/cancelApprovalRequest', { headerNo: no })).statusCode).toBe(200)
        expect((await sender.call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })).statusCode).toBe(200)
      }
      const [shown, mailed] = await told()
      expect([shown - shownBefore, mailed.length - mailedBefore]).toEqual([MAILS_AN_HOUR + 4, MAILS_AN_HOUR])
      expect(mailed.map((text) => text.includes('shown in the portal only')).indexOf(true)).toBe(mailed.length - 1)
      // Others’ are mailed: of the approver’s own actions, and to other recipients.
      await raiseAndSend(other)
      const { entryNo } = await openEntry(approver, no)
      expect((await approver.call('POST', 'approvals/approve', { entryNo })).statusCode).toBe(200)
      const recipients = await app.services.database.kysely.selectFrom('outbox').select('recipient').orderBy('id', 'desc').limit(2).execute()
      expect(recipients.map(({ recipient }) => recipient)).toEqual(['wanjiku@mazingira.example', 'brian@mazingira.example'])
    } finally {
      await app.stop()
    }
  })

  it('a nightly job, scheduled once however many processes ask, deletes notifications after 90 days', async () => {
    const runner = createRunner(test.services, { handlers: NOTIFICATION_JOBS })
    const count = async (): Promise<number> => (await inbox('otieno', '?limit=100')).data.length
    const had = await count()
    for (let asked = 0; asked < 3; asked++) await schedulePurge(test.services)
    expect(await runner.runOnce()).toBe(1)
    expect(await runner.runOnce()).toBe(0)
    expect(await count()).toBe(had)
    for (let night = 1; night <= 91; night++) {
      test.clock.advance(DAY_MS)
      expect(await runner.runOnce(), `night ${night}`).toBe(1)
    }
    people['otieno'] = await test.signIn('otieno@mazingira.example')
    expect([had > 0, await count()]).toEqual([true, 0])
    const kept = await test.services.database.kysely.selectFrom('jobs').select('id').where('kind', '=', 'purge-notifications').execute()
    expect(kept.length).toBeLessThanOrEqual(4)
  })
})
