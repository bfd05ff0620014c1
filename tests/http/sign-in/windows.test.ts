import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DirectoryConfig } from '../../../src/server/config.ts'
import { escapeDn, escapeFilter } from '../../../src/server/sign-in/directory.ts'
import { PASSWORD, startApp, type TestApp } from '../harness.ts'
import { startDirectory, entryOf, LDAP, resultOf, startHandmadeDirectory, type Directory } from '../../servers/directory.ts'
import { post, told, trail } from './support.ts'

const DIRECTORY_PASSWORD = 'Kiwanda-ndani-7'
let test: TestApp
let directory: Directory

beforeAll(async () => {
  directory = await startDirectory({ hassan: DIRECTORY_PASSWORD, stranger: DIRECTORY_PASSWORD })
  test = await startApp()
})
afterAll(async () => {
  await test.stop()
  await directory.stop()
})
beforeEach(() => {
  test.clock.advance(60 * 60_000)
  test.services.config.directories = {}
})

const login = (username: unknown, password: unknown, more: object = {}) => post(test, 'windows/login', { username, password, ...more })
function use(config: Partial<DirectoryConfig>): void {
  test.services.config.directories = { '': { url: directory.url, bind: `uid={username},ou=people,${directory.base}`, startTls: false, ...config } }
}

describe('the sign-in page', () => {
  const company = (query = '') => test.inject({ method: 'GET', url: `/api/v1/company${query}` })

  it('the page learns how each company signs in', async () => {
    const answer = await test.inject({ method: 'GET', url: '/api/v1/company/companies' })
    expect(answer.json<{ data: { id: string; isWindowsAuth: boolean }[] }>().data.map(({ id, isWindowsAuth }) => [id, isWindowsAuth])).toEqual([['MRT', false], ['BML', true], ['USC', false]])
    expect(told(await company()).data).toMatchObject({ id: 'MRT', isWindowsAuth: false, switch_company: false })
    expect(told(await company('?company=BML')).data).toMatchObject({ id: 'BML', displayName: 'Baraka Manufacturing', isWindowsAuth: true })
    expect((await company('?company=NOWHERE')).statusCode).toBe(404)
  })

  it('the page’s call refuses an invalid token', async () => {
    const answer = await test.inject({ method: 'GET', url: '/api/v1/company', headers: { authorization: `Bearer ${'x'.repeat(43)}` } })
    expect(answer.statusCode).toBe(401)
  })
})

describe('the demo organisation, which has no directory', () => {
  it('a person signs in by user name', async () => {
    const answer = await login('Hassan', PASSWORD, { company: 'BML' })
    expect(told(answer)).toMatchObject({ message: 'logging in', data: { user: { username: 'hassan', default_company: 'BML' } } })
  })
  it('a sign-in is refused as not set up where there is neither directory nor demo', async () => {
    test.services.isDemo = false
    const answer = await login('hassan', PASSWORD)
    test.services.isDemo = true
    expect([answer.statusCode, told(answer).message]).toEqual([503, 'Signing in with Windows accounts is not set up yet. Please tell your administrator.'])
  })
})

const ways: [string, () => void][] = [
  ['a name made from a pattern', () => use({})],
  ['a connection that turns to TLS', () => use({ startTls: true, caFile: directory.caFile })],
  ['ldaps', () => use({ url: directory.secureUrl, caFile: directory.caFile })],
  ['an anonymous search', () => use({ search: { base: directory.base, filter: '(uid={username})' } })],
  ['a search with an account of its own', () => use({ startTls: true, caFile: directory.caFile, search: { base: directory.base, filter: '(&(objectClass=inetOrgPerson)(uid={username}))', ...directory.admin } })],
]
describe.each(ways)('a directory by %s', (_, set) => {
  beforeEach(set)

  it('a known person with the password is let in, and nobody else', async () => {
    expect(told(await login('hassan', DIRECTORY_PASSWORD))).toMatchObject({ data: { user: { email: 'hassan@baraka.example' } } })
    for (const [name, password] of [['hassan', 'wrong password'], ['hassan', PASSWORD], ['nobody', DIRECTORY_PASSWORD], ['stranger', DIRECTORY_PASSWORD]]) {
      const answer = await login(name, password)
      expect([answer.statusCode, told(answer).message], name).toEqual([401, 'These credentials do not match our records.'])
    }
  })

  it('a sign-in without a password is refused before the directory is asked', async () => {
    for (const prepare of [set, () => use({ url: 'ldap://127.0.0.1:9' })]) {
      prepare()
      const answer = await login('hassan', '')
      expect([answer.statusCode, told(answer).message]).toEqual([422, 'Password is Required.'])
    }
  })

  it.each(['*', 'has*', 'hassan)(uid=*', 'hassan,ou=people', 'hassan,dc=baraka', '*)(|(uid=*', 'hassan\\', '#hassan', 'cn=admin', 'uid=hassan', 'hassan\u202e', ''.padEnd(101, 'h')])('the user name %j is refused', async (name) => {
    const answer = await login(name, DIRECTORY_PASSWORD)
    expect([401, 422]).toContain(answer.statusCode)
  })
})

