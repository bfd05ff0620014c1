import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatIssues, toClientManifest, type ResolvedDocumentType, type SourceFile } from '../../src/core/index.ts'
import { edited, goodSources, load } from './load.ts'
import { contentHash } from '../../src/core/manifest/resolve/content-hash.ts'
import { kebab, humanise } from '../../src/core/manifest/names.ts'
import { nearest } from '../../src/core/manifest/read/nearest.ts'

const { catalogue, cases } = load(goodSources())
const loan = catalogue?.types['loan'] as ResolvedDocumentType
const device = catalogue?.types['device'] as ResolvedDocumentType

test('a mixin brings its fields and rules to the header and to the lines', () => {
  expect(loan.shape.fields['room']?.title).toBe('Room')
  expect(loan.shape.fields['lines']?.line?.fields['room']?.title).toBe('Room')
  expect(loan.rules['room-needed']?.on).toEqual(['room'])
  expect(loan.rules['lines-room-needed']?.on).toEqual(['lines', 'room'])
})

test('a field of a mixin has the name on the wire that the type gives it, in the header and in the lines', () => {
  const named = load(edited([{ file: 'lending/loan/manifest.json', at: ['mixins', 'place', 'wire'], to: { room: 'roomNo' } }])).catalogue?.types['loan']
  expect([named?.shape.fields['room']?.wire, named?.shape.fields['lines']?.line?.fields['room']?.wire]).toEqual(['roomNo', 'roomNo'])
  expect(loan.shape.fields['room']?.wire).toBe('room')
})

test('fields of a mixin have aliases as the type\'s own, wherever the mixin comes', () => {
  const { issues, catalogue: read } = load(edited([{ file: 'lending/loan/aliases.json', to: { fields: { room: ['roomCode'], 'lines.room': ['place'], reason: ['why'] } } }]))
  expect(issues).toEqual([])
  const fields = read?.types['loan']?.shape.fields
  expect([fields?.['room']?.wireAlias, fields?.['lines']?.line?.fields['room']?.wireAlias, fields?.['reason']?.wireAlias]).toEqual([['roomCode'], ['place'], ['why']])
})

