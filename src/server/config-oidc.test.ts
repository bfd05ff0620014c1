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
const ACME = { OIDC_ISSUER: 'https://login.acme.example', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'hush' }
const BARAKA = { OIDC_ISSUER_BML: 'https://login.baraka.example/realms/staff', OIDC_CLIENT_ID_BML: 'ess', OIDC_CLIENT_SECRET_BML: 'whisper' }

describe('identity providers', () => {
  it('there are none unless an issuer is set', () => {
    expect(read({ OIDC_NAME: 'Acme ID' }).providers).toEqual({})
  })

  it('by default they identify people by e-mail and leave passwords allowed', () => {
    expect(read(ACME).providers).toEqual({ '': { key: '', issuer: 'https://login.acme.example', clientId: 'portal', clientSecret: 'hush', scopes: 'openid email profile', claim: 'email', name: 'your work account', isOnly: false } })
    const settings = { OIDC_SCOPES: 'openid', OIDC_CLAIM: 'upn', OIDC_NAME: 'Acme ID', OIDC_REQUIRE: 'groups=portal=users', OIDC_ONLY: '1' }
    expect(read({ ...ACME, ...settings }).providers['']).toMatchObject({ scopes: 'openid', claim: 'upn', name: 'Acme ID', required: { claim: 'groups', value: 'portal=users' }, isOnly: true })
  })

  it('a company’s provider takes what it does not set itself from the settings for all companies', () => {
    const { providers } = read({ ...ACME, ...BARAKA, OIDC_NAME: 'Acme ID', OIDC_NAME_BML: 'Baraka ID', OIDC_CLAIM: 'upn', OIDC_ONLY: 'true', OIDC_ONLY_BML: '0' })
    expect(providers['BML']).toMatchObject({ key: 'BML', issuer: 'https://login.baraka.example/realms/staff', clientId: 'ess', name: 'Baraka ID', claim: 'upn', isOnly: false })
    expect(providers['']).toMatchObject({ key: '', name: 'Acme ID', isOnly: true })
  })

  it('a provider on this machine may do without TLS, for trying it out', () => {
    expect(problemsOf({ ...ACME, OIDC_ISSUER: 'http://localhost:8080/realms/x' })).toEqual([])
  })

  it('a provider that is open to the public is accepted with a claim or a tenant that narrows it down', () => {
    expect(problemsOf({ ...ACME, OIDC_ISSUER: 'https://accounts.google.com', OIDC_REQUIRE: 'hd=acme.example' })).toEqual([])
    expect(problemsOf({ ...ACME, OIDC_ISSUER: 'https://login.microsoftonline.com/3f1c6f0e-1111-4222-8333-444455556666/v2.0' })).toEqual([])
  })

  const wrong: [Record<string, string>, string[]][] = [
    [{ ...ACME, OIDC_ISSUER: 'login.acme.example' }, ['OIDC_ISSUER']],
    [{ ...ACME, OIDC_ISSUER: 'http://login.acme.example' }, ['OIDC_ISSUER']],
    [{ ...ACME, OIDC_ISSUER: 'http://localhost.acme.example' }, ['OIDC_ISSUER']],
    [{ ...ACME, OIDC_ISSUER: 'https://login.acme.example?x=1' }, ['OIDC_ISSUER']],
    [{ OIDC_ISSUER: 'https://login.acme.example' }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
    // The secret of one provider must not be sent to another.
    [{ ...ACME, OIDC_ISSUER_BML: 'https://login.baraka.example' }, ['OIDC_CLIENT_ID_BML', 'OIDC_CLIENT_SECRET_BML']],
    [{ ...ACME, OIDC_SCOPES: 'email profile' }, ['OIDC_SCOPES']],
    [{ ...ACME, OIDC_NAME: 'x'.repeat(61) }, ['OIDC_NAME']],
    [{ ...ACME, OIDC_REQUIRE: 'acme.example' }, ['OIDC_REQUIRE']],
    [{ ...ACME, OIDC_ONLY: 'yes' }, ['OIDC_ONLY']],
    // People could still sign in with a password, which was meant to be disabled.
    [{ OIDC_ONLY: '1' }, ['OIDC_ONLY']],
    [{ ...ACME, OIDC_ONLY_BML: '1' }, ['OIDC_ONLY_BML']],
    [{ ...ACME, OIDC_ISSUER: 'https://accounts.google.com' }, ['OIDC_REQUIRE']],
    [{ ...BARAKA, OIDC_ISSUER_BML: 'https://login.microsoftonline.com/common/v2.0' }, ['OIDC_REQUIRE_BML']],
  ]
  it.each(wrong)('the settings %j are refused', (environment, names) => {
    expect(problemsOf(environment)).toEqual(names)
  })

  it('an error never repeats the client secret', () => {
    expect(() => read({ ...ACME, OIDC_ISSUER: 'ftp://x:hush@acme.example', OIDC_CLAIM: ' ' })).toThrow(/^(?!.*hush)/s)
  })
})
