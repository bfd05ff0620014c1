/** Nobody without a session gets anything, however they write an address. New routes are covered automatically. */
import { request as askServer, Agent } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, ONE_KIND, startApp, type TestApp } from './harness.ts'

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

  function ask(method: string, path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = askServer({ host: '127.0.0.1', port, method, path, agent, headers: { host: 'portal.example', accept: 'application/json' } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0)).on('error', reject)
      })
      asked.on('error', reject).end()
    })
  }

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
