import { expect, test } from 'vitest'
import { groupsOf } from './portal-chunks.ts'

const SMALL = 100
const LARGE = 50_000
const chunk = (fileName: string, facadeModuleId: string | null, imports: string[], length = LARGE) => ({ fileName, facadeModuleId, isEntry: fileName === 'entry', imports, modules: { [`/${fileName}.ts`]: { renderedLength: length } } })

const CHUNKS = [
  chunk('entry', '/index.html', ['always']),
  chunk('signed-in', '/src/portal/shell/SignedIn.tsx', ['always', 'shared']),
  chunk('sign-in', '/src/portal/pages/sign-in/AuthRoutes.tsx', ['always', 'inputs']),
  chunk('list', '/src/portal/pages/list/ListPage.tsx', ['shared', 'both', 'inputs']),
  chunk('card', '/src/portal/pages/card/CardPage.tsx', ['small', 'both']),
  chunk('settings', '/src/portal/pages/settings/SettingsPage.tsx', ['small']),
  chunk('dialog', '/src/portal/pages/card/InputDialog.tsx', ['on-click']),
  chunk('always', null, []),
  chunk('shared', null, []),
  chunk('inputs', null, []),
  chunk('small', null, [], SMALL),
  chunk('both', null, []),
  chunk('on-click', null, []),
]

test.each<[string, string | undefined, string]>([
  ['always', 'base', 'the page itself needs it'],
  ['inputs', 'base', 'the sign-in page and a screen need it'],
  ['shared', 'shell', 'the signed-in part needs it'],
  ['small', 'shell', 'all that these two screens share is not worth a request'],
  ['both', 'card+list', 'two screens need it'],
  ['card', 'card', 'one screen needs it'],
  ['sign-in', 'sign-in', 'only the sign-in page needs it'],
  ['dialog', undefined, 'it is fetched on a click'],
  ['on-click', undefined, 'it is fetched on a click'],
])('%s goes into %s: %s', (module, group, _reason) => {
  expect(groupsOf(CHUNKS).find(({ test: holds }) => holds(`/${module}.ts`))?.name).toBe(group)
})

test('what more places need is taken before what fewer need', () => {
  const priority = Object.fromEntries(groupsOf(CHUNKS).map((group) => [group.name, group.priority]))
  expect(priority['base']).toBeGreaterThan(priority['shell'] ?? 0)
  expect(priority['shell']).toBeGreaterThan(priority['card+list'] ?? 0)
  expect(priority['card+list']).toBeGreaterThan(priority['card'] ?? 0)
})
