import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { hideIn } from './hide-secrets.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (environment: Record<string, string>) => readConfig(environment, { root, cwd: root })

describe('settings from the environment', () => {
  it('the server needs none of them', () => {
    const config = read({})
    expect(config).toMatchObject({ port: 3000, mode: 'production', dataDir: path.join(root, 'data'), publicUrl: 'http://localhost:3000' })
    expect(config.modules).toEqual([path.join(root, 'modules')])
    expect(config.databaseUrl).toBeUndefined()
    expect(config.demo).toBeUndefined()
  })

  it('all problems are listed together, each with what is expected', () => {
    const attempt = () =>
      read({ PORT: 'abc', DATABASE_URL: 'mysql://x', SMTP_URL: 'nonsense', MODULES: 'modules:nowhere', DEMO: 'maybe', LOG_LEVEL: 'loud' })
    expect(attempt).toThrow(ConfigError)
    try {
      attempt()
    } catch (error) {
      const problems = (error as ConfigError).problems
      expect(problems.map((problem) => problem.name).sort()).toEqual(['DATABASE_URL', 'DEMO', 'LOG_LEVEL', 'MODULES', 'PORT', 'SMTP_URL'])
      expect(problems.every((problem) => problem.expected.length > 0)).toBe(true)
      expect((error as Error).message).toContain("PORT is 'abc'. Expected: a whole number from 0 to 65535.")
    }
  })

  it('an error never repeats an address, which may hold a password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://me:s3cret@host/db' })).toThrow(expect.not.objectContaining({ message: expect.stringContaining('s3cret') as unknown }))
  })

  it('an error about an address gives an example whose password is not hidden', () => {
    try {
      read({ DATABASE_URL: 'nonsense' })
      expect.fail('It was taken.')
    } catch (error) {
      expect(hideIn((error as Error).message, [])).toContain('DATABASE_URL is not a valid address. Expected: an address such as postgres://user:password@host:5432/database.')
    }
    expect(hideIn('postgres://user:password@portal.example:5432/portal', [])).toBe('postgres://[hidden]@portal.example:5432/portal')
  })

  it('MODULES may name several folders, which stay in order', () => {
    expect(read({ MODULES: 'modules:src' }).modules).toEqual([path.join(root, 'modules'), path.join(root, 'src')])
  })

  it('the server trusts a proxy on the same machine, or those that are named', () => {
    expect(read({}).trustProxy).toEqual(['loopback'])
    expect(read({ TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.168.1.7' }).trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8', '192.168.1.7'])
  })

  it.each(['everyone', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example.org', '10.0.0'])('a proxy “%s” is refused', (given) => {
    expect(() => read({ TRUST_PROXY: given })).toThrow(/TRUST_PROXY/)
  })

  it('sessions are kept in cookies when that is set, over TLS or on this machine only', () => {
    const problemsOf = (environment: Record<string, string>): string => {
      try {
        return String(read(environment).isSessionInCookie)
      } catch (error) {
        return (error as ConfigError).problems.map(({ name }) => name).join()
      }
    }
    expect(problemsOf({})).toBe('false')
    for (const url of ['https://portal.example.org', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000/']) expect([url, problemsOf({ SESSION_COOKIE: '1', PUBLIC_URL: url })]).toEqual([url, 'true'])
    for (const url of ['http://portal.example.org', 'http://localhost.example.org', 'http://127.0.0.1.example.org', 'http://10.0.0.7:3000']) {
      expect([url, problemsOf({ SESSION_COOKIE: '1', PUBLIC_URL: url }), problemsOf({ SESSION_COOKIE: '0', PUBLIC_URL: url })]).toEqual([url, 'SESSION_COOKIE', 'false'])
    }
    expect(problemsOf({ SESSION_COOKIE: 'maybe' })).toBe('SESSION_COOKIE')
  })

  it('limits are set by class, for a person and for a company', () => {
    expect(read({}).limits).toEqual({})
    expect(read({ LIMIT_PRINT: '30/90', LIMIT_MAIL: 'off' }).limits).toEqual({ print: { person: 30, company: 90 }, mail: 'off' })
  })

  it.each(['30', '0/10', '30/20', '-1/5', 'many', '1/10000000'])('a limit of “%s” is refused', (given) => {
    expect(() => read({ LIMIT_PRINT: given })).toThrow(/LIMIT_PRINT is '.*'\. Expected: two whole numbers such as 60\/240/)
  })

  it('PUBLIC_URL loses its trailing slash, so that links can be appended', () => {
    expect(read({ PUBLIC_URL: 'https://portal.example.org/' }).publicUrl).toBe('https://portal.example.org')
  })
})