test('a trait is taken once with each set of its parameters, in their order; the type may say some of it itself, and leave out what the trait says', () => {
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

test('what the type names of a trait stands where it names it, and what it says before that stands before it', () => {
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

test('a section that says no kind is of lines where it names a field, else a form', () => {
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

test('a name that only every object has is no parameter of a trait', () => {
  const { issues, catalogue: read } = load(edited([
    { file: 'lending/loan/manifest.json', at: ['traits'], to: ['told'] },
    { file: 'lending/traits/told.json', to: { id: 'told', description: 'What came of it.', parameters: { what: { default: 'returned', description: 'What came of it.' } }, manifest: { messages: { deleted: '{no} was $what for $constructor and $valueOf' } } } },
  ]))
  expect(issues).toEqual([])
  expect(read?.types['loan']?.messages['deleted']).toBe('{no} was returned for $constructor and $valueOf')
})

test('aliases beside a manifest that extends a type are those of what it adds', () => {
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

test('cases beside a manifest that extends a type are run with those of the type', () => {
  const { cases: all } = load(edited([...EXTENSION, { file: 'other/loan/cases.json', to: ['a shelf', 'no shelf'].map((name) => ({ name, doc: {}, expect: { hidden: [] } })) }]))
  expect(all['loan']?.map(({ name, file, index }) => [name, file, index])).toEqual(expect.arrayContaining([['a loan without a reason is refused', 'lending/loan/cases.json', 0], ['a shelf', 'other/loan/cases.json', 0], ['no shelf', 'other/loan/cases.json', 1]]))
  expect(all['loan']).toHaveLength(3)
})

test('a manifest that extends a type prints by a layout of its own', () => {
  const { issues, catalogue: read } = load(edited(EXTENSION))
  expect(issues).toEqual([])
  expect(read?.types['loan']?.print).toMatchObject({ paper: { title: 'Loan paper' }, shelf: { title: 'Shelf mark', when: '(doc.status != "Open")', layout: { blocks: [{ kind: 'facts', fields: ['no', 'shelf'] }] } } })
})

/** The same together with an extension in a later folder of the type's own module, which distinguishes files of the same path. */
const later = (...names: string[]): SourceFile[] => names.map((name) => ({ path: `lending/loan/${name}`, shownAs: `later/lending/loan/${name}`, text: JSON.stringify(EXTENSION[name === 'manifest.json' ? 1 : 2]?.to) }))
const told = ({ issues }: ReturnType<typeof load>): string[] => issues.map(({ code, file, seen }) => `${code} ${file} ${seen ?? ''}`)

test('so does one in a later folder of the same module, and takes no layout of the type from it', () => {
  expect(told(load([...goodSources(), ...later('manifest.json', 'print/shelf.json')]))).toEqual([])
  expect(told(load([...goodSources(), ...later('manifest.json', 'print/shelf.json', 'print/paper.json')]))).toEqual(['E116 later/lending/loan/print/paper.json print/paper.json'])
})

test('a layout that nothing prints by is told, beside the manifest of a type or of what extends it', () => {
  const unused = { blocks: [{ kind: 'facts', fields: ['no'] }] }
  const found = told(load(edited([...EXTENSION, { file: 'other/loan/print/unused.json', to: unused }, { file: 'lending/loan/print/unused-too.json', to: unused }])))
  expect(found).toEqual(['W702 lending/loan/print/unused-too.json print/unused-too.json', 'W702 other/loan/print/unused.json print/unused.json'])
  expect(told(load([...goodSources(), ...later('manifest.json', 'print/shelf.json', 'print/unused.json')]))).toEqual(['W702 later/lending/loan/print/unused.json print/unused.json'])
})

test('nothing is told of a layout by which a client prints', () => {
  const operations = [{ do: 'set', at: 'print.paper.layout', was: 'print/paper.json', to: 'print/acme.json' }]
  const { catalogue: read, issues } = load(edited([
    { file: 'lending/loan/print/acme.json', to: { blocks: [{ kind: 'facts', fields: ['no'] }] } },
    { file: 'lending/loan/overlays/paper.json', to: { extends: { id: 'loan', version: 1 }, scope: { client: 'acme' }, author: 'test', operations } },
  ]), 'acme')
  expect(issues).toEqual([])
  expect(read?.types['loan']?.print['paper']?.layout).toEqual({ blocks: [{ kind: 'facts', fields: ['no'] }] })
})

test('an endpoint may answer a record as a list of one', () => {
  const answering = load(edited([{ file: 'lending/loan/manifest.json', at: ['endpoints', 'get'], to: { call: 'GET lending/loans/show?no={no}', answers: 'list' } }])).catalogue?.types['loan']
  expect(answering?.endpoints['get']?.[0]).toMatchObject({ path: 'lending/loans/show', key: { in: 'query', name: 'no' }, answers: 'list' })
  expect(loan.endpoints['get']?.[0]?.answers).toBeUndefined()
})

test('which records may be chosen is said with terms and state, of the record that is chosen', () => {
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

test('a file may be needed only under a condition, which is resolved with the rest', () => {
  const needing = load(edited([{ file: 'lending/loan/manifest.json', at: ['attachments', 'requiredWhen'], to: 'doc.reason == "Loss"' }])).catalogue?.types['loan']
  expect(needing?.attachments).toMatchObject({ requiredFor: ['send'], requiredWhen: 'doc.reason == "Loss"' })
})

test('an approval brings its decisions, and the manifest says only what differs', () => {
  expect(Object.keys(loan.actions)).toEqual(['save', 'send', 'reopen', 'approve', 'reject', 'delegate'])
  expect(loan.actions['approve']).toMatchObject({ label: { text: 'Approve' }, from: ['Sent'], who: ['approver'], to: 'Lent', confirm: { text: 'Lend {no}?' } })
  expect(loan.actions['reject']?.input?.fields['reason']).toMatchObject({ maxLength: 250, title: 'Reason' })
  expect(loan.actions['delegate']?.input?.fields['to']?.ref?.to).toBe('person')
  expect(loan.approval).toMatchObject({ pending: 'Sent', approved: 'Lent', rejected: 'Refused' })
})

test('key, state and owner belong to the server', () => {
  expect(loan.shape.fields['no']?.readOnly).toBe(true)
  expect(loan.shape.fields['person']).toMatchObject({ readOnly: true, stamp: 'user.employee' })
  expect(loan.shape.fields['status']).toMatchObject({ readOnly: true, enum: ['Open', 'Sent', 'Lent', 'Refused'] })
})

test('the place of the key is told for every endpoint', () => {
  expect(loan.endpoints['list']?.[0]).toEqual({ name: 'list', method: 'GET', path: 'lending/loans', fixedQuery: {} })
  expect(loan.endpoints['get']?.[0]?.key).toEqual({ in: 'query', name: 'no' })
  expect(loan.endpoints['send']?.[0]?.key).toEqual({ in: 'body', name: 'headerNo', or: 'no' })
  expect(loan.endpoints['print.paper']?.[0]).toMatchObject({ path: 'lending/loans/:no/paper', key: { in: 'path', name: 'no' } })
})

test('a type that gives no screens has a list, a card and pages', () => {
  expect(Object.keys(device.list.columns)).toEqual(['code', 'name', 'fee', 'blocked'])
  expect(device.list.sort).toEqual({ field: 'code', descending: false })
  expect(device.card.sections['details']?.fields).toEqual(['code', 'name', 'fee', 'blocked'])
  expect(catalogue?.pages['device.list']?.path).toBe('/records/device')
  expect(catalogue?.menu[0]?.subs.find((entry) => entry.id === 'devices')?.page).toBe('device.list')
})

test('cases are handed on by type', () => {
  expect(cases['loan']?.map((one) => one.name)).toEqual(['a loan without a reason is refused'])
})

test('the same manifests give the same hash and a change gives another', () => {
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

test('the place of a slip inside an expression is told past escaped quotes', () => {
  const sources = edited([{ file: 'lending/loan/manifest.json', replace: ['"state != \\"Open\\""', '"doc.status != \\"Open\\" && doc.form > \\"\\""'] }])
  const [issue] = load(sources).issues
  const line = sources.find((source) => source.path === issue?.file)?.text.split('\n')[(issue?.line ?? 1) - 1] ?? ''
  expect(line.slice((issue?.column ?? 1) - 1)).toMatch(/^\.?form/)
})

test('a group of settings is one, whichever module gives its heading, and groups stand as they are declared', () => {
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

test.each(['', 'abc', 'ä€😀'.repeat(40), 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'y'.repeat(100_000)])('the hash is the beginning of SHA-256 (%#)', (text) => {
  expect(contentHash(text)).toBe(createHash('sha256').update(text).digest('hex').slice(0, 16))
})

test.each([['pettyCashLinesAPI', 'petty-cash-lines-api'], ['posting_date', 'posting-date'], ['amountLCY', 'amount-lcy'], ['lines', 'lines']])('%s in kebab form is %s', (name, expected) => {
  expect(kebab(name)).toBe(expected)
})

test('a field without a title is named by its key', () => {
  expect(humanise('posting_date')).toBe('Posting Date')
})

test.each([['lable', 'label'], ['maxlength', 'maxLength'], ['zzz', undefined]])('the nearest known name to %s is %s', (name, expected) => {
  expect(nearest(name, ['label', 'maxLength', 'toString'])).toBe(expected)
})
