/**
 * Writes texts/en.json: every text that people read, sorted, with the places where it stands and the names of its placeholders. It is what
 * translations are made from (docs/translating.md). `--check` compares instead of writing and fails if the list is stale.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { DEFAULT_MESSAGES, loadCatalogue, mapTexts } from '../src/core/index.ts'
import { loadModuleCode } from '../src/server/manifests/load-code.ts'
import { readSchemas, readSources } from '../src/server/manifests/read-sources.ts'
import { parsed } from './command-line.ts'
import { ROOT } from './module-folders.ts'

const { values: given } = parsed({ options: { check: { type: 'boolean', default: false } } }, 'npm run texts -- [--check]: writes texts/en.json; --check tells whether it is stale instead.')
const TARGET = path.join(ROOT, 'texts', 'en.json')
const LAYERS = ['src/portal', 'src/server', 'src/contract', 'src/core', 'modules']

interface Listed { /** The form of one, if the text depends on a number. */ one?: string; at: Set<string> }
const found = new Map<string, Listed>()

function add(source: string, place: string, one?: string): void {
  if (!/\p{L}/u.test(source.replace(/\{[^}]*\}/g, ''))) return
  const listed = found.get(source) ?? { at: new Set<string>() }
  listed.at.add(place)
  if (one !== undefined) listed.one = one
  found.set(source, listed)
}

/** The functions that take a text, and those that take an object of texts (src/core/texts.ts). */
const ONE = new Set(['t', 'text'])
const MANY = 'texts'
const ELEMENT = 'Sentence'

/** The names that a file imports from the core. */
function importsOf(tree: ts.SourceFile): Set<string> {
  const clauses = tree.statements.filter(ts.isImportDeclaration).filter(({ moduleSpecifier }) => /\/(core\/index|texts)\.ts.$/.test(moduleSpecifier.getText()))
  return new Set(clauses.flatMap(({ importClause }) => (importClause?.namedBindings && ts.isNamedImports(importClause.namedBindings) ? importClause.namedBindings.elements.map(({ name }) => name.text) : [])))
}

function addFile(file: string): void {
  const tree = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const imported = importsOf(tree)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && imported.has(node.expression.text)) {
      const [first] = node.arguments
      if (first !== undefined && ONE.has(node.expression.text)) addSource(first, file)
      else if (first !== undefined && node.expression.text === MANY) addAll(first, file)
    }
    if (ts.isJsxAttribute(node) && node.name.getText() === 'text' && node.initializer && ts.isStringLiteral(node.initializer) && elementOf(node) === ELEMENT) add(node.initializer.text, file)
    ts.forEachChild(node, visit)
  }
  visit(tree)
}

const elementOf = (attribute: ts.JsxAttribute): string => attribute.parent.parent.tagName.getText()

function addSource(node: ts.Expression, file: string): void {
  if (ts.isStringLiteralLike(node)) add(node.text, file)
  if (!ts.isObjectLiteralExpression(node)) return
  const forms = Object.fromEntries(node.properties.flatMap((one) => (ts.isPropertyAssignment(one) && ts.isStringLiteralLike(one.initializer) ? [[one.name.getText(), one.initializer.text]] : [])))
  if (forms['other'] !== undefined) add(forms['other'], file, forms['one'])
}

/** The texts in an object or list of constants. */
function addAll(node: ts.Node, file: string): void {
  if (ts.isStringLiteralLike(node) && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) && !ts.isElementAccessExpression(node.parent)) add(node.text, file)
  ts.forEachChild(node, (inner) => addAll(inner, file))
}

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.generated\.ts$|\.d\.ts$|\/testing\/|\/node_modules\//.test(file)).sort()
}

/** What manifests say, with the defaults that the engine adds, by document type and module. */
async function addManifests(): Promise<void> {
  const folders = [path.join(ROOT, 'modules')]
  const code = await loadModuleCode(folders, ROOT)
  const { catalogue } = loadCatalogue({ sources: readSources(folders), schemas: readSchemas(path.join(ROOT, 'schemas')), functions: code.functions, effects: Object.keys(code.effects) })
  if (catalogue === null) throw new Error('The manifests have errors: npm run check:manifests lists them.')
  const { types, ...rest } = catalogue
  for (const type of Object.values(types)) mapTexts(type, (text) => addOf(text, Object.keys(type.messages), `modules/${type.module}/${type.id}`))
  mapTexts(rest, (text) => addOf(text, [], 'modules'))
}

/** A success names a message of the type, or one that every type has, by its key, too. */
function addOf(text: string, keys: string[], place: string): string {
  if (!keys.includes(text) && !Object.hasOwn(DEFAULT_MESSAGES, text)) add(text, place)
  return text
}

for (const file of LAYERS.flatMap(sourceFiles)) addFile(file)
await addManifests()

const placeholdersOf = (source: string): string[] => [...new Set([...source.matchAll(/\{([A-Za-z_][A-Za-z0-9_.]*)\}/g)].map(([, name = '']) => name))]
const entries = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([source, { one, at }]) => {
  const placeholders = placeholdersOf(source)
  return `  ${JSON.stringify(source)}: ${JSON.stringify({ ...(one !== undefined && { one }), ...(placeholders.length > 0 && { placeholders }), at: [...at].sort() })}`
})
const list = `{\n${entries.join(',\n')}\n}\n`

if (!given.check) {
  mkdirSync(path.dirname(TARGET), { recursive: true })
  writeFileSync(TARGET, list)
  console.log(`${String(found.size)} texts written to ${path.relative(process.cwd(), TARGET)}`)
} else if (!existsSync(TARGET) || readFileSync(TARGET, 'utf8') !== list) {
  console.error('texts/en.json is stale: run npm run texts and commit the result.')
  process.exitCode = 1
}
