/** Answers in the language that a request asks for; what others read, in theirs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHtml } from '../../src/server/mail/to-html.ts'
import { mailLocked } from '../../src/server/sign-in/lock-notice.ts'
import { ONE_KIND, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { line, raiseAndSend, request } from './petty-cash-cases.ts'

const TEXTS = {
  'Please sign in.': 'Tafadhali ingia.',
  'There is nothing at this address.': 'Hakuna kitu hapa.',
  '{label} must be {expected}.': '{label} lazima iwe {expected}.',
  'a number': 'nambari',
  'Petty Cash': 'Fedha Ndogo',
  'Dear {name},': 'Mpendwa {name},',
  '{title} {no} waits for your approval': '{title} {no} inasubiri idhini yako',
  'Description is required!': 'Maelezo inahitajika!',
  'Unable to send Record For Approval: ': 'Haikuweza kutumwa: ',
  'Required.': 'Inahitajika.',
  'Too many wrong passwords were entered for your account, the last on {when}. Nobody can sign in with it for {minutes} minutes.': 'Nywila mbaya {when}, dakika {minutes}.',
  'address {ip}': 'anwani {ip}',
}

describe.each(ONE_KIND)('the language of answers, on %s', (kind) => {
  let folder = ''
  let test: TestApp
  let wanjiku: Caller
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dirisha-texts-'))
    mkdirSync(path.join(folder, 'texts'))
    writeFileSync(path.join(folder, 'texts', 'sw.json'), JSON.stringify(TEXTS))
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
  })
  afterAll(async () => {
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['sw', 'Tafadhali ingia.'], ['sw-KE,en;q=0.5', 'Tafadhali ingia.'], ['en', 'Please sign in.'], ['fr', 'Please sign in.'], [undefined, 'Please sign in.'],
  ])('a request that accepts %s is refused with “%s”', async (language, message) => {
    const answer = await test.inject({ method: 'GET', url: '/api/v1/portal/bootstrap', headers: language === undefined ? {} : { 'accept-language': language } })
    expect(answer.json()).toMatchObject({ code: 'not-signed-in', message })
  })

  it('a text that is not translated is in English, and requests at the same time each have their language', async () => {
    const ask = (language: string, url: string) => test.inject({ method: 'GET', url: `/api/v1/${url}`, headers: { 'accept-language': language } }).then((answer) => answer.json<{ message: string }>().message)
    const said = await Promise.all([ask('sw', 'nowhere'), ask('en', 'nowhere'), ask('sw', 'portal/bootstrap'), ask('sw', 'hrmis/auth/session')])
    expect(said).toEqual(['Hakuna kitu hapa.', 'There is nothing at this address.', 'Tafadhali ingia.', 'Tafadhali ingia.'])
  })

  it('what a body is refused for is translated, with the values in it', async () => {
    const answer = await wanjiku.call('POST', 'documents/petty-cash', request({ pettyCashLinesAPI: [line({ amount: 'much' })] }), { 'accept-language': 'sw' })
    expect(answer.body).toContain(' lazima iwe nambari.')
  })

  it.each([
    ['a rule of the manifest', 'documents/requisition', {}, 'Maelezo inahitajika!'],
    ['an action that is refused', 'documents/petty-cash/actions/send/dry-run', { pettyCashLinesAPI: [] }, 'Haikuweza kutumwa: Inahitajika.'],
  ])('what the message of %s says is translated, with its caption', async (_, url, body, message) => {
    const answer = await wanjiku.call('POST', url, body, { 'accept-language': 'sw' })
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([422, message])
  })

  it('a mail says which language it is in, and its date has the form of all dates', async () => {
    const { kysely } = test.services.database
    const otieno = await test.signIn('otieno@mazingira.example')
    expect((await otieno.call('POST', 'portal/language', { language: 'sw' })).statusCode).toBe(200)
    try {
      const { id } = await kysely.selectFrom('users').select('id').where('email', '=', 'otieno@mazingira.example').executeTakeFirstOrThrow()
      await mailLocked(test.services, { user: id, company: 'MRT', what: 'passwords', ip: '203.0.113.7', device: 'Firefox', at: '2026-11-28T11:13:00Z' })
      const mail = await kysely.selectFrom('outbox').selectAll().where('recipient', '=', 'otieno@mazingira.example').orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect(mail.text).toContain('Nywila mbaya 28th Nov 2026, 14:13 (Firefox, anwani 203.0.113.7), dakika 15.')
      expect(toHtml(mail, 'https://portal.example')).toContain('<html lang="sw">')
    } finally {
      await otieno.call('POST', 'portal/language', { language: 'en' })
    }
  })

  it('the notice of a request that was sent in another language is in English', async () => {
    const speaking: Caller = { ...wanjiku, call: (method, url, body, headers) => wanjiku.call(method, url, body, { ...headers, 'accept-language': 'sw' }) }
    const { no } = await raiseAndSend(speaking)
    const otieno = await test.signIn('otieno@mazingira.example')
    const { data } = (await otieno.call('GET', 'notifications')).json<{ data: { title: string }[] }>()
    expect(data.map(({ title }) => title)).toContain(`Petty Cash ${no} waits for your approval`)
  })

  it('mails and notices are in the language that their reader last used, whoever causes them', async () => {
    const otieno = await test.signIn('otieno@mazingira.example')
    const known = async (): Promise<unknown> => (await otieno.call('GET', 'portal/bootstrap')).json<{ data: { language?: unknown } }>().data.language
    expect(await known()).toBeNull()
    expect((await otieno.call('POST', 'portal/language', { language: 'sw' })).json()).toMatchObject({ data: { language: 'sw' } })
    expect(await known()).toBe('sw')
    const { no } = await raiseAndSend(wanjiku)
    const { data } = (await otieno.call('GET', 'notifications')).json<{ data: { title: string }[] }>()
    expect(data.map(({ title }) => title)).toContain(`Fedha Ndogo ${no} inasubiri idhini yako`)
    const mails = await test.services.database.kysely.selectFrom('outbox').select(['recipient', 'subject', 'text']).orderBy('id', 'desc').execute()
    expect(mails.find(({ subject }) => subject.includes(no))).toMatchObject({ recipient: 'otieno@mazingira.example', subject: `Fedha Ndogo ${no} inasubiri idhini yako`, text: expect.stringMatching(/^Mpendwa Otieno/) as string })
    expect((await otieno.call('POST', 'portal/language', { language: 'en' })).statusCode).toBe(200)
    expect(await known()).toBeNull()
  })

  it.each(['fr', 'SW', '', 1, null])('a language that this installation lacks, %j, is refused', async (language) => {
    const answer = await wanjiku.call('POST', 'portal/language', { language })
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, expect.stringContaining('one of en, sw')])
  })

  it('the page names the languages, and their texts are there for everybody', async () => {
    const texts = await test.inject({ method: 'GET', url: '/texts/sw.js' })
    expect(texts.headers['content-type']).toContain('text/javascript')
    expect(texts.body).toBe(`globalThis.dirishaTranslation = ${JSON.stringify({ language: 'sw', texts: TEXTS })}`)
    expect((await test.inject({ method: 'GET', url: '/texts/fr.js' })).statusCode).toBe(404)
    const page = (await test.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).body
    expect(page).toContain('<meta name="dirisha-languages" content="sw" />')
    expect(page).toContain('<script src="/language.js"></script>')
  })
})
