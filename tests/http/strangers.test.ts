/** Nobody without a session gets anything, however they write an address. New routes are covered automatically. */
import { existsSync, readdirSync } from 'node:fs'
import { request as askServer, Agent } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'

/** Ways to write the address of one route. Some lead to it, some nowhere; none bypasses the sign-in. */
const FORMS: Record<string, (path: string) => string> = {
  plain: (path) => path,
  'a letter of the prefix encoded': (path) => path.replace('/api', '/%61pi'),
  'the version encoded': (path) => path.replace('/v1', '/%761'),
  'all letters encoded': (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'the whole address': (path) => `http://portal.example${path}`,
  'the whole address, encoded': (path) => `http://portal.example${path.replace('/api', '/%61pi')}`,
  'two slashes': (path) => `/${path}`,
  'a detour by its parent folder': (path) => path.replace('/api/', '/api/../api/'),
  'a dot segment': (path) => path.replace('/api/', '/./api/'),
  'a trailing slash': (path) => `${path}/`,
  capitals: (path) => path.replace('/api', '/API'),
  'a query': (path) => `${path}?isPublic=true`,
  'a fragment': (path) => `${path}#/healthz`,
  'a parameter': (path) => `${path};/healthz`,
}

interface Route { method: string; path: string; isOpen: boolean }

/** Every call of the API, with its placeholders filled in. The portal's own files are public. */
function callsOf(test: TestApp): Route[] {
  return test.routes.filter(({ url }) => url.startsWith('/api/')).flatMap(({ method, url, config }) => [method].flat().map((one) => (
    { method: one, path: url.replace(/:\w+/g, 'X').replace('*', 'X'), isOpen: config?.isPublic === true || config?.isSessionOptional === true }
  )))
}

describe.each(ATTACK === undefined ? ONE_KIND : KINDS)('a call without a session on %s', (kind) => {
  let test: TestApp
  let port: number
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  beforeAll(async () => {
    test = await startApp({ kind })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test.app.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    agent.destroy()
    await test.stop()
  })

  const calls = (): Route[] => callsOf(test)

  const connections = (): Promise<number> => new Promise((resolve, reject) => { test.app.server.getConnections((error, count) => { if (error === null) resolve(count); else reject(error) }) })

  function ask(method: string, path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = askServer({ host: '127.0.0.1', port, method, path, agent, headers: { host: 'portal.example', accept: 'application/json' } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0)).on('error', reject)
      })
      asked.on('error', reject).end()
    })
  }

  it.each(['/assets/..%5c..%5cpackage.json', '/assets/%00', '/assets/nothing.js', '/assets/', '/assets/.hidden', '/texts/..%2fen.js', '/index.html%00'])('the address %s of a file is refused, and the server lives on', async (address) => {
    for (let count = 0; count < 3; count += 1) expect([400, 403, 404]).toContain(await ask('GET', address))
    expect(await ask('GET', '/healthz')).toBe(200)
  })

  it('a reader who goes away while a response is prepared harms nobody, on any open route', async () => {
    const assets = path.join(ROOT, 'dist/portal/assets')
    const paths = [...new Set([...calls().filter(({ method, isOpen }) => method === 'GET' && isOpen).map((call) => call.path), '/', '/approvals/list', ...(existsSync(assets) ? readdirSync(assets).slice(0, 20).map((file) => `/assets/${file}`) : [])])]
    const failures: unknown[] = []
    const note = (reason: unknown): void => { failures.push(reason) }
    process.on('unhandledRejection', note)
    for (const waited of ['not at all', 'until sent']) {
      await Promise.all(paths.map((asked) => new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET ${asked} HTTP/1.1\r\nHost: portal.example\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`, () => { if (waited === 'until sent') socket.destroy() })
          if (waited === 'not at all') socket.destroy()
        }).on('error', () => undefined).on('close', () => resolve())
      })))
      expect(await ask('GET', '/api/v1/auth/options')).not.toBe(500)
    }
    await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(1), { timeout: 20_000 })
    process.off('unhandledRejection', note)
    expect(failures).toEqual([])
  })

  it.each(Object.keys(FORMS))('no closed route answers an address in this form: %s', async (form) => {
    const closed = calls().filter(({ isOpen }) => !isOpen)
    expect(closed.length).toBeGreaterThan(400)
    const wrong: string[] = []
    await Promise.all(closed.map(async ({ method, path }) => {
      const status = await ask(method, FORMS[form]!(path))
      // 404: the address matches no route.
      if (status !== 401 && (form === 'plain' || status !== 404)) wrong.push(`${method} ${FORMS[form]!(path)}: ${status}`)
    }))
    reportFigures(`without a session: ${form}`, kind, { tried: closed.length, succeeded: wrong.length })
    expect(wrong).toEqual([])
  })

  it('a call is refused before the first byte of its body', async () => {
    const taking = calls().filter(({ method, isOpen }) => !isOpen && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    expect(taking.length).toBeGreaterThan(200)
    const wrong: string[] = []
    for (const { method, path } of taking) {
      const first = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`${method} ${FORMS['a letter of the prefix encoded']!(path)} HTTP/1.1\r\nhost: portal.example\r\ncontent-type: application/json\r\ncontent-length: 80000000\r\n\r\n`))
        socket.once('data', (chunk: Buffer) => {
          socket.destroy()
          resolve(chunk.toString().slice(0, 12))
        })
      })
      if (first !== 'HTTP/1.1 401') wrong.push(`${method} ${path}: ${first}`)
    }
    expect(wrong).toEqual([])
  })
})
