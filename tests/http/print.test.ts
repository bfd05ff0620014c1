import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from './harness.ts'
import type { Caller, TestApp } from './harness.ts'
import { renameEmployee } from './hire.ts'
import { openEntry, raise, raiseAndSend } from './petty-cash-cases.ts'

let test: TestApp
let wanjiku: Caller
let key = ''
const print = (caller: Caller, no = key) => caller.call('GET', `documents/petty-cash/${no}/print/document`)

/** A request of Wanjiku's that was approved and paid. */
async function pay(): Promise<string> {
  const [otieno, joyce] = [await test.signIn('otieno@mazingira.example'), await test.signIn('joyce@mazingira.example')]
  const { no } = await raiseAndSend(wanjiku)
  await otieno.call('POST', 'approvals/approve', { entryNo: (await openEntry(otieno, no)).entryNo })
  const floats = (await joyce.call('GET', 'documents/petty-cash-bank')).json<{ data: { code: string }[] }>().data
  const paid = await joyce.call('POST', 'hrmis/pettycash/pay', { headerNo: no, bank: floats[0]?.code, paidOn: '2026-06-15' })
  expect(paid.statusCode, paid.body).toBe(200)
  return no
}

beforeAll(async () => {
  test = await startApp()
  wanjiku = await test.signIn('wanjiku@mazingira.example')
  key = await pay()
})
afterAll(() => test.stop())

describe('a printed form', () => {
  it('the form of an open request is refused', async () => {
    expect((await print(wanjiku, (await raise(wanjiku)).no)).statusCode).toBe(409)
  })

  it('the form of a paid request is a PDF of one page', async () => {
    const answer = await print(wanjiku)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/pdf')
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  it('the specified call returns the form as base64', async () => {
    const { endpoints } = test.engines.base().catalogue.types['petty-cash'] ?? {}
    const endpoint = endpoints?.['print.document']?.[0]
    expect(endpoint).toBeDefined()
    const query = new URLSearchParams({ ...endpoint?.fixedQuery, ...(endpoint?.key?.in === 'query' && { [endpoint.key.name]: key }) })
    const body = endpoint?.key?.in === 'body' ? { [endpoint.key.name]: key } : undefined
    const method = endpoint?.method === 'POST' ? 'POST' : 'GET'
    const answer = await wanjiku.call(method, `${endpoint?.path.replace(/:\w+/, key) ?? ''}?${query}`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(Buffer.from(answer.json<{ data: string }>().data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('each character that the font lacks is drawn as one replacement character, wherever it occurs', async () => {
    const { kysely } = test.services.database
    const write = async (name: string, displayName: string, description: string): Promise<void> => {
      await renameEmployee(test, 'MRT-015', name)
      await kysely.updateTable('companies').set({ display_name: displayName }).where('code', '=', 'MRT').execute()
      await kysely.updateTable('documents').set({ data: sql`jsonb_set(data, '{description}', to_jsonb(${description}::text))` }).where('key', '=', key).execute()
    }
    await write('Wanjiku 😀 Kamau', 'Mazingira 🌍🇰🇪', 'Lunch 👩‍👩‍👧‍👦 at 𝕎𝕒𝕥𝕖𝕣 — José’s, 東 \u202Egnp.exe')
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: (await print(wanjiku)).rawPayload, encoding: 'utf8' })
    await write('Wanjiku Kamau', 'Mazingira Research Trust', 'Lunch')
    expect(text).toContain('Wanjiku \ufffd Kamau')
    // In the header, and in the footer.
    expect(text.match(/Mazingira \ufffd\ufffd(?!\ufffd)/g)).toHaveLength(2)
    expect(text.replace(/\s+/g, ' ')).toContain('Lunch \ufffd at Water — José’s, \ufffd gnp.exe')
    expect(text).not.toMatch(/[\p{Extended_Pictographic}\p{Cf}\0]/u)
  })

  it('a form of somebody else’s request, of no request or of an unknown kind is not found', async () => {
    const chebet = await test.signIn('chebet@mazingira.example')
    expect((await print(chebet)).statusCode).toBe(404)
    expect((await print(wanjiku, 'PC-1999-00001')).statusCode).toBe(404)
    expect((await wanjiku.call('GET', `documents/petty-cash/${key}/print/nonsense`)).statusCode).toBe(404)
  })
})
