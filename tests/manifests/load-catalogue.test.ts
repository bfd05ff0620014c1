import { createHash } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'
import { formatIssues, loadCatalogue, toClientManifest, type ResolvedDocumentType, type SourceFile } from '../../src/core/index.ts'
import { loadModuleCode } from '../../src/server/manifests/load-code.ts'
import { readSources } from '../../src/server/manifests/read-sources.ts'
import { COMPILED_CHECK, edited, goodSources, load, SCHEMAS } from './load.ts'
import { contentHash } from '../../src/core/manifest/resolve/content-hash.ts'
import { kebab, humanise } from '../../src/core/manifest/language/names.ts'
import { nearest } from '../../src/core/manifest/read/nearest.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const { catalogue, cases } = load(goodSources())
const loan = catalogue?.types['loan'] as ResolvedDocumentType
const device = catalogue?.types['device'] as ResolvedDocumentType

test('a mixin requires its fields, and a module’s own widget is known', () => {
  const { catalogue, issues } = load(edited([{ file: 'lending/device/manifest.json', at: ['schema', 'properties', 'code', 'x-widget'], to: 'barcode' }]))
  expect(issues).toEqual([])
  expect(catalogue?.types['device']?.shape.required).toContain('mark')
})

test('a mixin brings its fields and rules to the header and to the lines', () => {
  expect(loan.shape.fields['room']?.title).toBe('Room')
  expect(loan.shape.fields['lines']?.line?.fields['room']?.title).toBe('Room')
  expect(loan.rules['room-needed']?.on).toEqual(['room'])
  expect(loan.rules['lines-room-needed']?.on).toEqual(['lines', 'room'])
})

test('a field of a mixin has the wire name that the type gives it, in the header and in the lines', () => {
  const named = load(edited([{ file: 'lending/loan/manifest.json', at: ['mixins', 'place', 'wire'], to: { room: 'roomNo' } }])).catalogue?.types['loan']
  expect([named?.shape.fields['room']?.wire, named?.shape.fields['lines']?.line?.fields['room']?.wire]).toEqual(['roomNo', 'roomNo'])
  expect(loan.shape.fields['room']?.wire).toBe('room')
})

test('fields of a mixin may have aliases like the type’s own, in the header and in the lines', () => {
  const { issues, catalogue: read } = load(edited([{ file: 'lending/loan/aliases.json', to: { fields: { room: ['roomCode'], 'lines.room': ['place'], reason: ['why'] } } }]))
  expect(issues).toEqual([])
  const fields = read?.types['loan']?.shape.fields
  expect([fields?.['room']?.wireAlias, fields?.['lines']?.line?.fields['room']?.wireAlias, fields?.['reason']?.wireAlias]).toEqual([['roomCode'], ['place'], ['why']])
})

test('a default is checked in the form in which it is stored', () => {
  const withDefault = (value: string) => load(edited([{ file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'site'], to: { title: 'Site', 'x-uppercase': true, pattern: '^[A-Z]{3}$', default: value } }])).issues
  expect(withDefault('nbo')).toEqual([])
  expect(withDefault('nb1')).toMatchObject([{ code: 'E110', path: 'schema.properties.site.default' }])
})

test('a limit on a field of another type is refused with its name, its field and the types that may have it', () => {
  const { issues } = load(edited([{ file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'site'], to: { title: 'Site', type: 'number', minLength: 3 } }]))
  expect(issues).toMatchObject([{ code: 'E110', path: 'schema.properties.site.minLength', message: '"minLength" does not fit the field "site", which is of type number.', expected: 'a field of type string', seen: '3' }])
})

test('a trait may be used several times with different parameters, in order, and the type may override parts of it', () => {
  const { catalogue: read, issues } = load(edited([
    { file: 'lending/loan/manifest.json', at: ['traits'], to: { counted: [{ name: 'sent' }, { name: 'seen', most: '3' }] } },
    { file: 'lending/loan/manifest.json', at: ['rules', 'most-seen'], to: { message: 'Seen too often' } },
    {
      file: 'lending/traits/counted.json',
      to: {
        id: 'counted', description: 'It counts.', parameters: { name: { default: 'times', description: 'What is counted.' }, most: { default: '9', description: 'The most.' } },
        manifest: { schema: { properties: { $name: { type: 'integer', title: 'Times $name' } } }, rules: { 'most-$name': { on: '$name', max: '$most.0', message: 'Too many' } } },
      },
    },
  ]))
  expect(issues).toEqual([])
  const { shape, rules } = read!.types['loan']!
  expect(Object.keys(shape.fields).filter((name) => ['seen', 'sent'].includes(name))).toEqual(['sent', 'seen'])
  expect(Object.values(rules).filter(({ name }) => name.startsWith('most-')).map(({ name, expression, message }) => [name, expression, message])).toEqual([['most-sent', '9.0', 'Too many'], ['most-seen', '3.0', 'Seen too often']])
})

