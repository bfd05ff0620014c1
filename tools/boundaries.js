/**
 * The import directions, one rule per row: an import is refused if `from` matches the file and `to` matches what it imports, unless
 * `notFrom` or `notTo` matches as well. `$1` in `notTo` is the first group of `from`. A package is at node_modules/<name>, a Node module at
 * node:<name>. The linter enforces the rules (lint-rules.js: boundary), together with its own no-cycle.
 */
import path from 'node:path'
import { isBuiltin } from 'node:module'

const layer = (name) => `^src/${name}/`

/** The folders of src/server/store; each may import those before it. */
export const STORE_FOLDERS = ['sql', 'embedded', 'connection', 'transactions', 'requests', 'settings', 'users', 'sign-in', 'files', 'audit', 'documents', 'lists', 'approvals', 'delivery', 'schema']

const storeOrder = STORE_FOLDERS.slice(0, -1).map((folder, index) => ({ name: 'store-in-order', message: 'A folder of src/server/store imports those before it in STORE_FOLDERS (tools/boundaries.js). What two of them need stands in the earlier one.', from: `^src/server/store/${folder}/`, to: `^src/server/store/(${STORE_FOLDERS.slice(index + 1).join('|')})/` }))

/** @type {{ name: string; message: string; from: string; notFrom?: string; to: string; notTo?: string[] }[]} */
export const BOUNDARIES = [
  { name: 'core-stands-alone', message: 'src/core is data in, data out: it imports itself, Ajv, jsonc-parser, the CEL evaluator, the SHA-256 of @noble/hashes and the patterns of re2js only. Pass what it needs as an argument.', from: layer('core'), notFrom: '\\.test\\.ts$', to: '^(src/(contract|server|portal)|modules|tools|tests)/' },
  { name: 'core-packages', message: 'src/core may use ajv, ajv-formats, jsonc-parser, @marcbachmann/cel-js, @noble/hashes and re2js only.', from: layer('core'), notFrom: '\\.test\\.ts$', to: '^(node_modules/|node:)', notTo: ['^node_modules/(ajv|ajv-formats|jsonc-parser|@marcbachmann/cel-js|@noble/hashes|re2js)(/|$)'] },
  { name: 'manifests-read-first', message: 'src/core/manifest goes one way: language, read, then resolve, then check; client is made of what is resolved. What two of them need stands in the earlier one.', from: '^src/core/manifest/(language|read|resolve)/', to: '^src/core/manifest/(check|client)/' },
  { name: 'language-comes-first', message: 'src/core/manifest/language is what can be written; it does not know how that is read or resolved.', from: '^src/core/manifest/language/', to: '^src/core/manifest/(read|resolve)/' },
  { name: 'reading-resolves-nothing', message: 'src/core/manifest/read knows what is written only.', from: '^src/core/manifest/read/', to: '^src/core/manifest/resolve/' },
  { name: 'check-and-client-apart', message: 'What is wrong with manifests and what clients get of them do not know each other.', from: '^src/core/manifest/(check|client)/', notFrom: '\\.test\\.ts$', to: '^src/core/manifest/(check|client)/', notTo: ['^src/core/manifest/$1/'] },
  { name: 'contract-knows-core-only', message: 'src/contract describes the wire: of core it imports index.ts only.', from: layer('contract'), to: '^(src/(server|portal)|modules|tools)/' },
  { name: 'server-not-portal', message: 'The server never imports the portal or a module; module code comes through the registry in src/server/manifests.', from: layer('server'), to: '^(src/portal|modules)/' },
  { name: 'portal-not-server', message: 'The portal talks to the server through src/contract.', from: layer('portal'), to: '^src/server/' },
  { name: 'portal-modules-through-registry', message: 'Only src/portal/widgets/registry.ts collects module widgets.', from: layer('portal'), notFrom: '^src/portal/widgets/registry\\.ts$', to: '^modules/' },
  { name: 'layers-by-their-door', message: 'Import another layer by its index.ts; a test also by what its testing folders make.', from: '^src/(contract|server|portal)/', to: '^src/(core|contract)/', notTo: ['^src/(core|contract)/index\\.ts$', '^src/$1/', '/testing/'] },
  { name: 'sql-in-store-only', message: 'SQL and its drivers live in src/server/store.', from: '^src/', notFrom: '^src/server/store/', to: '^node_modules/(kysely|pg|@electric-sql/pglite)(/|$)' },
  ...storeOrder,
  { name: 'react-in-portal-only', message: 'React and its kits live in src/portal and module widgets.', from: '^(src/(core|contract|server)|tools)/', to: '^node_modules/(react|react-dom|@mantine|@rjsf)(/|$)' },
  { name: 'screen-stands-alone', message: 'A folder of src/portal/pages is one screen: what two of them need belongs in src/portal/ui. Only an approval shows the card, read-only, and the queue of approvals the approval beside it.', from: '^src/portal/pages/([^/]+)/', notFrom: '^src/portal/pages/approvals/Entries\\.tsx$', to: '^src/portal/pages/[^/]+/', notTo: ['^src/portal/pages/($1|card)/'] },
  { name: 'card-only-in-approvals', message: 'Only the approval of a document, its form in steps, and the dialog over its list, show its card; another screen takes what it needs from src/portal/ui or src/portal/form.', from: '^src/portal/pages/', notFrom: '^src/portal/pages/((card|approval|wizard)/|list/ListDialog\\.tsx$)', to: '^src/portal/pages/card/' },
  { name: 'module-stands-alone', message: 'A module imports itself, the index.ts of core, and the sdk of server or portal.', from: '^modules/([^/]+)/', to: '^(modules|src)/', notTo: ['^modules/$1/', '^src/core/index\\.ts$', '^src/portal/sdk\\.ts$', '^src/server/sdk\\.ts$'] },
  { name: 'no-test-code-shipped', message: 'Shipped code does not import tests.', from: '^src/', notFrom: '(\\.test\\.tsx?$|/testing/)', to: '(\\.test\\.tsx?$|^tests/|/testing/)' },
]

const compiled = BOUNDARIES.map((rule) => ({ ...rule, isFrom: new RegExp(rule.from), isNotFrom: rule.notFrom === undefined ? undefined : new RegExp(rule.notFrom), isTo: new RegExp(rule.to) }))

/** The first rule that refuses an import. `file` is relative to the repository, with slashes; `imported` as written there. */
export function refusalOf(file, imported) {
  const target = targetOf(file, imported)
  return compiled.find(({ isFrom, isNotFrom, isTo, notTo = [] }) => {
    const from = isFrom.exec(file)
    if (from === null || isNotFrom?.test(file) === true || !isTo.test(target)) return false
    return !notTo.some((pattern) => new RegExp(pattern.replaceAll('$1', from[1] ?? '')).test(target))
  })
}

function targetOf(file, imported) {
  if (imported.startsWith('.')) return path.posix.join(path.posix.dirname(file), imported)
  return isBuiltin(imported) ? `node:${imported.replace('node:', '')}` : `node_modules/${imported}`
}
