import { expect, test } from 'vitest'
import { groupsOf } from './portal-chunks.ts'

const SMALL = 100
const LARGE = 50_000
const chunk = (fileName: string, facadeModuleId: string | null, imports: string[], length = LARGE) => ({ fileName, facadeModuleId, isEntry: fileName === 'entry', imports, modules: { [`/${fileName}.ts`]: { renderedLength: length } } })

const CHUNKS = [
  chunk('entry', '/index.html', ['always']),
  chunk('signed-in', '/src/portal/shell/SignedIn.tsx', ['always', 'shared']),
  chunk('sign-in', '/src/portal/pages/sign-in/AuthRoutes.tsx', ['always', 'inputs', 'passwords']),
  chunk('table', '/src/portal/pages/list/ListTable.tsx', ['list']),
  chunk('list', '/src/portal/pages/list/ListPage.tsx', ['shared', 'both', 'inputs', 'small-of-list']),
  chunk('card', '/src/portal/pages/card/CardPage.tsx', ['before-form']),
  chunk('form', '/src/portal/pages/card/CardLoader.tsx', ['before-form', 'small', 'both', 'of-many', 'lent', 'of-documents']),
  chunk('settings', '/src/portal/pages/settings/SettingsPage.tsx', ['small', 'before-form', 'small-of-list', 'of-many', 'of-administration']),
  chunk('users', '/src/portal/pages/users/UsersPage.tsx', ['of-many', 'of-administration', 'of-questions', 'passwords']),
  chunk('approvals', '/src/portal/pages/approvals/ApprovalsPage.tsx', ['of-many']),
  chunk('approval', '/src/portal/pages/approval/ApprovalPage.tsx', ['of-decision', 'of-documents']),
  chunk('pane', '/src/portal/pages/approval/EntryPane.tsx', ['of-decision', 'of-documents']),
  chunk('questions', '/src/portal/ui/ConfirmDialog.tsx', ['of-questions']),
  chunk('lines', '/src/portal/form/line-table/LineTable.tsx', ['both', 'of-lines', 'lent-by-lines']),
  chunk('dialog', '/src/portal/pages/card/InputDialog.tsx', ['on-click', 'lent', 'lent-by-lines', 'of-questions']),
  chunk('always', null, []),
  chunk('shared', null, []),
  chunk('inputs', null, []),
  chunk('passwords', null, []),
  chunk('small', null, [], SMALL),
  chunk('small-of-list', null, [], SMALL),
  chunk('before-form', null, [], SMALL),
  chunk('of-administration', null, [], SMALL),
  chunk('of-many', null, []),
  chunk('lent', null, []),
  chunk('both', null, []),
  chunk('of-decision', null, ['of-documents']),
  chunk('of-documents', null, []),
  chunk('on-click', null, []),
  chunk('of-lines', null, []),
  chunk('lent-by-lines', null, [], SMALL),
  chunk('of-questions', null, [], SMALL),
]

test.each<[string, string | undefined, string]>([
  ['always', 'base', 'the page itself needs it'],
  ['inputs', 'base', 'the sign-in page and a screen need it'],
  ['passwords', 'sign-in', 'only a screen that is seldom the first shares it with the sign-in page'],
  ['shared', 'shell', 'the signed-in part needs it'],
  ['small', 'documents', 'all that a form shares with another screen is not worth a request'],
  ['small-of-list', 'shell', 'a list shares it, and it is not worth a request'],
  ['before-form', 'shell', 'a card shares it before its form, and it is not worth a request'],
  ['of-administration', 'administration', 'neither a list nor a document needs it'],
  ['of-questions', 'questions', 'a question needs it, as a dialog and a page do'],
  ['of-many', 'documents', 'four screens share it, a form among them'],
  ['lent', 'form+later', 'a dialog needs it, but not the form that it shares it with'],
  ['of-lines', 'lines', 'only the lines of a form need it'],
  ['lent-by-lines', 'form+later', 'the form would share it with a dialog, too'],
  ['both', 'form+list', 'two screens need it'],
  ['list', 'list', 'only a part of the list needs it, too'],
  ['card', 'card', 'one screen needs it'],
  ['form', 'form', 'only the form of a card needs it'],
  ['sign-in', 'sign-in', 'only the sign-in page needs it'],
  ['dialog', undefined, 'it is fetched on a click'],
  ['on-click', undefined, 'it is fetched on a click'],
])('%s goes into %s: %s', (module, group, _reason) => {
  expect(groupsOf(CHUNKS).find(({ test: holds }) => holds(`/${module}.ts`))?.name).toBe(group)
})

test('what more places need is taken before what fewer need', () => {
  const priority = Object.fromEntries(groupsOf(CHUNKS).map((group) => [group.name, group.priority]))
  expect(priority['base']).toBeGreaterThan(priority['shell'] ?? 0)
  expect(priority['shell']).toBeGreaterThan(priority['documents'] ?? 0)
  expect(priority['documents']).toBeGreaterThan(priority['administration'] ?? 0)
  expect(priority['administration']).toBeGreaterThan(priority['form+list'] ?? 0)
  expect(priority['form+list']).toBeGreaterThan(priority['card'] ?? 0)
  expect(priority['approval+form'], 'a click is no place').toBeGreaterThan(priority['approval+later'] ?? 0)
  expect(priority['card'], 'a form takes along what the card shares with it').toBeGreaterThan(priority['form'] ?? 0)
  expect(Object.values(priority).every(Number.isInteger), 'the bundler cuts off fractions').toBe(true)
})
