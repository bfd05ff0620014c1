import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordDoc } from '../document/record-doc.ts'
import type { StoredRecord } from '../document/stored-record.ts'
import { recordEvaluator } from '../testing/cel-evaluator.ts'
import { makeActor, makePermission, makeType } from '../testing/make-type.ts'
import { can, rowPredicate } from './permitted-rows.ts'
import { matches } from './row-predicate.ts'
import { compileRows, translateRows, UntranslatableError } from './translate-rows.ts'

const manifest = makeType()
const scope = { manifest, variable: 'doc' as const }
const user = makeActor()
const evaluator = recordEvaluator(manifest)

function translated(expression: string, constants: Record<string, unknown> = { user }) {
  return translateRows(expression, { ...scope, constants, evaluator })
}

const owner = { name: 'employee_no', role: 'owner', type: 'string' }
const description = { name: 'description', role: 'data', type: 'string' }
const urgent = { name: 'urgent', role: 'data', type: 'boolean' }

describe('a row expression', () => {
  test.each<[string, unknown]>([
    ['true', { kind: 'always' }],
    ['!true', { kind: 'never' }],
    ['doc.employee_no == user.employee', { kind: 'compare', op: '=', field: owner, value: 'E1' }],
    ['user.employee == doc.employee_no', { kind: 'compare', op: '=', field: owner, value: 'E1' }],
    ['5 < doc.count', { kind: 'compare', op: '>', field: { name: 'count', role: 'data', type: 'number' }, value: 5 }],
    ['!(doc.status != "Open")', { kind: 'compare', op: '=', field: { name: 'status', role: 'state', type: 'string' }, value: 'Open' }],
    ['doc.urgent', { kind: 'compare', op: '=', field: urgent, value: true }],
    ['!doc.urgent', { kind: 'or', terms: [{ kind: 'compare', op: '=', field: urgent, value: false }, { kind: 'not', term: { kind: 'has', field: urgent } }] }],
    ['doc.no in user.assigned', { kind: 'assigned', actor: 'E1' }],
    ['doc.status in ["Open", "Pending"]', { kind: 'in', field: { name: 'status', role: 'state', type: 'string' }, values: ['Open', 'Pending'] }],
    ['doc.description in []', { kind: 'never' }],
    ['!(doc.description in [])', { kind: 'always' }],
    ['has(doc.description)', { kind: 'has', field: description }],
    ['has(doc.no)', { kind: 'always' }],
    ['!doc.description.startsWith("T")', { kind: 'or', terms: [{ kind: 'not', term: { kind: 'startsWith', field: description, value: 'T' } }, { kind: 'not', term: { kind: 'has', field: description } }] }],
    ['user.roles.exists(r, r == "employee") || doc.urgent', { kind: 'always' }],
    ['doc.urgent && user.nothing == "x"', { kind: 'never' }],
    ['doc.description == ""', { kind: 'or', terms: [{ kind: 'compare', op: '=', field: description, value: '' }, { kind: 'not', term: { kind: 'has', field: description } }] }],
    ['(10.0 - 21.0) > doc.total', { kind: 'compare', op: '<', field: { name: 'total', role: 'data', type: 'number' }, value: -11 }],
  ])('%s becomes a predicate', (expression, expected) => {
    expect(translated(expression)).toEqual(expected)
  })

  test('a person without an employee number has assignments by user id', () => {
    expect(translated('doc.no in user.assigned', { user: { id: 'u9' } })).toEqual({ kind: 'assigned', actor: 'user:u9' })
  })

  test('a lookup compares its rows with the values of the current document', () => {
    const predicate = translateRows('row.employee_no == doc.employee_no && row.no != doc.no', {
      manifest, variable: 'row', constants: { doc: { employee_no: 'E7', no: 'C-1' } }, evaluator,
    })
    expect(predicate).toMatchObject({ kind: 'and', terms: [{ value: 'E7' }, { op: '<>', value: 'C-1' }] })
  })
})

describe('a row expression that cannot be translated', () => {
  test.each<[string, string, RegExp]>([
    ['doc.urgent ? true : false', 'doc.urgent ? true : false', /choice/],
    ['doc.kind.folded() == "a"', 'doc.kind.folded()', /cannot|fields of the record/],
    ['doc.urgent && size(doc.lines) > 0', 'size(doc.lines)', /fields of the record/],
    ['doc.lines.exists(l, l.amount > 1.0)', 'doc.lines.exists(l, l.amount > 1.0)', /exists/],
    ['doc.description == doc.kind', 'doc.description == doc.kind', /Both sides/],
    ['doc.nothing == "x"', 'doc.nothing', /no field nothing/],
    ['doc.lines == "x"', 'doc.lines', /several values/],
    ['doc.kind in user.assigned', 'doc.kind in user.assigned', /doc\.no in user\.assigned/],
    ['doc.description == null', 'doc.description == null', /has\(doc\.description\)/],
    ['doc.count == "1"', 'doc.count == "1"', /number/],
    ['doc.description', 'doc.description', /not yes\/no/],
    ['doc.description.matches("a")', 'doc.description.matches("a")', /matches/],
    ['doc.expense.isTransport', 'doc.expense.isTransport', /record itself/],
    ['doc.description ==', 'doc.description ==', /./],
  ])('%s is refused at %s', (expression, node, message) => {
    const translation = compileRows(expression, scope)
    expect(translation).toMatchObject({ ok: false, issue: { node } })
    expect(translation.ok ? '' : translation.issue.message).toMatch(message)
    expect(() => translated(expression)).toThrow(UntranslatableError)
  })
})

