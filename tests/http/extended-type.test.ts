/** Modules in separate folders that add to those in the folders before them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatIssues, loadCatalogue } from '../../src/core/index.ts'
import { loadModuleCode } from '../../src/server/manifests/load-code.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { checkCases } from '../../tools/check-cases.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn } from './walk.ts'

interface Pass { no: string; status: string; vehicle?: string; pieces: number; logged_on?: string; items: { line_no: number; what: string; serial?: string }[]; _rev: number; _actions: string[] }
interface MenuEntry { id: string; title: { text: string }; subs: MenuEntry[] }

/** Another module: its additions to gate passes. */
const PARKING = {
  'parking/module.json': { id: 'parking', title: 'Parking', roles: { warden: 'Looks after the yard' } },
  'parking/gate-pass/manifest.json': {
    extends: 'gate-pass',
    description: 'Cars of visitors.',
    schema: {
      properties: { vehicle: { type: 'string', title: 'Vehicle', maxLength: 12 }, logged_on: { type: 'string', format: 'date', title: 'Logged on', readOnly: true } },
      $defs: { item: { properties: { serial: { type: 'string', title: 'Serial', 'x-default': '"none"' } } } },
    },
    terms: { comesByCar: 'doc.vehicle != ""' },
    rules: { 'plate-is-kenyan': { on: 'vehicle', when: 'comesByCar', check: 'doc.vehicle.startsWith("K")', message: '{vehicle} is no Kenyan plate.' } },
    list: { columns: { vehicle: {} }, filters: { vehicle: 'equals' }, search: ['vehicle'] },
    card: { sections: { visit: { fields: ['vehicle'] }, items: { columns: { serial: {} } }, parking: { kind: 'fields', title: 'Parking', fields: ['logged_on'] } } },
    actions: { logCar: { label: 'Log the car', from: ['Open'], who: ['owner'], when: 'comesByCar', sets: { logged_on: 'today' } } },
    messages: { logCar: '{vehicle} is in the yard' },
    endpoints: { logCar: { call: 'POST parking/log', key: 'no' } },
  },
}
/** The module of the repository's fixtures again, in a later folder. */
const FACILITIES = {
  'facilities/module.json': {
    id: 'facilities', title: 'Facilities of the house',
    menu: { facilities: { title: 'Facilities', subs: { badge: { title: 'Badges', records: 'visitor-badge' } } } },
    pages: { 'badges.list': { path: '/badges', screen: 'list', type: 'visitor-badge' } },
    settings: { facilities_settings: { title: 'Facilities', properties: { most_badges: { type: 'integer', title: 'Badges', default: 40 } } } },
    dashboards: { main: { tiles: { badges: { title: 'Badges', type: 'visitor-badge' } } } },
  },
  'facilities/visitor-badge/manifest.json': {
    id: 'visitor-badge', kind: 'master', title: { one: 'Badge', many: 'Badges' }, key: 'code', schema: { properties: { code: { type: 'string', title: 'Code' } } },
    list: { columns: { code: {} } }, card: { sections: { main: { kind: 'fields', fields: ['code'] } } }, permissions: { employee: { can: ['list', 'get', 'create'] } },
  },
  'facilities/gate-pass/manifest.json': { extends: 'gate-pass', schema: { properties: { floor: { type: 'integer', title: 'Floor' } } }, card: { sections: { visit: { fields: ['floor'] } } } },
}

function folderOf(files: Record<string, object>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-modules-'))
  for (const [file, value] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), JSON.stringify(value))
  }
  return folder
}

/** The checker's output for the folders, on either channel, and whether it passed. */
function check(folders: string[]): { isRight: boolean; said: string } {
  try {
    return { isRight: true, said: execFileSync(process.execPath, ['dist/tools/check-manifests.js'], { cwd: ROOT, env: { ...process.env, MODULES: folders.join(':') }, encoding: 'utf8', stdio: 'pipe' }) }
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return { isRight: false, said: stdout + stderr }
  }
}

/** The issues that the checker finds, of manifests and cases, without starting a process: a process would read all modules again. */
async function issuesOf(folders: string[]): Promise<string> {
  const sources = readSources(folders)
  const { functions, effects } = await loadModuleCode(folders, ROOT)
  const { catalogue, cases, issues } = loadCatalogue({ sources, schemas: readSchemas(path.join(ROOT, 'schemas')), functions, effects: Object.keys(effects) })
  return formatIssues([...issues, ...(catalogue === null ? [] : checkCases(catalogue, functions, cases, sources).issues)], sources)
}

