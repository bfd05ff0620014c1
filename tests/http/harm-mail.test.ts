/** User input reaches others by mail and on paper as text, whatever it looks like. */
import { sql } from 'kysely'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { createMailer, type Message } from '../../src/server/mail/mailer.ts'
import { toHtml } from '../../src/server/mail/to-html.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { SIGN_IN_JOBS } from '../../src/server/sign-in/sign-in-jobs.ts'
import { startMailServer, type MailServer } from '../servers/mail.ts'
import { startApp, type Caller, type TestApp } from './harness.ts'
import { renameEmployee } from './hire.ts'
import { NO_CEILINGS, PIXEL, line, openEntry, raiseAndSend, type Reply } from './petty-cash-cases.ts'

const SENDER = 'Dirisha <no-reply@portal.example>'
const OTIENO = 'otieno@mazingira.example'
const HEADERS = ['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type']
const SCRIPT = '<img src=x onerror=alert(1)>"\'</p></body><script>alert(2)</script>'

let mail: MailServer
beforeAll(async () => { mail = await startMailServer() })
afterAll(() => mail.stop())

interface Received { headers: Map<string, string>; text: string; html: string; to: string[] }

/** The newest message that the mail server received, parsed. */
function newest(): Received {
  const { to, text: raw } = mail.received.at(-1) ?? expect.fail('nothing was mailed')
  const [head = ''] = raw.split('\r\n\r\n')
  const headers = new Map(head.replace(/\r\n[ \t]+/g, ' ').split('\r\n').map((one): [string, string] => [(one.split(':')[0] ?? '').toLowerCase(), decodeWords(one.slice(one.indexOf(':') + 1).trim())]))
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).slice(1, -1).map((part) => {
    const at = part.indexOf('\r\n\r\n')
    return { head: part.slice(0, at), body: decode(part.slice(0, at), part.slice(at + 4)) }
  })
  const part = (kind: string): string => parts.find((one) => one.head.includes(kind))?.body ?? ''
  return { headers, to, text: part('text/plain'), html: part('text/html') }
}

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  return quotedPrintable(body.replace(/=\r\n/g, ''))
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Decodes RFC 2047 encoded words. */
function decodeWords(text: string): string {
  return text.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) => (kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quotedPrintable(word.replaceAll('_', ' '))))
}

describe('a mail', () => {
  const injections: [string, string][] = [
    ['CR LF', 'Hello\r\nBcc: all@mazingira.example'], ['LF', 'Hello\nBcc: all@mazingira.example'], ['CR', 'Hello\rBcc: all@mazingira.example'], ['a body', 'Hello\r\n\r\nBcc: all@mazingira.example'],
    ['a folded line', 'Hello\r\n Bcc: all@mazingira.example'], ['line separators', 'Hello\u2028Bcc: all@mazingira.example'], ['a vertical tab', 'Hello\vBcc: all@mazingira.example'], ['a next-line character', 'Hello\u0085Bcc: all@mazingira.example'],
  ]
  const send = async (message: Partial<Message>): Promise<Received> => {
    const mailer = createMailer(mail.url, SENDER)
    const subject = message.subject ?? 'Hello'
    const text = message.text ?? 'Hello'
    await mailer.send({ recipient: OTIENO, subject, text, html: toHtml({ subject, text, language: null }, 'https://portal.example'), ...message }).finally(() => mailer.close())
    return newest()
  }

  it.each(injections)('with %s in its subject goes to its recipient alone and has no additional header', async (_, subject) => {
    const { headers, to } = await send({ subject })
    expect([to, [...headers.keys()].sort()]).toEqual([[OTIENO], [...HEADERS].sort()])
    expect(headers.get('subject')).toMatch(/^Hello\s?\S*\s?Bcc: all@mazingira\.example$/u)
    expect(headers.get('to')).toBe(OTIENO)
  })

  it.each([
    ...injections.map(([, text]) => text.replace('Hello', OTIENO)),
    `${OTIENO}, all@mazingira.example`, `${OTIENO}; all@mazingira.example`, `x <${OTIENO}>, <all@mazingira.example>`, `group: ${OTIENO}, all@mazingira.example;`, `<${OTIENO}>`, '',
  ])('to %j is not sent to anybody', async (recipient) => {
    const before = mail.received.length
    await expect(send({ recipient })).rejects.toThrow('is no e-mail address')
    expect(mail.received.slice(before)).toEqual([])
  })

  it.each([OTIENO, 'o\'brien+cash@mazingira.example', 'otieno@mazingira.co.ke'])('to %s is sent once, to that address alone', async (recipient) => {
    const before = mail.received.length
    const { headers } = await send({ recipient })
    expect(mail.received.slice(before).map(({ to }) => to)).toEqual([[recipient]])
    expect(headers.get('to')).toBe(recipient)
  })

  it.each([SCRIPT, '&lt;script&gt;', 'javascript:alert(1)', 'https://x.example/"onmouseover="alert(1)', "https://x.example/'onmouseover='alert(1)", 'data:text/html,<script>alert(1)</script>', '{{7*7}} ${7*7} <%= 7*7 %>'])('shows %j as plain text', async (text) => {
    const { html } = await send({ subject: text, text })
    const known = html.replace(/<\/?(html|head|body|div|p|h1|title|a|meta|br|wbr|!doctype html)\b[^<>]*>/gi, '')
    expect(known).not.toMatch(/[<>]/)
    expect(html).not.toMatch(/<(script|img|svg|iframe)|<[^>]*\son\w+=|href="(?!https?:)/i)
    const shown = known.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] ?? '')
    expect(shown.split(text)).toHaveLength(4)
  })
})

