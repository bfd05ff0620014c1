import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMovableClock } from '../../src/server/clock.ts'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { createLog } from '../../src/server/log.ts'
import type { Services } from '../../src/server/services.ts'
import type { Database } from '../../src/server/store/connection/database.ts'
import { addJob } from '../../src/server/store/delivery/jobs.ts'
import { listOutbox, outboxSize, queueNotices, type Secret } from '../../src/server/store/delivery/outbox.ts'
import { createMailer, whyUnsent } from '../../src/server/mail/mailer.ts'
import { toHtml } from '../../src/server/mail/to-html.ts'
import { startMailServer, type MailServer } from '../servers/mail.ts'
import { ONE_KIND, openTestDatabase, type TestDatabase } from './support.ts'

const stops: (() => Promise<unknown> | void)[] = []
afterEach(async () => { for (const stop of stops.splice(0).reverse()) await stop() })

async function mailServer(refuses = false): Promise<MailServer> {
  const server = await startMailServer({ refuses })
  stops.push(server.stop)
  return server
}

let db: TestDatabase
beforeAll(async () => { db = await openTestDatabase(ONE_KIND[0] ?? 'pglite') })
afterAll(() => db.stop())
afterEach(async () => {
  await db.database.kysely.deleteFrom('outbox').execute()
  await db.database.kysely.deleteFrom('jobs').execute()
})

const servicesOn = (database: Database): Services => ({ config: { publicUrl: 'https://portal.example' }, database, clock: createMovableClock(new Date(Date.now() + 1_000)), log: createLog('silent') }) as unknown as Services

const NOTICE = { company: 'MRT', recipient: 'otieno@mazingira.example', subject: 'Petty Cash PC-1 waits for you', text: 'Dear Otieno,\n\nPlease decide: https://portal.example/approvals' }

describe('the outbox', () => {
  it('each message is mailed once, though two processes look at the same time', async () => {
    const { url, received } = await mailServer()
    const services = servicesOn(db.database)
    await queueNotices(services.database.kysely, [NOTICE, { ...NOTICE, recipient: 'achieng@mazingira.example' }])
    const runners = [services, servicesOn(await db.second())].map((each) => createRunner(each, { mailer: createMailer(url, 'Dirisha <no-reply@portal.example>') }))
    await Promise.all(runners.map((runner) => runner.runOnce()))
    expect(received).toHaveLength(2)
    expect(received[0]?.text).toContain('Subject: Petty Cash PC-1 waits for you')
    expect(received[0]?.text).toContain('text/html')
    expect(await outboxSize(services.database)).toBe(0)
  })

  it('a message that the mail server refuses is kept with the reason, and sent when it is tried again after five minutes', async () => {
    const { url } = await mailServer(true)
    const services = servicesOn(db.database)
    await queueNotices(services.database.kysely, [NOTICE])
    const runner = createRunner(services, { mailer: createMailer(url, 'a@b.example') })
    expect(await runner.runOnce()).toBe(1)
    expect(await runner.runOnce()).toBe(0)
    const [message] = await listOutbox(services.database.kysely, ['MRT'], 10)
    expect(message).toMatchObject({ attempts: 1, sent_at: null })
    expect(message?.last_error).toContain('no such mailbox')
    const accepting = await mailServer()
    const later = createRunner(services, { mailer: createMailer(accepting.url, 'a@b.example') })
    expect(await later.runOnce()).toBe(0)
    ;(services.clock as ReturnType<typeof createMovableClock>).advance(5 * 60_000)
    expect([await later.runOnce(), accepting.received.length]).toEqual([1, 1])
  })

  it('a message stays in it when there is no mail server', async () => {
    const services = servicesOn(db.database)
    await queueNotices(services.database.kysely, [NOTICE])
    expect(await createRunner(services, {}).runOnce()).toBe(0)
    expect(await outboxSize(services.database)).toBe(1)
  })
})