test('a part of a trait that the type names keeps the type’s position among its own parts', () => {
  const action = { from: ['Open'], who: ['owner'], label: 'X' }
  const { catalogue: read, issues } = load(edited([
    { file: 'lending/loan/manifest.json', at: ['traits'], to: ['told'] },
    { file: 'lending/loan/manifest.json', at: ['actions', 'told'], to: {} },
    { file: 'lending/loan/manifest.json', at: ['actions', 'last'], to: action },
    { file: 'lending/traits/told.json', to: { id: 'told', description: 'It is told.', manifest: { actions: { told: action, toldAgain: action } } } },
  ]))
  expect(issues).toEqual([])
  expect(Object.keys(read!.types['loan']!.actions).filter((name) => ['save', 'reopen', 'told', 'last', 'toldAgain'].includes(name))).toEqual(['save', 'reopen', 'told', 'last', 'toldAgain'])
})

test('a section without a kind is one of lines when it names a field, and otherwise a form', () => {
  const at = ['card', 'sections']
  const { catalogue: read, issues } = load(edited([
    { file: 'lending/loan/manifest.json', at: [...at, 'request', 'kind'], to: null },
    { file: 'lending/loan/manifest.json', at: [...at, 'lines'], to: { field: 'lines' } },
  ]))
  expect(issues).toEqual([])
  const { request, lines } = read!.types['loan']!.card.sections
  expect([request?.kind, lines?.kind]).toEqual(['fields', 'lines'])
  expect(Object.keys(lines?.columns ?? {})).toEqual(expect.arrayContaining(['device', 'fee']))
})

test('a name that every object inherits is not a parameter of a trait', () => {
  const { issues, catalogue: read } = load(edited([
    { file: 'lending/loan/manifest.json', at: ['traits'], to: ['told'] },
    { file: 'lending/traits/told.json', to: { id: 'told', description: 'What came of it.', parameters: { what: { default: 'returned', description: 'What came of it.' } }, manifest: { messages: { deleted: '{no} was $what for $constructor and $valueOf' } } } },
  ]))
  expect(issues).toEqual([])
  expect(read?.types['loan']?.messages['deleted']).toBe('{no} was returned for $constructor and $valueOf')
})

test('aliases beside a manifest that extends a type apply to the fields that it adds', () => {
  const { issues, catalogue: read } = load(edited([
    { file: 'other/module.json', to: { id: 'other', title: 'Other' } },
    { file: 'other/loan/manifest.json', to: { extends: 'loan', schema: { properties: { shelf: { type: 'string', title: 'Shelf' } } } } },
    { file: 'other/loan/aliases.json', to: { fields: { shelf: ['shelfNo'] } } },
    { file: 'lending/loan/aliases.json', to: { fields: { reason: ['why'] } } },
  ]))
  expect(issues).toEqual([])
  expect(['shelf', 'reason'].map((name) => read?.types['loan']?.shape.fields[name]?.wireAlias)).toEqual([['shelfNo'], ['why']])
})

const EXTENSION = [
  { file: 'other/module.json', to: { id: 'other', title: 'Other' } },
  { file: 'other/loan/manifest.json', to: { extends: 'loan', schema: { properties: { shelf: { type: 'string', title: 'Shelf' } } }, print: { shelf: { layout: 'print/shelf.json', title: 'Shelf mark', when: 'isKept' } } } },
  { file: 'other/loan/print/shelf.json', to: { blocks: [{ kind: 'facts', fields: ['no', 'shelf'] }] } },
]

test('cases beside a manifest that extends a type are added to those of the type', () => {
  const { cases: all } = load(edited([...EXTENSION, { file: 'other/loan/cases.json', to: ['a shelf', 'no shelf'].map((name) => ({ name, doc: {}, expect: { hidden: [] } })) }]))
  expect(all['loan']?.map(({ name, file, index }) => [name, file, index])).toEqual(expect.arrayContaining([['a loan without a reason is refused', 'lending/loan/cases.json', 0], ['a shelf', 'other/loan/cases.json', 0], ['no shelf', 'other/loan/cases.json', 1]]))
  expect(all['loan']).toHaveLength(3)
})

