/** Actions that share a call are distinguished by the record's state, and so are the titles of their dialogs' fields. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, startApp, type Caller, type TestApp } from './harness.ts'

const dialog = (title: string): object => ({ required: ['note'], properties: { note: { type: 'string', title } } })
const errand = {
  id: 'errand', kind: 'document', title: { one: 'Errand', many: 'Errands', new: 'New errand' }, key: 'no', series: 'ER-{0000}', owner: 'runner',
  schema: { type: 'object', properties: { no: { type: 'string', title: 'No.', readOnly: true }, status: { type: 'string', title: 'Status', readOnly: true }, runner: { type: 'string', title: 'Runner', 'x-stamp': 'user.employee' } } },
  states: { Open: { initial: true, editable: true }, Away: {}, Back: { final: true } },
  actions: {
    save: { label: 'Save', from: ['new', 'Open'], who: ['owner'], saves: true },
    leave: { label: 'Leave', from: ['Open'], who: ['owner'], to: 'Away', input: dialog('Where to') },
    arrive: { label: 'Come back', from: ['Away'], who: ['owner'], to: 'Back', input: dialog('What came of it') },
  },
  endpoints: { leave: { call: 'POST errands/next', key: 'no' }, arrive: { call: 'POST errands/next', key: 'no' } },
  permissions: { employee: { rows: 'doc.runner == user.employee', can: ['list', 'get', 'create'] } },
}

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-shared-'))
let test: TestApp
let wanjiku: Caller
beforeAll(async () => {
  mkdirSync(path.join(folder, 'errands/errand'), { recursive: true })
  writeFileSync(path.join(folder, 'errands/module.json'), JSON.stringify({ id: 'errands', title: 'Errands' }))
  writeFileSync(path.join(folder, 'errands/errand/manifest.json'), JSON.stringify(errand))
  test = await startApp({ modules: [path.join(ROOT, 'modules'), folder] })
  wanjiku = await test.signIn('wanjiku@mazingira.example')
}, 120_000)
afterAll(async () => {
  await test.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a refusal titles a field as the dialog of the action that the state selects', async () => {
  const { data: { no } } = (await wanjiku.call('POST', 'documents/errand', {})).json<{ data: { no: string } }>()
  const titles = async (body: object): Promise<unknown> => (await wanjiku.call('POST', 'errands/next', { no, ...body })).json<{ errors?: { title?: string }[] }>().errors?.map(({ title }) => title)
  expect(await titles({})).toEqual(['Where to'])
  expect(await titles({ note: 'To the bank' })).toBeUndefined()
  expect(await titles({})).toEqual(['What came of it'])
})