describe('jobs', () => {
  it('a job is added once, and tried again when it fails', async () => {
    const services = servicesOn(db.database)
    let tries = 0
    const runner = createRunner(services, { handlers: { flaky: () => (++tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve()) } })
    await addJob(services.database.kysely, { kind: 'flaky', runAt: services.clock.now(), uniqueKey: 'one' })
    expect(await addJob(services.database.kysely, { kind: 'flaky', runAt: services.clock.now(), uniqueKey: 'one' })).toBe(false)
    expect([await runner.runOnce(), await runner.runOnce()]).toEqual([1, 0])
    ;(services.clock as ReturnType<typeof createMovableClock>).advance(11_000)
    expect([await runner.runOnce(), await runner.runOnce(), tries]).toEqual([1, 0, 2])
  })
})

describe('a message as HTML', () => {
  it('its text is escaped, and an address of the portal that is alone on a line becomes a link', () => {
    const html = toHtml({ subject: '<b>', text: 'a & <script>\n\nhttps://x.example/?a=1&b=2\nhttps://x.example', language: null }, 'https://x.example')
    expect(html).not.toContain('<script>')
    expect(html).toContain('<a href="https://x.example/?a=1&amp;b=2">')
    expect(html).toContain('<a href="https://x.example">')
  })

  it.each([
    'https://evil.example/portal', 'Please sign in at https://x.example/auth/login', 'https://x.example.evil.example/a', 'https://x.example/a b', 'www.evil.example', '//evil.example', 'mailto://evil.example', 'https://x.example@evil.example/',
  ])('what a person typed becomes no link: %s', (text) => {
    const html = toHtml({ subject: 'Hello', text: `Reason: ${text}\n${text}`, language: null }, 'https://x.example')
    expect(html).not.toContain('<a')
    // As it was typed, with breaks inside.
    expect(html.replaceAll('<wbr>', '').split(text)).toHaveLength(3)
    expect(html).not.toMatch(/[a-z]+:\/\/[a-z]+\.[a-z]+|www\.[a-z]/)
  })
})

describe('codes and links', () => {
  it('of signing in go before links to decide, and both before the notices that waited longer', async () => {
    const { url, received } = await mailServer()
    const services = servicesOn(db.database)
    const mails = (kind: string, holds?: Secret) => Array.from({ length: 7 }, (_, index) => ({ ...NOTICE, subject: `${kind} ${index}`, holds }))
    await queueNotices(services.database.kysely, [...mails('Notice'), ...mails('Decide', 'decision'), { ...NOTICE, subject: 'Your code', holds: 'sign-in' }])
    const runner = createRunner(services, { mailer: createMailer(url, 'Dirisha <no-reply@portal.example>') })
    while ((await runner.runOnce()) > 0);
    const subjects = received.map((mail) => /^Subject: (.*?)\r?$/m.exec(mail.text)?.[1]?.replace(/ \d+$/, ''))
    expect(subjects).toEqual(['Your code', ...Array.from({ length: 7 }, () => 'Decide'), ...Array.from({ length: 7 }, () => 'Notice')])
  })

  it.each<[string, Error & { code?: string; responseCode?: number }, boolean, string]>([
    ['what a server quotes of a notice', Object.assign(new Error('Message failed: 550 rejected\0 by\nfilter'), { code: 'EMESSAGE', responseCode: 550 }), false, 'Message failed: 550 rejected by filter'],
    ['nothing of what it quotes of a code', Object.assign(new Error('550 code 677514'), { code: 'EMESSAGE', responseCode: 550 }), true, 'The mail server refused the message (550).'],
    ['that it is out of reach', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' }), true, 'The mail server could not be reached (ECONNECTION).'],
    ['of a code that could not be handed over, that it was not sent', new Error('"x" is no e-mail address'), true, 'The message could not be sent.'],
  ])('of a refusal, %s is kept', (_, error, isSecret, why) => {
    expect(whyUnsent(error, { is_secret: isSecret })).toBe(why)
  })
})
