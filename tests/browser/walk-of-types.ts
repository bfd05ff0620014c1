/** The walk that every document type takes through the browser without code of its own: its list, a record, and the form of a new one. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BootstrapAnswer } from '../../src/contract/index.ts'
import { cardPath, defaultPage, pageOf, pathTo, type ResolvedDocumentType } from '../../src/core/index.ts'
import { engineOfModules } from '../store/support.ts'
import { DESKTOP, comeToRest, faultsOf, go, tableScrolls, type Visitor, resize } from './harness.ts'
import type { Person } from './people.ts'
import { startWindows } from './windows.ts'

/** Each checks types that those before cannot see. */
const PEOPLE = ['wanjiku', 'otieno', 'mutua', 'njeri', 'baraka', 'ali', 'admin'] as const

/** Every type is rendered by the same components, whose colours screens.test.ts checks. */
const LOOK = { inKnownColours: true, returns: false }

interface Looker { who: Person; bootstrap: BootstrapAnswer }

const { catalogue } = await engineOfModules()

/** Declares a test for each type of these kinds that can be listed. */
export function walkTypes(kinds: readonly ResolvedDocumentType['kind'][]): void {
  const windows = startWindows()
  const lookers: Looker[] = []
  const visitors = new Map<Looker, Visitor>()
  const types = Object.values(catalogue.types).filter(({ kind, permissions }) => kinds.includes(kind) && Object.values(permissions).some(({ can }) => can.includes('list')))
  const looksAt = ({ id }: ResolvedDocumentType): Looker => {
    const looker = lookers.find(({ bootstrap }) => bootstrap.types[id]?.can.includes('list'))
    return looker ?? expect.fail(`nobody of ${PEOPLE.join(', ')} may list ${id}`)
  }
  /** Users who see other columns of the list: a table that fits one role may be too wide for another. */
  const withOtherColumns = ({ id, list }: ResolvedDocumentType, { bootstrap }: Looker): Looker[] => {
    const varying = Object.values(list.columns).flatMap((column) => Object.keys(column.for ?? {}))
    return lookers.filter((one) => one.bootstrap !== bootstrap && one.bootstrap.types[id]?.can.includes('list') === true && one.bootstrap.actor.roles.some((role) => varying.includes(role)))
  }
  const windowOf = (looker: Looker): Visitor => visitors.get(looker) ?? expect.fail('no window')
  const narrowFor = async (looker: Looker, id: string): Promise<string[]> => {
    const { bootstrap } = looker
    const { page } = windowOf(looker)
    await resize(page, DESKTOP)
    await open(page, pathTo(pageOf(bootstrap.pages, 'list', id) ?? defaultPage('list', id)))
    return (await tableScrolls(page)) ? [`for ${bootstrap.actor.roles.join(', ')}: the table scrolls sideways`] : []
  }
  beforeAll(async () => {
    for (const name of PEOPLE) {
      const who = await windows.person(`${name}@mazingira.example`)
      const bootstrap = (await who.call('GET', 'portal/bootstrap')).data as unknown as BootstrapAnswer
      lookers.push({ who, bootstrap })
    }
    for (const looker of new Set(types.flatMap((type) => [looksAt(type), ...withOtherColumns(type, looksAt(type))]))) visitors.set(looker, await windows.of(looker.who))
  })

  describe.each(types.map((type) => [type.id, type] as const))('the screens of %s', (id, type) => {
    it('the list, a record and a new record are accessible and fit a desktop and a phone', async () => {
      const looker = looksAt(type)
      const { who, bootstrap } = looker
      const { page, problems } = windowOf(looker)
      problems.length = 0
      await open(page, pathTo(pageOf(bootstrap.pages, 'list', id) ?? defaultPage('list', id)))
      const faults = { list: await faultsOf(page, `type-${id}-list`, LOOK), record: [] as string[], new: [] as string[] }
      for (const other of withOtherColumns(type, looker)) faults.list.push(...await narrowFor(other, id))
      const record = await firstRecord(who, type)
      if (record !== undefined) {
        await open(page, cardPath(bootstrap.pages, id, record.key))
        faults.record = await faultsOf(page, `type-${id}-record`, LOOK)
      }
      // A master that can be changed is shown in the same form as a new one.
      if (bootstrap.types[id]?.can.includes('create') === true && (type.kind === 'document' || record?.isOpen !== true)) {
        await open(page, cardPath(bootstrap.pages, id))
        faults.new = await faultsOf(page, `type-${id}-new`, LOOK)
      }
      expect({ ...faults, problems }).toEqual({ list: [], record: [], new: [], problems: [] })
    })
  })
}

async function firstRecord(who: Person, { id, key, shape, actions }: ResolvedDocumentType): Promise<{ key: string; isOpen: boolean } | undefined> {
  const { data: [row] } = (await who.call('GET', `documents/${id}?limit=1`)) as unknown as { data: Record<string, unknown>[] }
  const value = row?.[shape.fields[key]?.wire ?? key]
  const allowed = (row?.['_actions'] ?? []) as string[]
  return typeof value === 'string' ? { key: value, isOpen: Object.values(actions).some((action) => action.saves && allowed.includes(action.id)) } : undefined
}

async function open(page: Page, path: string): Promise<void> {
  await go(page, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await comeToRest(page)
  expect(await page.locator('[data-screen]').first().getAttribute('data-screen'), path).not.toMatch(/not-found|crash/)
}