describe.each(ONE_KIND)('a type that other folders extend, on %s', (kind) => {
  const folders = [path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules'), folderOf(PARKING), folderOf(FACILITIES)]
  let app: TestApp
  const { call, done, who } = walkIn<Pass>(() => app)
  const pass = (more: object = {}): object => ({ visitor: 'Amina', visit_date: '2026-06-20', items: [{ what: 'Laptop', quantity: 2 }], ...more })

  beforeAll(async () => {
    app = await startApp({ kind, modules: folders })
  })
  afterAll(async () => {
    await app.stop()
    for (const folder of folders.slice(2)) rmSync(folder, { recursive: true, force: true })
  })

  it('has the fields, rules, actions and calls of its extensions as well as its own', async () => {
    const { data } = await done('wanjiku', 'POST', 'documents/gate-pass', pass({ vehicle: 'KDA 123X', floor: 2 }))
    expect(data).toMatchObject({ vehicle: 'KDA 123X', floor: 2, pieces: 2, items: [{ what: 'Laptop', serial: 'none' }] })
    expect(data._actions).toEqual(expect.arrayContaining(['save', 'send', 'badge', 'logCar']))
    expect(await done('wanjiku', 'POST', 'parking/log', { no: data.no })).toMatchObject({ message: 'KDA 123X is in the yard', data: { logged_on: '2026-06-15' } })
    const wrong = await call('wanjiku', 'POST', 'documents/gate-pass', pass({ vehicle: 'UAB 1' }))
    expect([wrong.status, wrong.body.message]).toEqual([422, 'UAB 1 is no Kenyan plate.'])
    // Its own rules still apply.
    expect((await call('wanjiku', 'POST', 'documents/gate-pass', pass({ vehicle: 'KDA 123X', visit_date: '2026-06-01' }))).body.message).toMatch(/cannot be in the past/)
    const { data: found } = await done<Pass[]>('wanjiku', 'GET', 'documents/gate-pass?search=123x&vehicle=KDA%20123X')
    expect(found.map(({ no }) => no)).toEqual([data.no])
    const { data: walking } = await done('wanjiku', 'POST', 'documents/gate-pass', pass())
    expect(walking._actions).not.toContain('logCar')
  })

  it('shows the fields, sections and columns of its extensions after its own', () => {
    const { card, list } = app.engines.base().type('gate-pass').manifest
    expect(card.sections['visit']).toMatchObject({ fields: ['visitor', 'visit_date', 'last_date', 'requested_by', 'host_kind', 'host', 'carries_items', 'serial_number', 'vehicle', 'floor'] })
    expect(Object.keys(card.sections)).toEqual(['visit', 'items', 'approvals', 'parking'])
    expect(Object.keys((card.sections['items'] as { columns: object }).columns)).toEqual(['what', 'quantity', 'back_on', 'from_kind', 'lent_by', 'serial'])
    expect(Object.keys(list.columns)).toEqual(['no', 'status', 'visitor', 'visit_date', 'pieces', 'requested_by', 'host', 'vehicle'])
  })

  it('belongs to a module to which a later folder adds menu, pages, settings, dashboards and types', async () => {
    const { catalogue } = app.engines.base()
    expect(catalogue.modules['facilities']).toEqual({ id: 'facilities', title: 'Facilities' })
    expect(catalogue.roles).toMatchObject({ guard: 'Lets visitors in at the gate', warden: 'Looks after the yard' })
    expect(catalogue.pages['badges.list']).toMatchObject({ path: '/badges', type: 'visitor-badge' })
    expect(catalogue.settings['facilities_settings']?.fields['most_badges']?.default).toBe(40)
    expect(catalogue.dashboards['main']?.tiles.map(({ id }) => id)).toContain('badges')
    const { menu } = (await done<{ menu: MenuEntry[] }>('wanjiku', 'GET', 'portal/bootstrap')).data
    expect(menu.find(({ id }) => id === 'facilities')?.subs.map(({ id }) => id)).toEqual(['gate-pass', 'badge'])
    expect((await done<unknown[]>('wanjiku', 'GET', 'documents/visitor-badge')).data).toEqual([])
  })

  it('passes the checker, and an overlay can change what was added', async () => {
    expect(await issuesOf(folders)).toBe('')
    await done('admin', 'POST', 'admin/overlays', { extends: { id: 'gate-pass', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'actions.logCar.label', to: 'Let the car in', was: 'Log the car' }] })
    const { types } = (await done<{ types: Record<string, { manifest: string }> }>('wanjiku', 'GET', 'portal/bootstrap')).data
    const answer = await app.inject({ method: 'GET', url: `/api/v1/portal/manifests/${types['gate-pass']?.manifest ?? ''}.json`, headers: { authorization: `Bearer ${(await who('wanjiku')).token}` } })
    expect(answer.json<{ actions: Record<string, { label: { text: string } }> }>().actions['logCar']?.label.text).toBe('Let the car in')
  })

  it('fails the checker if an extension repeats a declaration or a folder is not one of modules', async () => {
    const clashing = folderOf({ 'yard/module.json': { id: 'yard', title: 'Yard' }, 'yard/gate-pass/manifest.json': { extends: 'gate-pass', schema: { properties: { vehicle: { type: 'string', title: 'Car' } } } } })
    const lost = folderOf({ 'yard/shed/manifest.json': {} })
    try {
      expect(await issuesOf([...folders, clashing])).toContain('"gate-pass" already declares "schema.properties.vehicle".')
      expect(check([folders[0]!, lost])).toEqual({ isRight: false, said: `Wrong folder: '${lost}', in which 'yard' holds document types and has no module.json: add one that says { "id": "yard", "title": "…" }.\n` })
      expect(check([path.join(ROOT, 'modules/cash')])).toMatchObject({ isRight: false, said: expect.stringContaining('which is a module itself: name the folder that holds it') as string })
    } finally {
      for (const folder of [clashing, lost]) rmSync(folder, { recursive: true })
    }
  })
})
