import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { ResolvedField, ResolvedRule, ResolvedSection } from '../manifest/resolve/resolved.ts'
import { makeAction, makeField, makeShape, makeType } from '../testing/make-type.ts'
import { formSchema } from './form-schema.ts'
import { widgetOf } from './widgets.ts'

function section(name: string, given: Partial<ResolvedSection>): ResolvedSection {
  return { name, kind: 'fields', fields: [], columns: {}, dialogs: {}, addLabel: 'Add', columnsWide: 2, collapsed: false, autosave: false, views: ['main'], ...given }
}

function rule(name: string, effect: ResolvedRule['effect'], on: ResolvedRule['on']): ResolvedRule {
  return { name, on, effect, expression: 'true', after: [], severity: 'error', whenHidden: 'clear', whenDisabled: 'keep', relaxable: false }
}

const manifest = makeType({
  shape: makeShape({
    no: { readOnly: true }, description: { title: 'Description', maxLength: 250, placeholder: 'e.g. Taxi', description: 'Help' }, reason: { widget: 'rich', widgetOptions: { rows: 3 } },
    date: { format: 'date' }, kind: { enum: ['L', 'A'], enumTitles: { L: 'Local' } }, currency: { ref: { to: 'currency', label: 'name', options: '!option.blocked' } }, total: { type: 'number', money: 'currency', compute: '1.0' },
    screenless: { hidden: true }, secret: { internal: true },
    lines: { type: 'array', line: makeShape({ code: {}, amount: { type: 'number', money: '', minimum: 1 }, fund: {} }, ['code']) },
  }, ['description', 'reason', 'total']),
  rules: { r: rule('r', 'required', ['reason']) },
  card: {
    views: {}, opens: {}, actionsPosition: { fixed: 'bottom' },
    sections: {
      request: section('request', { fields: ['description', 'reason', 'date'] }),
      more: section('more', { fields: ['kind', 'currency', 'total', 'description', 'screenless', 'secret', 'gone', 'lines'], columnsWide: 3 }),
      lines: section('lines', { kind: 'lines', field: 'lines', columns: { code: { field: 'code', title: 'Code', offered: false }, amount: { field: 'amount', title: 'Amount', offered: false } }, dialogs: { dims: { title: 'Dimensions', fields: ['fund'] } } }),
    },
  },
  actions: { pay: makeAction('pay', { input: makeShape({ paidOn: { format: 'date' } }, ['paidOn']) }) },
})

describe('the schema for the form library', () => {
  test('the header has the fields of all sections once, in order, without fields that no screen shows', () => {
    const { schema, uiSchema } = formSchema(manifest)
    expect(Object.keys(schema['properties'] as object)).toEqual(['description', 'reason', 'date', 'kind', 'currency', 'total'])
    expect(uiSchema['ui:order']).toEqual(['description', 'reason', 'date', 'kind', 'currency', 'total'])
  })

  test('a field carries its caption, help, limits and widget', () => {
    const { schema, uiSchema } = formSchema(manifest)
    expect(schema['properties']).toMatchObject({
      description: { type: 'string', title: 'Description', description: 'Help', maxLength: 250 }, date: { format: 'date' },
      kind: { enum: ['L', 'A'] },
    })
    expect(uiSchema).toMatchObject({
      kind: { 'ui:enumNames': ['Local', 'A'] },
      description: { 'ui:widget': 'textarea', 'ui:placeholder': 'e.g. Taxi' }, reason: { 'ui:widget': 'rich', 'ui:options': { rows: 3 } },
      currency: { 'ui:widget': 'reference', 'ui:options': { ref: { to: 'currency', label: 'name', isFiltered: true } } },
      total: { 'ui:widget': 'money', 'ui:readonly': true, 'ui:options': { money: 'currency' } },
    })
  })

  test('a field that a rule requires conditionally is not required by the schema', () => {
    expect(formSchema(manifest).schema['required']).toEqual(['description', 'total'])
  })

  test.each<[string, string[], string[]]>([
    ['more', ['kind', 'currency', 'total', 'description'], ['total', 'description']],
    ['lines', ['code', 'amount', 'fund'], ['code']],
    ['line:lines', ['code', 'amount', 'fund'], ['code']],
    ['action:pay', ['paidOn'], ['paidOn']],
  ])('the part “%s” has the fields %j and requires %j', (name, fields, required) => {
    const { schema } = formSchema(manifest, name)
    expect(Object.keys(schema['properties'] as object)).toEqual(fields)
    expect((schema['required'] as string[]).toSorted()).toEqual(required.toSorted())
  })

  test.each<[string, string[]]>([['line:lines.dims', ['fund']], ['action:unknown', []], ['unknown', []]])('the part “%s” has the fields %j and requires none', (name, fields) => {
    const { schema } = formSchema(manifest, name)
    expect(Object.keys(schema['properties'] as object)).toEqual(fields)
    expect(schema).not.toHaveProperty('required')
  })

  test('a section has its number of columns', () => {
    expect(formSchema(manifest, 'more').uiSchema['ui:options']).toEqual({ columns: 3 })
  })

  test.each(['', 'more', 'lines', 'action:pay'])('the schema of “%s” compiles', (name) => {
    const ajv = new Ajv2020({ strict: true })
    addFormats.default(ajv)
    expect(() => ajv.compile(formSchema(manifest, name === '' ? undefined : name).schema)).not.toThrow()
  })
})

describe('the widget of a field', () => {
  test.each<[Partial<ResolvedField>, string]>([
    [{}, 'text'], [{ maxLength: 121 }, 'textarea'], [{ maxLength: 120 }, 'text'], [{ type: 'boolean' }, 'checkbox'], [{ type: 'number' }, 'number'], [{ type: 'integer' }, 'number'],
    [{ type: 'number', money: '' }, 'money'], [{ enum: ['a'] }, 'select'], [{ enum: [1], type: 'number' }, 'select'], [{ format: 'date-time' }, 'date-time'], [{ type: 'array' }, 'tags'],
    [{ ref: { to: 'x', label: 'y' }, enum: ['a'] }, 'reference'], [{ ref: { to: 'x', label: 'y' }, type: 'array' }, 'references'], [{ ref: { to: 'x', label: 'y' }, widget: 'tree' }, 'tree'], [{ format: 'email', maxLength: 250 }, 'text'],
  ])('a field with %j has the widget %s', (given, widget) => {
    expect(widgetOf(makeField('f', given))).toBe(widget)
  })
})
