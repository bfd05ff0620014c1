/** Texts of characters that show nothing: wherever people enter a text, such a text counts as none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PACKAGES, type SettingsAnswer } from '../../src/contract/index.ts'
import { ONE_KIND, NO_CODES, startApp, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, openEntry, raise, raiseAndSend } from './petty-cash-cases.ts'
import { mailedLink } from './mailed-link.ts'
import { walkIn } from './walk.ts'

/** A zero-width space, a blank, the Braille pattern without dots, and a letter of Hangul that is not drawn. */
const BLANK = '\u200b \u2800\u3164'
const HANGUL = '\u3164'

interface Account { id: string; email: string; active: boolean }

describe.each(ONE_KIND)('a text of invisible characters on %s', (kind) => {
  let test: TestApp
  const { done, refused, who } = walkIn(() => test)
  beforeAll(async () => {
    test = await startApp({ kind, settings: { ...NO_CEILINGS, ...NO_CODES } })
  })
  afterAll(() => test.stop())

  const accountOf = async (email: string): Promise<Account> => {
    const found = (await done<Account[]>('admin', 'GET', `admin/users?search=${email}`)).data[0]
    if (found === undefined) throw new Error(`${email} is not listed.`)
    return found
  }

  it('is no reason to deactivate an account', async () => {
    const { id } = (await done<Account>('admin', 'POST', 'admin/createUser', { name: 'Newcomer', email: 'newcomer@mazingira.example', default_company: 'MRT' })).data
    expect(await refused('admin', 'POST', `admin/deleteUser/${id}`, { reason: BLANK })).toBe('Reason is required')
    expect(await refused('admin', 'POST', `admin/deleteUser/${id}`, { reason: 7 })).toContain('"reason" must be text.')
    expect((await accountOf('newcomer@mazingira.example')).active).toBe(true)
  })

  it('names nobody to whom approvals are reassigned, and is no reason for it', async () => {
    const { no } = await raiseAndSend(await who('wanjiku'))
    const { id } = await accountOf('otieno@mazingira.example')
    expect(await refused('admin', 'POST', `admin/reassignApprovals/${id}`, { to: BLANK })).toContain('"to" is missing')
    await done('admin', 'POST', `admin/reassignApprovals/${id}`, { to: 'MRT-002', reason: BLANK })
    const { reason } = await test.services.database.kysely.selectFrom('events').select('reason').where('document_key', '=', no).orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(reason).toBeNull()
  })

  it.each(['approvals', 'the record', 'a mail'])('is no reason to reject, through %s', async (way) => {
    const { no } = await raiseAndSend(await who('wanjiku'))
    const { entryNo } = await openEntry(await who('otieno'), no)
    const path = { approvals: 'approvals/reject', 'the record': `documents/petty-cash/${no}/actions/reject` }[way] ?? `approvals/mail/${await mailedLink(test, no, entryNo)}`
    expect(await refused('otieno', 'POST', path, { ...(way === 'approvals' && { entryNo }), ...(way === 'a mail' && { decision: 'reject' }), reason: BLANK })).toContain('Reason is required')
  })

  it('is no reason for a change that a second person must approve, nor for a deletion', async () => {
    const at = 'documents/staff-pay/MRT-015'
    const { basic, _rev } = (await done<{ basic: number; _rev: number }>('joyce', 'GET', at)).data
    expect(await refused('joyce', 'PATCH', at, { basic: basic + 1, _rev, _reason: BLANK })).toContain('Say why')
    expect(await refused('joyce', 'DELETE', `${at}?_rev=${_rev}&_reason=${encodeURIComponent(BLANK)}`)).toContain('Say why')
  })

  it('names neither the company, nor an entry of its menu, nor its records, and is no choice in its settings', async () => {
    expect(await refused('admin', 'POST', 'admin/updateSettings', { company_display_name: HANGUL })).toMatch(/1 to \d+ characters/)
    const saved = await done('admin', 'POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: BLANK }, cashmgt_settings: { training_methods: ['Virtual', BLANK, ''] }, [PACKAGES]: [{ name: 'cash', caption: HANGUL }] }) as unknown as SettingsAnswer
    expect([saved.data['minor_settings']?.['pettycash_caption'], saved.data['cashmgt_settings']?.['training_methods'], saved.packages.map(({ caption }) => caption)]).toEqual(['', ['Virtual'], saved.packages.map(() => undefined)])
  })

  it('is no caption of an overlay', async () => {
    const overlay = { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'actions.send.label', to: HANGUL, was: 'Send For Approval' }] }
    expect(await refused('admin', 'POST', 'admin/overlays', overlay)).toContain('one line of text')
  })

  it('names neither an authenticator nor an attached file, which have the names that they get without one', async () => {
    await done('admin', 'POST', 'hrmis/auth/authenticators/app', { name: HANGUL })
    const authenticators = await test.services.database.kysely.selectFrom('authenticators').select('name').execute()
    const { attachments } = await raise(await who('wanjiku'), { attachments: [{ fileName: HANGUL, attachment: PIXEL }] })
    expect([authenticators, attachments.map(({ fileName }) => fileName)]).toEqual([[{ name: 'Authenticator app' }], ['file.png']])
  })

  it('is no e-mail, no user name and no code of those who sign in', async () => {
    const issues = async (path: string, body: object): Promise<unknown> => (await test.inject({ method: 'POST', url: `/api/v1/hrmis/auth/${path}`, payload: body })).json<{ errors?: { path: string; rule: string }[] }>().errors?.map(({ path: field, rule }) => [field, rule])
    expect(await issues('login', { email: BLANK, password: 'as-long-as-needed' })).toEqual([['email', 'required']])
    expect(await issues('windows/login', { username: BLANK, password: 'as-long-as-needed', company: 'BML' })).toEqual([['username', 'required']])
    expect(await issues('2fa/verify', { challenge: 'x', code: BLANK })).toEqual([['code', 'required']])
  })
})
