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

  it('is refused with a line break in a field of one line, which a long text takes', async () => {
    const answer = await hr.call('POST', 'documents/employee', { number: 'MRT-778', first_name: 'Amina\r\nBcc: x', search_name: 'Amina\nYusuf' })
    expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toEqual([422, expect.arrayContaining(['first_name', 'search_name'].map((path) => expect.objectContaining({ path, rule: 'oneLine' }) as object))])
  })
})
