/** Texts that read otherwise than they are, or break the line they stand in, are refused in every field. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Caller, type TestApp } from './harness.ts'
import { line } from './petty-cash-cases.ts'

const SIGNS: [string, string][] = [['a bell', '\u0007'], ['a right-to-left override', '\u202E'], ['an isolate', '\u2067'], ['an escape', '\u001b']]

describe('a text with misleading signs', () => {
  let test: TestApp
  let hr: Caller
  let wanjiku: Caller
  beforeAll(async () => {
    test = await startApp()
    hr = await test.signIn('wambui@mazingira.example')
    wanjiku = await test.signIn('wanjiku@mazingira.example')
  })
  afterAll(() => test.stop())

  it.each(SIGNS)('is refused with %s in the field of a record, of a line and of a master, and in a person’s name', async (_, sign) => {
    const text = `Toner${sign}for the office`
    const requests = [
      await wanjiku.call('POST', 'hrmis/pettycash', { description: text, pettyCashLinesAPI: [line()] }),
      await hr.call('POST', 'documents/employee', { number: 'MRT-777', first_name: text, last_name: 'Kamau' }),
      await (await test.signIn('admin@mazingira.example')).call('POST', 'admin/createUser', { name: text, email: 'x@mazingira.example', default_company: 'MRT' }),
    ]
    for (const answer of requests) {
      expect([answer.statusCode, answer.body], answer.body).toEqual([422, expect.stringContaining('cannot be stored') as string])
    }
  })

  it.each([['a zero-width space', '\u200b'], ['a Hangul filler', '\u3164'], ['a word joiner', '\u2060'], ['an empty Braille pattern', '\u2800']])('is refused with %s in a name, since two names would look the same', async (_, sign) => {
    const name = `Amina${sign} Yusuf`
    const answer = await hr.call('POST', 'documents/employee', { number: 'MRT-779', first_name: 'Amina', search_name: name })
    expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toEqual([422, [expect.objectContaining({ path: 'search_name', rule: 'invisible', message: 'Full Name contains invisible characters. Type it instead of pasting it.' })]])
    const admin = await test.signIn('admin@mazingira.example')
    const account = await admin.call('POST', 'admin/createUser', { name, email: 'x@mazingira.example', default_company: 'MRT' })
    expect([account.statusCode, account.body]).toEqual([422, expect.stringContaining('contains invisible characters')])
  })

  it('is refused in the reason for the deactivation of an account', async () => {
    const admin = await test.signIn('admin@mazingira.example')
    const users = (await admin.call('GET', 'admin/users?limit=200')).json<{ data: { id: string; name: string; _rev: number }[] }>().data
    const user = users.find(({ name }) => name.includes('Baraka'))
    const answer = await admin.call('POST', `admin/deleteUser/${user?.id}`, { _rev: user?._rev, reason: 'Has \u202Etfel' })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('Reason contains characters that cannot be stored')])
  })

  it('is accepted with the joiners and variants that scripts and emojis need', async () => {
    const { statusCode, body } = await hr.call('POST', 'documents/employee', { number: 'MRT-780', first_name: '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', search_name: 'Amina \u2764\ufe0f \u{1f469}\u200d\u{1f469}\u200d\u{1f467}' })
    expect([statusCode, body]).toEqual([201, expect.stringContaining('Amina')])
  })

  it('is refused with a line break in a field of one line, which a long text takes', async () => {
    const answer = await hr.call('POST', 'documents/employee', { number: 'MRT-778', first_name: 'Amina\r\nBcc: x', search_name: 'Amina\nYusuf' })
    expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toEqual([422, expect.arrayContaining(['first_name', 'search_name'].map((path) => expect.objectContaining({ path, rule: 'oneLine' }) as object))])
  })
})
