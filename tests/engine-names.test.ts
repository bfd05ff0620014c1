/** `src/` names no document type: neither its id nor the wire names of its fields and calls. */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

/**
 * Ids that are also words of the engine's own language. They may be used as identifiers and in comments; a string that equals the id, where
 * a type could be meant, occurs only in these files, for the given reason.
 */
const WORDS: Record<string, Record<string, string>> = {
  employee: {
    'src/core/access/built-in-roles.ts': 'the built-in role',
    'src/core/manifest/resolve/expressions-of.ts': 'the relation of an approver in manifests',
    'src/core/manifest/resolve/resolve-actions.ts': 'the same',
    'src/core/manifest/resolve/resolved.ts': 'the same',
    'src/core/workflow/resolve-steps.ts': 'the same',
    'src/core/access/own-rows.ts': 'the number of a person’s employee record: user.employee',
    'src/contract/account-rules.ts': 'the same, a field of accounts',
    'src/server/store/users/users.ts': 'the same, their column',
    'src/portal/pages/users/columns.tsx': 'the same',
    'src/portal/pages/users/user-form.ts': 'the same',
    'src/portal/pages/users/UserDialog.tsx': 'the same',
  },
  department: { 'src/server/sign-in/establish-session.ts': 'the department of a person: user.department' },
  currency: {
    'src/core/manifest/check/check-modules.ts': 'the setting that holds a company’s currency: organisation.currency',
    'src/server/operate/set-up.ts': 'a key of Intl for the codes of ISO 4217',
    'src/portal/widgets/ReadonlyWidget.tsx': 'the currency of an amount, which rjsf passes to widgets as an option',
  },
  // A word of organisation.holidays and of calendars.
  holiday: {},
  location: { 'src/portal/navigation/portal-history.ts': 'the address of a window' },
}

/** Wire names that the engine's own calls and tables have too. */
const OWN_NAMES: Record<string, string> = {
  documentNo: 'contract: the document of an approval entry or a notice',
  documentType: 'contract: its type',
  entryNo: 'contract: the number of an approval entry',
  dueDate: 'contract: the date by which an entry is to be decided',
  displayName: 'contract: the name of a company',
  display_name: 'the same as a column',
  recordKey: 'the key of the record whose history a screen shows',
  fromValue: 'a field in the lines of every change request, see organisation.changeRequests',
  toValue: 'the same',
  isClosed: 'whether a connection for notifications has ended',
  allowNegative: 'a property of number inputs in the library of components',
  user_id: 'a column: whose session, link or notice it is',
}

function filesUnder(folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesUnder(path, isWanted)
    return isWanted(path) ? [path] : []
  })
}

const read = (path: string): string => readFileSync(path, 'utf8')
const SOURCES = filesUnder('src', (path) => /\.(ts|tsx|css|html)$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('/testing/'))
const MANIFESTS = filesUnder('modules', (path) => path.endsWith('/manifest.json') || /\/mixins\/[^/]+\.json$/.test(path)).map((path) => JSON.parse(read(path)) as Manifest)

interface Shape { properties?: Record<string, { 'x-wire'?: string; 'x-wire-alias'?: string[] }>; $defs?: Record<string, Shape> }
type Call = string | { call: string; key?: string }
interface Manifest { id?: string; schema?: Shape; actions?: Record<string, { input?: Shape }>; endpoints?: Record<string, Call | Call[]> }

/** A word in every spelling that programs use: petty-cash, petty_cash, PettyCash, pettyCash, “Petty cash”. */
function spelt(id: string): RegExp {
  const [first = '', ...rest] = id.split('-')
  const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  const tail = rest.map((word) => `[-_ ]?(?:${word}|${capital(word)})`).join('')
  return new RegExp(`(?:(?<![A-Za-z])${first}|(?<![A-Z])${capital(first)})${tail}(?![a-z])`)
}

interface Words { path: string; texts: string[]; names: string[] }

/** The strings and identifiers of a program, without its comments. */
function wordsOf(path: string): Words {
  const found: Words = { path, texts: [], names: [] }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.names.push(node.text)
    else if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) found.texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS))
  return found
}

/** The wire names of a manifest's fields and calls. */
function wireNames({ schema = {}, actions = {}, endpoints = {} }: Manifest): string[] {
  const ofShape = ({ properties = {}, $defs = {} }: Shape): string[] => [
    ...Object.entries(properties).flatMap(([name, field]) => [name, ...(field['x-wire'] === undefined ? [] : [field['x-wire']]), ...(field['x-wire-alias'] ?? [])]),
    ...Object.values($defs).flatMap(ofShape),
  ]
  const ofCall = (given: Call): string[] => {
    const { call, key } = typeof given === 'string' ? { call: given, key: undefined } : given
    return [...[...call.matchAll(/[?&](\w+)=/g)].map((match) => match[1] ?? ''), ...(key === undefined ? [] : [key])]
  }
  return [...ofShape(schema), ...Object.values(actions).flatMap(({ input = {} }) => ofShape(input)), ...Object.values(endpoints).flat().flatMap(ofCall)]
}

describe('the engine', () => {
  const ids = MANIFESTS.flatMap(({ id }) => id ?? [])
  let programs: Words[]
  beforeAll(() => {
    programs = SOURCES.filter((path) => /\.tsx?$/.test(path)).map(wordsOf)
  })

  it('this test reads every manifest and every source', () => {
    expect(ids.length).toBeGreaterThan(40)
    expect(SOURCES.length).toBeGreaterThan(400)
    expect(Object.keys(WORDS).filter((id) => !ids.includes(id))).toEqual([])
  })

  it('it names no document type, in any spelling or comment', () => {
    const named = ids.filter((id) => !Object.hasOwn(WORDS, id)).map((id) => [id, spelt(id)] as const)
    expect(SOURCES.flatMap((path) => named.flatMap(([id, pattern]) => (pattern.test(read(path)) ? [`${path}: ${id}`] : [])))).toEqual([])
  })

  it('it uses a word that is also an id only where it means something else', () => {
    const found = Object.keys(WORDS).flatMap((id) => {
      // As a whole string, a part of a path, or quoted within SQL; or as a type of the catalogue.
      const alone = new RegExp(`(^|['"\`/])${id}($|['"\`/])`)
      const ofCatalogue = new RegExp(`\\btypes\\??\\.${id}\\b`)
      return programs.flatMap(({ path, texts }) => (texts.some((text) => alone.test(text)) || ofCatalogue.test(read(path)) ? [`${path}: ${id}`] : []))
    })
    expect(found.sort()).toEqual(Object.entries(WORDS).flatMap(([id, places]) => Object.keys(places).map((path) => `${path}: ${id}`)).sort())
  })

  it('it uses no wire name of a document type', () => {
    // Plain words (amount, status) are common; only compounds identify their type.
    const compounds = new Set(MANIFESTS.flatMap(wireNames).filter((name) => /_|[a-z][A-Z]/.test(name)))
    expect(compounds.size).toBeGreaterThan(100)
    const found = new Map<string, string>()
    for (const { path, texts, names } of programs) {
      for (const name of [...texts.flatMap((text) => text.match(/\w+/g) ?? []), ...names]) if (compounds.has(name)) found.set(name, path)
    }
    expect([...found].filter(([name]) => !Object.hasOwn(OWN_NAMES, name))).toEqual([])
    expect(Object.keys(OWN_NAMES).filter((name) => !found.has(name))).toEqual([])
  })
})