test('a manifest that extends a type may print with its own layout', () => {
  const { issues, catalogue: read } = load(edited(EXTENSION))
  expect(issues).toEqual([])
  expect(read?.types['loan']?.print).toMatchObject({ paper: { title: 'Loan paper' }, shelf: { title: 'Shelf mark', when: '(doc.status != "Open")', layout: { blocks: [{ kind: 'facts', fields: ['no', 'shelf'] }] } } })
})

/** The same together with an extension in a later folder of the type's own module, which distinguishes files of the same path. */
const later = (...names: string[]): SourceFile[] => names.map((name) => ({ path: `lending/loan/${name}`, shownAs: `later/lending/loan/${name}`, text: JSON.stringify(EXTENSION[name === 'manifest.json' ? 1 : 2]?.to) }))
const brief = ({ issues }: ReturnType<typeof load>): string[] => issues.map(({ code, file, seen }) => `${code} ${file} ${seen ?? ''}`)

test('an extension in a later folder of the same module may too, and may not replace a layout of the type', () => {
  expect(brief(load([...goodSources(), ...later('manifest.json', 'print/shelf.json')]))).toEqual([])
  expect(brief(load([...goodSources(), ...later('manifest.json', 'print/shelf.json', 'print/paper.json')]))).toEqual(['E116 later/lending/loan/print/paper.json print/paper.json'])
})

test('an unused layout is reported, beside the manifest of a type or of its extension', () => {
  const unused = { blocks: [{ kind: 'facts', fields: ['no'] }] }
  const found = brief(load(edited([...EXTENSION, { file: 'other/loan/print/unused.json', to: unused }, { file: 'lending/loan/print/unused-too.json', to: unused }])))
  expect(found).toEqual(['W702 lending/loan/print/unused-too.json print/unused-too.json', 'W702 other/loan/print/unused.json print/unused.json'])
  expect(brief(load([...goodSources(), ...later('manifest.json', 'print/shelf.json', 'print/unused.json')]))).toEqual(['W702 later/lending/loan/print/unused.json print/unused.json'])
})

test('a layout that only a client’s overlay uses is not reported as unused', () => {
  const operations = [{ do: 'set', at: 'print.paper.layout', was: 'print/paper.json', to: 'print/acme.json' }]
  const { catalogue: read, issues } = load(edited([
    { file: 'lending/loan/print/acme.json', to: { blocks: [{ kind: 'facts', fields: ['no'] }] } },
    { file: 'lending/loan/overlays/paper.json', to: { extends: { id: 'loan', version: 1 }, scope: { client: 'acme' }, author: 'test', operations } },
  ]), 'acme')
  expect(issues).toEqual([])
  expect(read?.types['loan']?.print['paper']?.layout).toEqual({ blocks: [{ kind: 'facts', fields: ['no'] }] })
})

test('an endpoint may answer with a record as a list of one', () => {
  const listed = load(edited([{ file: 'lending/loan/manifest.json', at: ['endpoints', 'get'], to: { call: 'GET lending/loans/show?no={no}', answers: 'list' } }])).catalogue?.types['loan']
  expect(listed?.endpoints['get']?.[0]).toMatchObject({ path: 'lending/loans/show', key: { in: 'query', name: 'no' }, answers: 'list' })
  expect(loan.endpoints['get']?.[0]?.answers).toBeUndefined()
})

test('the condition on selectable records may use terms and the state, which are those of the chosen record', () => {
  const { catalogue: chosen, issues } = load(edited([
    { file: 'lending/device/manifest.json', at: ['terms'], to: { isCheap: 'has(doc.name) && doc.fee < 5.0' } },
    { file: 'lending/device/manifest.json', at: ['selectable'], to: 'isCheap' },
    { file: 'lending/loan/manifest.json', at: ['selectable'], to: 'isKept && option.person == doc.person' },
    { file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'earlier'], to: { type: 'string', title: 'Earlier', 'x-ref': { to: 'loan' } } },
  ]))
  expect(issues).toEqual([])
  const fields = chosen?.types['loan']?.shape.fields
  expect(fields?.['lines']?.line?.fields['device']?.ref?.options).toBe('(has(option.name) && option.fee < 5.0) && !option.blocked')
  expect(fields?.['earlier']?.ref?.options).toBe('(option.status != "Open") && option.person == doc.person')
})