describe('a directory', () => {
  const PERSON = entryOf('uid=hassan')
  const bindsAs = (tag: number, content: number[]) => (asked: number): [number, number[]][] => (asked === LDAP.search ? [[LDAP.found, PERSON], [LDAP.done, resultOf()]] : [[tag, content]])
  const finds = (...answers: [number, number[]][]) => (asked: number): [number, number[]][] => (asked === LDAP.search ? answers : [[LDAP.bound, resultOf()]])
  it.each<[string, (asked: number) => [number, number[]][], number]>([
    ['accepts the name and the password', bindsAs(LDAP.bound, resultOf()), 200],
    ['finds an entry without a name', finds([LDAP.found, entryOf('')], [LDAP.done, resultOf()]), 401],
    ['finds two people', finds([LDAP.found, PERSON], [LDAP.found, PERSON], [LDAP.done, resultOf(4)]), 401],
    ['lists one person of several', finds([LDAP.found, PERSON], [LDAP.done, resultOf(4)]), 503],
    ['answers the search for the person as a sign-in', finds([LDAP.bound, resultOf()]), 503],
    ['answers without a result', bindsAs(LDAP.bound, []), 503],
    ['answers with an empty result', bindsAs(LDAP.bound, [0x0a, 0x00, 0x04, 0x00, 0x04, 0x00]), 503],
    ['answers with the result of a search', bindsAs(LDAP.done, resultOf()), 503],
    ['answers with the result of another operation', bindsAs(LDAP.extended, resultOf()), 503],
    ['refers to another directory', bindsAs(LDAP.bound, resultOf(10)), 503],
    ['asks for more', bindsAs(LDAP.bound, resultOf(14)), 503],
    ['refuses an anonymous sign-in', bindsAs(LDAP.bound, resultOf(48)), 503],
    ['refuses the password', bindsAs(LDAP.bound, resultOf(49)), 401],
  ])('that %s is answered accordingly', async (_, answer, status) => {
    const handmade = await startHandmadeDirectory(answer)
    use({ url: handmade.url, search: { base: directory.base, filter: '(uid={username})' } })
    expect((await login('hassan', DIRECTORY_PASSWORD)).statusCode).toBe(status)
    handmade.stop()
  })

  it('a directory that answers megabytes counts as unavailable', async () => {
    use({ search: { base: directory.largeBase, filter: '(uid={username})' } })
    const answer = await login('hassan', DIRECTORY_PASSWORD)
    expect([answer.statusCode, told(answer).code]).toEqual([503, 'directory-unavailable'])
  })
})

describe('a Windows account', () => {
  it('any user name is locked after five failures', async () => {
    use({})
    for (const name of ['hassan', 'nobody']) {
      for (let attempt = 0; attempt < 5; attempt++) expect((await login(name, 'wrong password')).statusCode).toBe(401)
      expect((await login(name, DIRECTORY_PASSWORD)).statusCode).toBe(429)
    }
    expect((await trail(test, 'hassan@baraka.example')).slice(-3)).toEqual(['sign-in-failed', 'locked-out', 'sign-in-failed'])
    expect(await trail(test, 'n•••y')).toContain('sign-in-failed')
    expect(await trail(test, 'nobody')).toEqual([])
  })

  it('a sign-in by e-mail is refused, whatever password is stored', async () => {
    const answer = await post(test, 'login', { email: 'hassan@baraka.example', password: PASSWORD })
    expect(answer.statusCode).toBe(401)
  })

  it('the password of a Windows account cannot be changed here', async () => {
    use({})
    const token = told(await login('hassan', DIRECTORY_PASSWORD)).data['token'] as string
    const answer = await post(test, 'changePassword', { current_password: DIRECTORY_PASSWORD, password: 'Mvua-ya-vuli-2026' }, { authorization: `Bearer ${token}` })
    expect([answer.statusCode, told(answer).code]).toEqual([409, 'directory-password'])
  })

  it('a company that does not use Windows accounts refuses them', async () => {
    const answer = await login('hassan', PASSWORD, { company: 'MRT' })
    expect([answer.statusCode, told(answer).code]).toEqual([422, 'windows-not-offered'])
  })

  it.each([['', 'x', 'Username is Required.'], [{ a: 1 }, 'x', 'Username is Required.'], ['hassan', ['x'], 'Password is Required.']])('a sign-in with the name %j and the password %j is refused as incomplete', async (name, password, message) => {
    expect(told(await login(name, password)).message).toBe(message)
  })

  it('a directory that does not answer is reported to known and unknown people alike', async () => {
    use({ url: 'ldap://127.0.0.1:9' })
    for (const name of ['hassan', 'nobody']) {
      const answer = await login(name, DIRECTORY_PASSWORD)
      expect([answer.statusCode, told(answer).message]).toEqual([503, 'Your company’s directory is not responding. Try again in a moment.'])
    }
  })

  it('a sign-in is refused over a connection whose certificate nobody vouches for', async () => {
    use({ url: directory.secureUrl })
    expect((await login('hassan', DIRECTORY_PASSWORD)).statusCode).toBe(503)
    use({ startTls: true })
    expect((await login('hassan', DIRECTORY_PASSWORD)).statusCode).toBe(503)
  })

  it('a sign-in uses the directory of the company where that has its own', async () => {
    use({ url: 'ldap://127.0.0.1:9' })
    const { directories } = test.services.config
    directories['BML'] = { url: directory.url, bind: `uid={username},ou=people,${directory.base}`, startTls: false }
    expect((await login('hassan', DIRECTORY_PASSWORD)).statusCode).toBe(200)
  })
})

describe('values in names and filters', () => {
  it.each([['a,b', 'a\\2cb'], [' a', '\\20a'], ['a ', 'a\\20'], ['#a', '\\23a'], ['a+b=c"\\<>;', 'a\\2bb\\3dc\\22\\5c\\3c\\3e\\3b'], ['a\0', 'a\\00']])('the name %j is escaped', (given, escaped) => {
    expect(escapeDn(given)).toBe(escaped)
  })
  it.each([['*', '\\2a'], ['a)(b', 'a\\29\\28b'], ['\\', '\\5c'], ['\0', '\\00'], ['wanjikũ', 'wanjikũ']])('the filter value %j is escaped', (given, escaped) => {
    expect(escapeFilter(given)).toBe(escaped)
  })
})