describe('input in mails and prints', () => {
  let test: TestApp
  let wanjiku: Caller
  let otieno: Caller
  beforeAll(async () => {
    test = await startApp({ settings: NO_CEILINGS })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    otieno = await test.signIn(OTIENO)
  })
  afterAll(() => test.stop())

  async function mailAll(): Promise<void> {
    const mailer = createMailer(mail.url, SENDER)
    // The outbox uses the database's clock, which is the real one.
    const runner = createRunner({ ...test.services, clock: { ...test.clock, now: () => new Date(Date.now() + 60_000) } }, { mailer, handlers: SIGN_IN_JOBS })
    while ((await runner.runOnce()) > 0);
    mailer.close()
  }

  it('a caption, a name and a reason become neither headers nor HTML of a mail', async () => {
    const { kysely } = test.services.database
    const caption = 'Cash\r\nBcc: all@mazingira.ex'
    await saveSettings(kysely, 'MRT', 'minor_settings', { pettycash_caption: caption }, 'test')
    await renameEmployee(test, 'MRT-015', `Wanjiku\r\nBcc: all@mazingira.example ${SCRIPT}`)
    const { no } = await raiseAndSend(wanjiku)
    await mailAll()
    const asked = newest()
    expect([asked.to, [...asked.headers.keys()].sort(), asked.headers.get('subject')]).toEqual([[OTIENO], [...HEADERS].sort(), `Cash Bcc: all@mazingira.ex ${no} waits for your approval`])
    expect(asked.html).not.toMatch(/<(script|img)/)
    expect(asked.text).toContain(SCRIPT)

    const rejected = await otieno.call('POST', 'approvals/reject', { entryNo: (await openEntry(otieno, no)).entryNo, reason: `${SCRIPT}\r\n\r\nBcc: all@mazingira.example` })
    expect(rejected.statusCode, rejected.body).toBe(200)
    await mailAll()
    const told = newest()
    expect([told.to, [...told.headers.keys()].sort()]).toEqual([['wanjiku@mazingira.example'], [...HEADERS].sort()])
    expect(told.html).not.toMatch(/<(script|img)/)
    expect(told.text).toContain(SCRIPT)
  })

  it('a caption, a company’s name or a person’s name of several lines is refused', async () => {
    const admin = await test.signIn('admin@mazingira.example')
    const lines = ['a\r\nBcc: b', 'a\nb', 'a\rb', 'a\u2028b', 'a\u0000b']
    for (const text of lines) {
      const answers = [
        await admin.call('POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: text } }),
        await admin.call('POST', 'admin/updateSettings', { company_display_name: text }),
        await admin.call('POST', 'admin/createUser', { name: text, email: 'lines@mazingira.example', default_company: 'MRT' }),
      ]
      for (const answer of answers) {
        expect([text, answer.statusCode], answer.body).toEqual([text, text.includes('\0') ? 400 : 422])
        expect(answer.json<Reply>().message.length).toBeGreaterThan(10)
      }
    }
  })

  it('a print has no active content, and no file name adds a header, whatever was entered', async () => {
    await saveSettings(test.services.database.kysely, 'MRT', 'minor_settings', { pettycash_caption: SCRIPT.slice(0, 28) }, 'test')
    const description = `${SCRIPT} =HYPERLINK("https://evil.example") 😀👩‍👩‍👧 ${'W'.repeat(100)}`
    const { no } = await raiseAndSend(wanjiku, { description, pettyCashLinesAPI: [line({ description: description.slice(0, 200) })], attachments: [{ fileName: '"><img src=x onerror=alert(1)>\r\nX-Evil: 1.png', attachment: PIXEL }] })
    const approved = await otieno.call('POST', 'approvals/approve', { entryNo: (await openEntry(otieno, no)).entryNo })
    expect(approved.statusCode, approved.body).toBe(200)
    // No field takes this any more, but a record of an earlier version may hold it.
    await test.services.database.kysely.updateTable('documents').set({ data: sql`data || ${JSON.stringify({ description: `\u202Egnp.exe ${description}` })}::jsonb` }).where('key', '=', no).execute()
    const pdf = await wanjiku.call('GET', `documents/petty-cash/${no}/print/document`)
    expect(pdf.statusCode, pdf.body.slice(0, 300)).toBe(200)
    expect(Object.keys(pdf.headers)).not.toContain('x-evil')
    expect(pdf.headers['content-disposition']).toMatch(/^inline; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''[\w.%~!-]+$/)
    const content = unpacked(pdf.rawPayload)
    expect(content).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|SubmitForm|URI|EmbeddedFile|RichMedia)\b/)
    const { attachments } = (await wanjiku.call('GET', `hrmis/pettycash/show?document_no=${no}`)).json<Reply>().data
    const file = await wanjiku.call('GET', `documents/petty-cash/${no}/files/${attachments[0]?.id ?? ''}`)
    expect([file.statusCode, file.headers['x-evil'], file.headers['content-type']]).toEqual([200, undefined, 'image/png'])
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''[\w.%~!-]+$/)
  })
})

/** A PDF with its compressed streams also in plain text. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  // Objects only: drawn text is in parentheses or hexadecimal, fonts are binary.
  return [text.replace(/stream\r?\n[\s\S]*?endstream/g, ''), ...streams.filter((one) => one.includes('/Type'))].join('\n')
}