test('a file may be required under a condition, which is resolved with the type', () => {
  const withCondition = load(edited([{ file: 'lending/loan/manifest.json', at: ['attachments', 'requiredWhen'], to: 'doc.reason == "Loss"' }])).catalogue?.types['loan']
  expect(withCondition?.attachments).toMatchObject({ requiredFor: ['send'], requiredWhen: 'doc.reason == "Loss"' })
})

test('an approval adds its decisions, and the manifest declares only what differs', () => {
  expect(Object.keys(loan.actions)).toEqual(['save', 'send', 'reopen', 'approve', 'reject', 'delegate'])
  expect(loan.actions['approve']).toMatchObject({ label: { text: 'Approve' }, from: ['Sent'], who: ['approver'], to: 'Lent', confirm: { text: 'Lend {no}?' } })
  expect(loan.actions['reject']?.input?.fields['reason']).toMatchObject({ maxLength: 250, title: 'Reason' })
  expect(loan.actions['delegate']?.input?.fields['to']?.ref?.to).toBe('person')
  expect(loan.approval).toMatchObject({ pending: 'Sent', approved: 'Lent', rejected: 'Refused' })
})

test('only the server sets the key, state and owner', () => {
  expect(loan.shape.fields['no']?.readOnly).toBe(true)
  expect(loan.shape.fields['person']).toMatchObject({ readOnly: true, stamp: 'user.employee' })
  expect(loan.shape.fields['status']).toMatchObject({ readOnly: true, enum: ['Open', 'Sent', 'Lent', 'Refused'] })
})

test('every endpoint of a record has the place of the key', () => {
  expect(loan.endpoints['list']?.[0]).toEqual({ name: 'list', method: 'GET', path: 'lending/loans', fixedQuery: {} })
  expect(loan.endpoints['get']?.[0]?.key).toEqual({ in: 'query', name: 'no' })
  expect(loan.endpoints['send']?.[0]?.key).toEqual({ in: 'body', name: 'headerNo', or: 'no' })
  expect(loan.endpoints['print.paper']?.[0]).toMatchObject({ path: 'lending/loans/:no/paper', key: { in: 'path', name: 'no' } })
})

test('a type without declared screens has a list, a card and pages', () => {
  expect(Object.keys(device.list.columns)).toEqual(['code', 'name', 'fee', 'blocked', 'mark'])
  expect(device.list.sort).toEqual({ field: 'code', descending: false })
  expect(device.card.sections['details']?.fields).toEqual(['code', 'name', 'fee', 'blocked', 'mark'])
  expect(catalogue?.pages['device.list']?.path).toBe('/records/device')
  expect(catalogue?.menu[0]?.subs.find((entry) => entry.id === 'devices')?.page).toBe('device.list')
})

test('cases are returned by type', () => {
  expect(cases['loan']?.map((one) => one.name)).toEqual(['a loan without a reason is refused'])
})

test('the same manifests have the same hash, and a changed type has another', () => {
  expect(load(goodSources()).catalogue?.hash).toBe(catalogue?.hash)
  const changed = load(edited([{ file: 'lending/loan/manifest.json', at: ['title', 'one'], to: 'Lending' }])).catalogue
  expect(changed?.types['loan']?.hash).not.toBe(loan.hash)
  expect(changed?.types['device']?.hash).toBe(device.hash)
})

test('all errors of all files are reported in one run, each at its place', () => {
  const sources = edited([
    { file: 'lending/loan/manifest.json', replace: ['"label": "Send"', '"lable": "Send"'] },
    { file: 'lending/device/manifest.json', replace: ['"kind": "master"', '"kind": "mister"'] },
    { file: 'lending/module.json', replace: ['"loans.list",', '"loans.lst",'] },
  ])
  const { issues } = load(sources)
  expect(new Set(issues.map((issue) => issue.file)).size).toBe(3)
  const text = formatIssues(issues.filter((issue) => issue.code === 'E103'), sources)
  expect(text).toContain('error E103 lending/loan/manifest.json:56:15 actions.send.lable')
  const [, , frame = '', caret = ''] = text.split('\n')
  expect(frame.slice(caret.indexOf('^'), caret.indexOf('^') + 7)).toBe('"lable"')
  expect(text).toContain('did you mean: label')
})

