import { describe, expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import { makeCatalogue, makeContext } from '../rules/testing/expense-catalogue.ts'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import type { Json } from './json.ts'

/** Messages that the manifest declares itself. */
const MESSAGES = { pattern: '{label} is written as KE-123.', minLength: 'Say more than {limit} signs of {label}.', exclusiveMinimum: 'Period should be above {limit}' }

/** A type whose card, line and dialog have the same field. */
function asking(field: Partial<ResolvedField>, isRequired: boolean) {
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
  ['nothing', {}, undefined, 'Required.'],
  ['blanks', {}, '  ', 'Required.'],
  ['characters that show nothing', { minLength: 1 }, '\u200b\u3164', 'Required.'],
  ['a text in another form', { pattern: '^[A-Z]{2}-\\d+$' }, 'KE', 'Answer is written as KE-123.'],
  ['too short a text', { minLength: 5 }, 'Taxi', 'Say more than 5 signs of Answer.'],
  ['too long a text', { maxLength: 3 }, 'Taxi', 'Answer can have at most 3 characters.'],
  ['a text longer than any', {}, LONG, 'Answer can have at most 4000 characters.'],
  ['signs that cannot be kept', {}, 'a\0b', 'Answer contains characters that cannot be stored.'],
  ['another choice', { enum: ['L', 'A'], enumTitles: { L: 'Local', A: 'Abroad' } }, 'M', 'Answer must be one of Local, Abroad.'],
  ['a day that is none', { format: 'date' }, '2026-02-30', 'Answer must be a date such as 2026-06-15.'],
  ['a moment that is none', { format: 'date-time' }, 'noon', 'Answer must be a date and time such as 2026-06-15T09:30:00Z.'],
  ['a time that is none', { format: 'time' }, '25:00', 'Answer must be a time such as 09:30.'],
  ['an address of nobody', { format: 'email' }, 'a@b', 'Answer must be an e-mail address.'],
  ['an address that is no page', { format: 'uri' }, 'ftp://a.example', 'Answer must be an address starting with http:// or https://.'],
  ['a number that must be more', { type: 'number', exclusiveMinimum: 0, minimum: 1 }, 0, 'Period should be above 0'],
  ['too small a number', { type: 'number', minimum: 1 }, 0.5, 'Cannot be less than 1'],
  ['too large a number', { type: 'integer', maximum: 12 }, 13, 'Cannot be more than 12'],
  ['a number larger than any', { type: 'number' }, 1e15, 'Answer must be a smaller number.'],
  ['half a unit', { type: 'integer' }, 1.5, 'Answer must be a whole number.'],
  ['half a cent', { type: 'number', money: '', exclusiveMinimum: 0 }, 0.005, 'Answer can have at most two decimals.'],
  ['a text for yes or no', { type: 'boolean' }, 'yes', 'Answer must be yes or no.'],
  ['too few of a list', { type: 'array', minItems: 2 }, ['a'], 'Add at least 2 entries.'],
  ['too many of a list', { type: 'array', maxItems: 1 }, ['a', 'b'], 'There can be at most 1 entry.'],
  ['another choice in a list', { type: 'array', enum: ['a'] }, ['b'], 'Answer must be one of a.'],
]

describe('what is wrong is said in one sentence, in the browser and by the server', () => {
  it.each(CASES)('%s', (_, field, value, says) => {
    const type = asking(field, says === 'Required.')
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
    }).toEqual(Object.fromEntries(['dialog', 'dialog, server', 'card', 'card, server', 'line', 'line, server'].map((place) => [place, says])))
  })

  it.each<[string, Partial<ResolvedField>, Json]>([
    ['an emoji counts as one sign', { maxLength: 2 }, '👍👍'],
    ['an address', { format: 'email' }, 'juma.ali@mazingira.example'],
    ['a moment on a clock of its own', { format: 'date-time' }, '2026-06-15T09:30:00.123456+03:00'],
    ['a choice', { enum: ['L'] }, 'L'],
  ])('%s: nothing is wrong anywhere', (_, field, value) => {
    const type = asking(field, true)
    const ctx = makeContext()
    expect(type.checkInput('ask', { answer: value }, ctx).issues).toEqual([])
    expect(type.session({ answer: value, lines: [] }, ctx).issues()).toEqual([])
    expect(type.accept({ answer: value }, undefined, ctx).issues).toEqual([])
  })
})
