/** A change waits for a second person while the type that it is of gets another id: it is approved all the same. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { migrate } from '../../src/server/store/migrations.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn } from './walk.ts'

interface Names { id: string; rate: string }
interface Rename { name: string; before: Names; after: Names }

const RENAMES: Rename[] = [
  { name: 'the type', before: { id: 'toll', rate: 'rate' }, after: { id: 'road-fee', rate: 'rate' } },
  { name: 'the type and its field', before: { id: 'tariff', rate: 'rate' }, after: { id: 'levy', rate: 'price' } },
  { name: 'the field', before: { id: 'fare', rate: 'rate' }, after: { id: 'fare', rate: 'price' } },
]

function manifestOf({ id, rate }: Names, before: Names = { id, rate }): object {
  return {
    id, ...(before.id !== id && { renamedFrom: [before.id] }), kind: 'master', title: { one: 'Rate', many: 'Rates' }, key: 'code',
    schema: {
      type: 'object', required: ['code'],
      properties: { code: { type: 'string', title: 'Code' }, [rate]: { type: 'number', title: 'Rate', ...(before.rate !== rate && { 'x-renamed-from': [before.rate] }) } },
    },
    dualControl: { fields: [rate], checker: 'finance' },
    permissions: { finance: { can: ['list', 'get', 'create', 'update', 'delete'] } },
  }
}

describe.each(ONE_KIND)('a change that waits while its type is renamed, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-requests-'))
  const requests = new Map<string, string>()
  let test: TestApp
  let renewed: FastifyInstance
  const { call, decide, done, who } = walkIn<{ _rev: number }>(() => test)
  const write = (manifests: object[]): void => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(path.join(folder, 'rates'), { recursive: true })
    writeFileSync(path.join(folder, 'rates/module.json'), JSON.stringify({ id: 'rates', title: 'Rates' }))
    for (const manifest of manifests as { id: string }[]) {
      mkdirSync(path.join(folder, 'rates', manifest.id))
      writeFileSync(path.join(folder, 'rates', manifest.id, 'manifest.json'), JSON.stringify(manifest))
    }
  }
  /** The number of the request that the call became. */
  const asked = async (method: 'POST' | 'PATCH', url: string, body: object): Promise<string> => {
    const { body: reply } = await call('joyce', method, url, { ...body, _reason: 'New rates' })
    const { request } = reply as { request?: { key: string } }
    return request?.key ?? expect.fail(JSON.stringify(reply))
  }

  beforeAll(async () => {
    write(RENAMES.map(({ before }) => manifestOf(before)))
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    for (const { before: { id, rate } } of RENAMES) {
      await decide('mutua', await asked('POST', `documents/${id}`, { code: 'A', [rate]: 5 }))
      const { data: { _rev } } = await done('joyce', 'GET', `documents/${id}/A`)
      requests.set(id, await asked('PATCH', `documents/${id}/A`, { [rate]: 7, _rev }))
    }
    write(RENAMES.map(({ before, after }) => manifestOf(after, before)))
    const { isLoaded, report } = await test.engines.reload()
    expect(isLoaded, report).toBe(true)
    await migrate(test.services.database, test.engines.base().catalogue)
    renewed = await buildApp(test.services)
  }, 120_000)
  afterAll(async () => {
    await renewed.close()
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(RENAMES)('is written when it is approved: $name', async ({ before, after }) => {
    const { token } = await who('mutua')
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; data: unknown }> => {
      const answer = await renewed.inject({ method, url: `/api/v1/documents/${url}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
      return { status: answer.statusCode, data: answer.json<{ data?: unknown }>().data }
    }
    const no = requests.get(before.id) ?? ''
    expect(await ask('GET', `${after.id}/A`)).toMatchObject({ data: { [after.rate]: 5, _requests: [{ no }] } })
    expect(await ask('POST', `record-change/${no}/actions/approve`, {})).toMatchObject({ status: 200, data: { status: 'Released' } })
    expect(await ask('GET', `${after.id}/A`)).toMatchObject({ data: { [after.rate]: 7 } })
  })
})