test('a mistake in an expression is reported at its place, even after escaped quotes', () => {
  const sources = edited([{ file: 'lending/loan/manifest.json', replace: ['"state != \\"Open\\""', '"doc.status != \\"Open\\" && doc.form > \\"\\""'] }])
  const [issue] = load(sources).issues
  const line = sources.find((source) => source.path === issue?.file)?.text.split('\n')[(issue?.line ?? 1) - 1] ?? ''
  expect(line.slice((issue?.column ?? 1) - 1)).toMatch(/^\.?form/)
})

test('modules share a group of settings, whichever gives its heading, and groups keep the order of declaration', () => {
  const more = { lending_settings: { type: 'object', properties: { least: { type: 'number', title: 'Least days' } } }, renting: { type: 'object', title: 'Renting', description: 'Of rooms.', properties: { days: { type: 'number', title: 'Days' } } } }
  const { catalogue, issues } = load(edited([{ file: 'renting/module.json', to: { id: 'renting', title: 'Renting', settings: more } }]))
  expect(issues).toEqual([])
  expect(Object.values(catalogue?.settings ?? {}).map(({ name, title, description, fields }) => [name, title, description, Object.keys(fields)])).toEqual([
    ['lending_settings', 'Lending', undefined, ['caption', 'most', 'least']], ['renting', 'Renting', 'Of rooms.', ['days']],
  ])
})

test('the portal gets no permissions, lookups, posts, effects or internal fields', () => {
  const secret = load(edited([
    { file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'secret'], to: { type: 'string', title: 'Secret', 'x-internal': true } },
    { file: 'lending/loan/manifest.json', at: ['rules', 'by-secret'], to: { on: 'reason', check: 'doc.secret != "x"' } },
    { file: 'lending/loan/manifest.json', at: ['rules', 'by-lookup'], to: { on: 'total', check: 'lookups.open < 3.0' } },
  ])).catalogue?.types['loan'] as ResolvedDocumentType
  const client = toClientManifest(secret)
  expect(client['permissions']).toBeUndefined()
  expect(client['lookups']).toEqual({})
  expect(JSON.stringify(client)).not.toContain('ecret')
  expect(Object.keys(client['rules'] as object)).not.toContain('by-lookup')
  expect(Object.keys(client['rules'] as object)).toContain('not-past')
})

test.each([['nothing', ''], ['three letters', 'abc'], ['letters of several bytes', 'ä€😀'.repeat(40)], ['55 letters', 'x'.repeat(55)], ['56 letters', 'x'.repeat(56)], ['64 letters', 'x'.repeat(64)], ['100,000 letters', 'y'.repeat(100_000)]])('the hash of %s is the beginning of its SHA-256', (_, text) => {
  expect(contentHash(text)).toBe(createHash('sha256').update(text).digest('hex').slice(0, 16))
})

test.each([['pettyCashLinesAPI', 'petty-cash-lines-api'], ['posting_date', 'posting-date'], ['amountLCY', 'amount-lcy'], ['lines', 'lines']])('%s in kebab form is %s', (name, expected) => {
  expect(kebab(name)).toBe(expected)
})

test('a field without a title has one made from its key', () => {
  expect(humanise('posting_date')).toBe('Posting Date')
})

test.each([['lable', 'label'], ['maxlength', 'maxLength']])('the nearest known name to %s is %s', (name, expected) => {
  expect(nearest(name, ['label', 'maxLength', 'toString'])).toBe(expected)
})

test('a name that is unlike all known ones has no nearest', () => {
  expect(nearest('zzz', ['label', 'maxLength', 'toString'])).toBeUndefined()
})

test('shipped types, whole or with traits, are validated by the compiled schemas alone, so that no start of the server compiles them', async () => {
  expect(COMPILED_CHECK, 'npm run build:server compiles the schemas').toBeDefined()
  const { functions, effects } = await loadModuleCode([path.join(ROOT, 'modules')], ROOT)
  // Compiling an invalid schema throws.
  const schemas = { ...SCHEMAS, 'invalid.schema.json': { type: 'nothing' } }
  const { issues } = loadCatalogue({ sources: readSources([path.join(ROOT, 'modules')]), schemas, compiledCheck: COMPILED_CHECK, functions, effects: Object.keys(effects) })
  expect(issues).toEqual([])
})