describe('rows of a person', () => {
  test('a person with several roles sees the rows of all of them', () => {
    const finance = makeActor({ roles: ['employee', 'finance'] })
    expect(rowPredicate(manifest, finance, 'list', evaluator)).toEqual({ kind: 'always' })
    expect(rowPredicate(manifest, makeActor({ roles: ['employee', 'approver'] }), 'get', evaluator)).toMatchObject({ kind: 'or', terms: [{ kind: 'compare' }, { kind: 'assigned' }] })
  })

  test('a person without a role of the type, or without the verb, sees no rows', () => {
    expect(rowPredicate(manifest, makeActor({ roles: ['everyone', 'constructor'] }), 'list', evaluator)).toEqual({ kind: 'never' })
    expect(rowPredicate(manifest, makeActor(), 'delete', evaluator)).toEqual({ kind: 'never' })
    expect(can(manifest, makeActor({ roles: ['finance'] }), 'create')).toBe(false)
  })

  test('a condition that cannot be evaluated for the person selects no rows', () => {
    const { employee: _, ...nobody } = makeActor()
    expect(rowPredicate(makeType({ permissions: { employee: makePermission('employee', { rows: '!(doc.employee_no == user.employee)' }) } }), nobody, 'list', evaluator)).toEqual({ kind: 'never' })
  })
})

describe('a predicate and the expression that it was translated from', () => {
  const leaf = fc.constantFrom(
    'true', 'false', 'doc.urgent', 'doc.description == "a"', 'doc.description != "a"', 'doc.description < "b"', '"a" >= doc.description', 'doc.count > 1.0', 'doc.count != 2.0',
    'doc.kind in ["a", "b"]', 'doc.kind in []', 'has(doc.kind)', 'has(doc.employee_no)', 'doc.description.contains("b")', 'doc.description.startsWith("a")', 'doc.kind.endsWith("b")',
    'doc.employee_no == user.employee', 'doc.employee_no == user.grade', 'user.employee == "E1"', 'user.grade == "x"', 'doc.status == "Open"', 'doc.no != "C-1"', 'doc.no in user.assigned',
    'ifEmpty(doc.description, "a") == "a"', 'ifEmpty(doc.urgent, true)', 'ifEmpty(doc.kind, "b") != "b"', 'doc["kind"] == "a"', 'doc.kind == ""', 'doc.count < 1.0', 'doc.kind in [""]',
  )
  const expression = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, leaf, tie('node').map((node) => `!(${node})`), fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}) && (${b})`), fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}) || (${b})`)),
  })).node
  // The server stores no empty texts: an empty field is absent.
  const text = fc.constantFrom('a', 'b', 'ab')
  const data = fc.record({ description: text, kind: text, urgent: fc.boolean(), count: fc.constantFrom(0, 1, 2) }, { requiredKeys: [] })
  const record = fc.tuple(data, fc.constantFrom('C-1', 'C-2'), fc.constantFrom('Open', 'Pending'), fc.option(fc.constantFrom('E1', 'E2'), { nil: undefined })).map(([fields, key, state, ownedBy]): StoredRecord => ({
    key, state, rev: 1, data: fields, ...(ownedBy === undefined ? {} : { owner: ownedBy }),
  }))

  test('it agrees with CEL whichever fields are absent', () => {
    fc.assert(fc.property(expression, record, fc.subarray(['C-1', 'C-2']), (source, stored, assigned) => {
      const constants = { user: { ...user, assigned } }
      const byCel = evaluator.test(source, { ...constants, doc: recordDoc(manifest, stored) })
      expect(matches(translated(source, constants), stored, new Set(assigned))).toBe(byCel)
    }), { numRuns: 3000 })
  })

  test('it agrees with CEL whichever values of the other document are empty', () => {
    const constant = fc.constantFrom('doc.kind', 'doc["kind"]', '(doc.urgent ? doc.kind : doc.description)', 'ifEmpty(doc.kind, doc.description)', 'doc.lines[0].code', 'first(doc.lines).code', 'user.grade', 'user.employee', '(doc.kind + "")')
    const compared = fc.tuple(fc.constantFrom('==', '!=', '<', '<='), constant).map(([op, value]) => `row.kind ${op} ${value}`)
    const others = fc.constantFrom(
      'doc.urgent', 'row.urgent == doc.urgent', 'row.count <= doc.count', 'isEmpty(doc.lines)', 'has(doc.lines)', 'row.kind in doc.lines.map(l, l.code)', 'row.kind in [doc.kind, doc.description]', 'row.kind in user.roles',
      'row.kind.startsWith(doc.kind)', 'row.kind.contains(first(doc.lines).code)', 'ifEmpty(row.kind, doc.kind) == "a"', 'doc.kind == user.grade',
    )
    const term = fc.oneof(compared, others)
    const selecting = fc.oneof(term, term.map((one) => `!(${one})`), fc.tuple(term, term).map(([a, b]) => `(${a}) && !(${b})`), fc.tuple(term, term).map(([a, b]) => `!(${a}) || (${b})`))
    const lines = fc.array(fc.record({ code: text }, { requiredKeys: [] }), { maxLength: 2 })
    const doc = fc.tuple(data, fc.option(lines, { nil: undefined })).map(([fields, those]) => ({ ...fields, ...(those !== undefined && { lines: those }) }))
    fc.assert(fc.property(selecting, record, doc, (source, stored, other) => {
      const constants = { user, doc: other }
      const byCel = evaluator.test(source, { ...constants, row: recordDoc(manifest, stored) })
      expect(matches(translateRows(source, { manifest, variable: 'row', constants, evaluator }), stored, new Set())).toBe(byCel)
    }), { numRuns: 3000 })
  })
})
