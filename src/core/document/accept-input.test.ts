import { describe, expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import { makeCatalogue, makeContext } from '../rules/testing/expense-catalogue.ts'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import type { Json } from './json.ts'

/** Messages that the manifest declares itself. */
const MESSAGES = { pattern: '{label} is written as KE-123.', minLength: 'Say more than {limit} signs of {label}.', exclusiveMinimum: 'Period should be above {limit}' }

/** A type whose card, line and dialog have the same field. */
function typeWith(field: Partial<ResolvedField>, isRequired: boolean) {
  const fields = { answer: { title: 'Answer', ...field } }
  const required = isRequired ? ['answer'] : []
  const manifest = makeType({
    states: {}, messages: MESSAGES,
    shape: makeShape({ no: { readOnly: true }, ...fields, lines: { type: 'array', line: makeShape(fields, required) } }, required),
    actions: { save: makeAction('save', { from: ['new'], saves: true }), ask: makeAction('ask', { from: ['new'], input: makeShape(fields, required) }) },
  })
  return createEngine(makeCatalogue([manifest])).type('claim')
}

const LONG = 'x'.repeat(4001)
const CASES: [string, Partial<ResolvedField>, Json | undefined, string][] = [
  ['a missing value', {}, undefined, 'Required.'],
  ['a text of blanks', {}, '  ', 'Required.'],
  ['a text of invisible characters', { minLength: 1 }, '\u200b\u3164', 'Required.'],
  ['a text that does not match the pattern', { pattern: '^[A-Z]{2}-\\d+$' }, 'KE', 'Answer is written as KE-123.'],
  ['a text that is too short', { minLength: 5 }, 'Taxi', 'Say more than 5 signs of Answer.'],
  ['a text that is too long', { maxLength: 3 }, 'Taxi', 'Answer can have at most 3 characters.'],
  ['a text longer than any field allows', {}, LONG, 'Answer can have at most 4000 characters.'],
  ['a character that cannot be stored', {}, 'a\0b', 'Answer contains characters that cannot be stored.'],
  ['a value outside the choices', { enum: ['L', 'A'], enumTitles: { L: 'Local', A: 'Abroad' } }, 'M', 'Answer must be one of Local, Abroad.'],
  ['an invalid date', { format: 'date' }, '2026-02-30', 'Answer must be a date such as 2026-06-15.'],
  ['an invalid date and time', { format: 'date-time' }, 'noon', 'Answer must be a date and time such as 2026-06-15T09:30:00Z.'],
  ['an invalid time', { format: 'time' }, '25:00', 'Answer must be a time such as 09:30.'],
  ['an invalid e-mail address', { format: 'email' }, 'a@b', 'Answer must be an e-mail address.'],
  ['an e-mail address with a Cyrillic letter', { format: 'email' }, 'ju\u043ca@mazingira.example', 'Answer must be an e-mail address in Latin letters, without “\u043c”.'],
  ['an e-mail address with a Cyrillic letter in its domain', { format: 'email' }, 'juma@m\u0430zingira.example', 'Answer must be an e-mail address in Latin letters, without “\u0430”.'],
  ['an e-mail address with a letter that passes for a plain one', { format: 'email' }, 'j\u0131ma@mazingira.example', 'Answer must be an e-mail address in Latin letters, without “\u0131”.'],
  ['an e-mail address with an invisible character', { format: 'email' }, 'ju\u200bma@mazingira.example', 'Answer must be an e-mail address in Latin letters, without the invisible character U+200B.'],
  ['an address that is not a web page', { format: 'uri' }, 'ftp://a.example', 'Answer must be an address starting with http:// or https://.'],
  ['a number at an exclusive minimum', { type: 'number', exclusiveMinimum: 0, minimum: 1 }, 0, 'Period should be above 0'],
  ['a number that is too small', { type: 'number', minimum: 1 }, 0.5, 'Cannot be less than 1'],
  ['a number that is too large', { type: 'integer', maximum: 12 }, 13, 'Cannot be more than 12'],
  ['a number larger than any field allows', { type: 'number' }, 1e15, 'Answer must be a smaller number.'],
  ['a fraction for a whole number', { type: 'integer' }, 1.5, 'Answer must be a whole number.'],
  ['an amount of half a cent', { type: 'number', money: '', exclusiveMinimum: 0 }, 0.005, 'Answer can have at most two decimals.'],
  ['a text for a yes or no', { type: 'boolean' }, 'yes', 'Answer must be yes or no.'],
  ['a list that is too short', { type: 'array', minItems: 2 }, ['a'], 'Add at least 2 entries.'],
  ['a list of which too many items show nothing', { type: 'array', minItems: 2 }, ['a', '\u200b', ''], 'Add at least 2 entries.'],
  ['a list of items that show nothing', { type: 'array' }, ['\u3164', ''], 'Required.'],
  ['a list that is too long', { type: 'array', maxItems: 1 }, ['a', 'b'], 'There can be at most 1 entry.'],
  ['a list with a value outside the choices', { type: 'array', enum: ['a'] }, ['b'], 'Answer must be one of a.'],
]

describe('an answer in a dialog, on a card or in a line', () => {
  it.each(CASES)('%s is refused with one sentence by the browser and the server', (_, field, value, expected) => {
    const type = typeWith(field, expected === 'Required.')
    const ctx = makeContext()
    const given = value === undefined ? {} : { answer: value }
    const first = (issues: { path: string; message: string }[], path = 'answer'): string | undefined => issues.find((issue) => issue.path === path)?.message
    /** As the server accepts a form: read first, then evaluated by the rules. */
    const saved = (wire: object): { path: string; message: string }[] => {
      const { doc, issues } = type.accept(wire, undefined, ctx)
      return issues.length > 0 ? issues : type.evaluate(doc, ctx).issues
    }
    expect({
      dialog: first(type.checkInput('ask', given, ctx).issues),
      'dialog, server': first(type.acceptInput('ask', given, {}, ctx).issues),
      card: first(type.session(given, ctx).issues()),
      'card, server': first(saved(given)),
      line: first(type.session({ answer: value ?? 'x', lines: [given] }, ctx).issues(), 'lines.0.answer'),
      'line, server': first(saved({ lines: [given] }), 'lines.0.answer'),
    }).toEqual(Object.fromEntries(['dialog', 'dialog, server', 'card', 'card, server', 'line', 'line, server'].map((place) => [place, expected])))
  })

  it.each<[string, Partial<ResolvedField>, Json]>([
    ['a text of emoji that count as one character each', { maxLength: 2 }, '👍👍'],
    ['an e-mail address', { format: 'email' }, 'juma.ali@mazingira.example'],
    ['an e-mail address with diacritics', { format: 'email' }, 'jürgen.łuk@müller.example'],
    ['a date and time with an offset', { format: 'date-time' }, '2026-06-15T09:30:00.123456+03:00'],
    ['a choice', { enum: ['L'] }, 'L'],
  ])('%s is accepted everywhere', (_, field, value) => {
    const type = typeWith(field, true)
    const ctx = makeContext()
    expect(type.checkInput('ask', { answer: value }, ctx).issues).toEqual([])
    expect(type.session({ answer: value, lines: [] }, ctx).issues()).toEqual([])
    expect(type.accept({ answer: value }, undefined, ctx).issues).toEqual([])
  })
})

describe('a field of a dialog that is asked for only at times', () => {
  const fields = { days: { type: 'number' as const, title: 'Days', askedWhen: 'doc.kind == "new"' }, reason: { title: 'Reason' } }
  const type = createEngine(makeCatalogue([makeType({
    states: {}, shape: makeShape({ no: { readOnly: true }, kind: {} }), actions: { ask: makeAction('ask', { from: ['new'], input: makeShape(fields, ['days']) }) },
  })])).type('claim')

  it.each<[string, string, object, object]>([
    ['is needed while it is asked for', 'new', {}, { input: {}, issues: [{ path: 'days', rule: 'required' }] }],
    ['is taken while it is asked for', 'new', { days: 2 }, { input: { days: 2 }, issues: [] }],
    ['is not needed otherwise', 'old', { reason: 'x' }, { input: { reason: 'x' }, issues: [] }],
    ['is refused otherwise', 'old', { days: 2, reason: 'x' }, { input: { reason: 'x' }, issues: [{ path: 'days', rule: 'notAsked', message: 'Days is not asked for here.' }] }],
    ['may be sent empty', 'old', { days: null }, { input: {}, issues: [] }],
  ])('it %s', (_, kind, sent, expected) => {
    expect(type.acceptInput('ask', sent as Json, { kind }, makeContext())).toMatchObject(expected)
    expect(Object.keys(type.askedInput('ask', { kind }, makeContext()).fields)).toEqual(kind === 'new' ? ['days', 'reason'] : ['reason'])
    expect(type.formSchema('action:ask').schema).not.toHaveProperty('required')
  })
})
