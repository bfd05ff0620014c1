/** The import directions of the README's table, one rule a row. A rule's comment is what a developer reads on failure. */
const path = (layer) => `^src/${layer}/`
/** @type {import('dependency-cruiser').IConfiguration['forbidden']} */
const forbidden = [
  { name: 'core-stands-alone', severity: 'error', comment: 'src/core is data in, data out: it imports itself, Ajv, jsonc-parser, the CEL evaluator and the SHA-256 of @noble/hashes only. Pass what it needs as an argument.', from: { path: path('core'), pathNot: '\\.test\\.ts$' }, to: { path: '^(src/(contract|server|portal)|modules|tools|tests)/' } },
  { name: 'core-packages', severity: 'error', comment: 'src/core may use ajv, ajv-formats, jsonc-parser, @marcbachmann/cel-js and @noble/hashes only.', from: { path: path('core'), pathNot: '\\.test\\.ts$' }, to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/(ajv|ajv-formats|jsonc-parser|@marcbachmann/cel-js|@noble/hashes)/' } },
  { name: 'contract-knows-core-only', severity: 'error', comment: 'src/contract describes the wire: it imports the door of core only.', from: { path: path('contract') }, to: { path: '^(src/(server|portal)|modules|tools)/' } },
  { name: 'server-not-portal', severity: 'error', comment: 'The server never imports the portal or a module; module code comes through the registry in src/server/manifests.', from: { path: path('server') }, to: { path: '^(src/portal|modules)/' } },
  { name: 'portal-not-server', severity: 'error', comment: 'The portal talks to the server through src/contract.', from: { path: path('portal') }, to: { path: '^src/server/' } },
  { name: 'portal-modules-through-registry', severity: 'error', comment: 'Only src/portal/widgets/registry.ts collects module widgets.', from: { path: path('portal'), pathNot: '^src/portal/widgets/registry\\.ts$' }, to: { path: '^modules/' } },
  { name: 'layers-by-their-door', severity: 'error', comment: 'Import another layer by its index.ts; a test also by what its testing folders make.', from: { path: '^src/(contract|server|portal)/' }, to: { path: '^src/(core|contract)/', pathNot: ['^src/(core|contract)/index\\.ts$', '^src/$1/', '/testing/'] } },
  { name: 'sql-in-store-only', severity: 'error', comment: 'SQL and its drivers live in src/server/store.', from: { path: '^src/', pathNot: '^src/server/store/' }, to: { path: 'node_modules/(kysely|pg|@electric-sql/pglite)/' } },
  { name: 'react-in-portal-only', severity: 'error', comment: 'React and its kits live in src/portal and module widgets.', from: { path: '^(src/(core|contract|server)|tools)/' }, to: { path: 'node_modules/(react|react-dom|@mantine|@rjsf)/' } },
  { name: 'screen-stands-alone', severity: 'error', comment: 'A folder of src/portal/pages is one screen: what two of them need belongs in src/portal/ui. Only an approval shows the card, read-only.', from: { path: '^src/portal/pages/([^/]+)/' }, to: { path: '^src/portal/pages/[^/]+/', pathNot: '^src/portal/pages/($1|card)/' } },
  { name: 'card-only-in-approvals', severity: 'error', comment: 'Only the approval of a document, and the dialog over its list, show its card; another screen takes what it needs from src/portal/ui or src/portal/form.', from: { path: '^src/portal/pages/', pathNot: '^src/portal/pages/((card|approval)/|list/ListDialog\\.tsx$)' }, to: { path: '^src/portal/pages/card/' } },
  { name: 'module-stands-alone', severity: 'error', comment: 'A module imports itself, the door of core, and the sdk of server or portal.', from: { path: '^modules/([^/]+)/' }, to: { path: '^(modules|src)/', pathNot: ['^modules/$1/', '^src/core/index\\.ts$', '^src/portal/sdk\\.ts$', '^src/server/sdk\\.ts$'] } },
  { name: 'no-cycles', severity: 'error', comment: 'Two files that need each other are one file, or a third is missing.', from: {}, to: { circular: true } },
  { name: 'no-test-code-shipped', severity: 'error', comment: 'Shipped code does not import tests.', from: { path: '^src/', pathNot: '(\\.test\\.tsx?$|/testing/)' }, to: { path: '(\\.test\\.tsx?$|^tests/|/testing/)' } },
]
module.exports = {
  forbidden,
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.base.json' }, exclude: { path: '(\\.generated\\.ts$|^dist/)' }, enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] } },
}
