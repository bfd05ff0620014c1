import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConfigError } from './config.ts'
import { readConfig } from './config.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (environment: Record<string, string>) => readConfig(environment, { root, cwd: root })
const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    read(environment)
    return []
  } catch (error) {
    return (error as ConfigError).problems.map((problem) => problem.name)
  }
}
const FILTER = '(|(uid={username})(sAMAccountName={username}))'

describe('directories', () => {
  it('there are none unless an address is set', () => {
    expect(read({ LDAP_BIND: 'uid={username}' }).directories).toEqual({})
  })

  it('they use StartTLS unless it is switched off', () => {
    const bind = 'uid={username},dc=x'
    expect(read({ LDAP_URL: 'ldap://d.example', LDAP_BIND: bind }).directories).toEqual({ '': { url: 'ldap://d.example', bind, startTls: true } })
    expect(read({ LDAP_URL: 'ldap://d.example', LDAP_BIND: bind, LDAP_STARTTLS: '0' }).directories['']?.startTls).toBe(false)
  })

  it('a company’s directory takes what it does not set itself from the settings for all companies', () => {
    const { directories } = read({ LDAP_URL: 'ldaps://all.example', LDAP_SEARCH_BASE: 'dc=all', LDAP_URL_BML: 'ldaps://bml.example', LDAP_SEARCH_BASE_BML: 'dc=bml', LDAP_SEARCH_DN: 'cn=reader', LDAP_SEARCH_PASSWORD: 'secret' })
    expect(directories['BML']).toEqual({ url: 'ldaps://bml.example', bind: '', startTls: true, search: { base: 'dc=bml', filter: FILTER, dn: 'cn=reader', password: 'secret' } })
    expect(directories['']?.search?.base).toBe('dc=all')
  })

  const wrong: [Record<string, string>, string[]][] = [
    [{ LDAP_URL: 'https://d.example', LDAP_BIND: '{username}' }, ['LDAP_URL']],
    [{ LDAP_URL: 'ldaps://d.example' }, ['LDAP_BIND']],
    [{ LDAP_URL_BML: 'ldaps://d.example', LDAP_BIND_BML: 'uid=hassan' }, ['LDAP_BIND_BML']],
    [{ LDAP_URL: 'ldaps://d.example', LDAP_SEARCH_BASE: 'dc=x', LDAP_SEARCH_FILTER: '(uid=*)' }, ['LDAP_SEARCH_FILTER']],
    [{ LDAP_URL: 'ldaps://d.example', LDAP_SEARCH_BASE: 'dc=x', LDAP_SEARCH_DN: 'cn=reader' }, ['LDAP_SEARCH_PASSWORD']],
    [{ LDAP_URL: 'ldaps://d.example', LDAP_BIND: '{username}@x', LDAP_CA: '/nowhere.pem' }, ['LDAP_CA']],
  ]
  it.each(wrong)('the settings %j are refused', (environment, names) => {
    expect(problemsOf(environment)).toEqual(names)
  })
})

describe('the SMS gateway', () => {
  it('it has an address, a token and a template for the body', () => {
    expect(read({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 't', SMS_BODY: 'to={to}' }).sms).toEqual({ url: 'https://sms.example/send', token: 't', template: 'to={to}' })
    expect(read({}).sms).toBeUndefined()
    expect(problemsOf({ SMS_URL: 'sms.example' })).toEqual(['SMS_URL'])
  })
})
