/** A pending request for a record that is deleted ends in the state that its manifest chooses, by lists and figures too. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn } from './walk.ts'

const REQUESTS = 'shell/record-change/manifest.json'
const TOOL = {
  id: 'tool', kind: 'master', title: { one: 'Tool', many: 'Tools' }, key: 'code',
  schema: { required: ['code'], properties: { code: { title: 'Code' }, grade: { title: 'Grade' }, maker: { title: 'Maker' }, cost: { type: 'number', title: 'Cost' } } },
  dualControl: { fields: ['grade', 'maker', 'cost'], checker: 'finance' },
  // An administrator cannot know of requests for these fields, which do not keep them from deleting the record.
  permissions: { finance: { can: ['list', 'get', 'create', 'update'] }, administrator: { can: ['list', 'get', 'delete'], hide: ['grade', 'maker'] } },
}

/** Writes the module of tools, and the type of requests with a choice of states for one that ends. */
function writeModules(folder: string): void {
  const requests = JSON.parse(readFileSync(path.join(ROOT, 'modules', REQUESTS), 'utf8')) as { states: object; actions: { withdraw: { to: unknown } } }
  Object.assign(requests, { lists: { tools: { of: 'tool' } }, lookups: { waiting: { of: 'record-change', where: 'row.recordKey == doc.recordKey && row.status == "Pending Approval"' } } })
  Object.assign(requests.states, { Crowded: { final: true }, Spared: { final: true } })
  requests.actions.withdraw.to = [{ when: 'lookups.waiting > 1.0', to: 'Crowded' }, { when: 'lists.tools.exists(t, t.code == "B")', to: 'Spared' }, { to: 'Canceled' }]
  const files = { 'shell/module.json': { id: 'shell', title: 'Shell' }, [REQUESTS]: requests, 'tools/module.json': { id: 'tools', title: 'Tools' }, 'tools/tool/manifest.json': TOOL }
  for (const [file, value] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), JSON.stringify(value))
  }
}

describe.each(ONE_KIND)('pending requests for a record that is deleted, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-requests-'))
  let test: TestApp
  const { call, decide, done } = walkIn<{ status: string; _rev: number }>(() => test)
  const asked = async (name: string, method: 'POST' | 'PATCH' | 'DELETE', url: string, body: object): Promise<string> => {
    const { body: reply } = await call(name, method, `documents/${url}`, { ...body, _reason: 'As agreed' })
    return (reply as { request?: { key: string } }).request?.key ?? expect.fail(JSON.stringify(reply))
  }

  beforeAll(async () => {
    writeModules(folder)
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
  }, 120_000)
  afterAll(async () => {
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('end in the state whose condition, on figures or lists, holds', async () => {
    for (const code of ['A', 'B']) await decide('mutua', await asked('joyce', 'POST', 'tool', { code, cost: 5 }))
    const waiting = [await asked('joyce', 'PATCH', 'tool/A', { grade: 'K1', _rev: 1 }), await asked('joyce', 'PATCH', 'tool/A', { maker: 'Jua Kali', _rev: 1 })]
    await decide('mutua', await asked('admin', 'DELETE', 'tool/A', { _rev: 1 }))
    expect((await call('joyce', 'GET', 'documents/tool/A')).status).toBe(404)
    // The first is one of two that wait; of the second, only the list of tools says anything.
    const states = await Promise.all(waiting.map(async (no) => (await done('joyce', 'GET', `documents/record-change/${no}`)).data.status))
    expect(states).toEqual(['Crowded', 'Spared'])
  })
})
