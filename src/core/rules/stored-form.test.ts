import { expect, test } from 'vitest'
import { createEngine } from '../engine.ts'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import { makeCatalogue, makeContext, makeRule } from './testing/expense-catalogue.ts'

const plate = { uppercase: true, pattern: '^K[A-Z]{2} \\d{3}[A-Z]$' }
const manifest = makeType({
  states: {}, label: 'plate',
  shape: makeShape({
    no: { readOnly: true }, code: { uppercase: true, readOnly: true }, plate, first: { uppercase: true, default: 'kx' }, ruled: { uppercase: true }, filled: { uppercase: true }, follows: { compute: 'doc.plate + doc.ruled' }, plain: {},
    lines: { type: 'array', lineKey: 'line_no', line: makeShape({ line_no: { type: 'integer' }, plate, driver: {} }) },
  }),
  rules: { ruled: makeRule('ruled', ['ruled'], 'value', '"r" + doc.plain'), filled: makeRule('filled', ['filled'], 'fill', 'doc.plain', { after: ['plain'] }) },
  actions: { save: makeAction('save', { from: ['new'], saves: true }), ask: makeAction('ask', { from: ['new'], input: makeShape({ plate }) }) },
})
const type = createEngine(makeCatalogue([manifest])).type('claim')
const ctx = makeContext()

test('a text in capital letters is held so however it comes in, before it is checked and before others read it', () => {
  const { doc, issues } = type.evaluate({ plate: 'kda 100a', plain: 'x', lines: [{ plate: 'kdb 200b', driver: 'a' }] }, ctx)
  expect(issues).toEqual([])
  expect(doc).toMatchObject({ plate: 'KDA 100A', ruled: 'RX', plain: 'x', follows: 'KDA 100ARX', lines: [{ plate: 'KDB 200B', driver: 'a' }] })
  // Posted, set by an action, changed by an effect.
  expect(type.recomputeComputedFields({ plate: 'kda 100a', lines: [{ plate: 'kdb 200b' }] }, ctx)).toMatchObject({ plate: 'KDA 100A', lines: [{ plate: 'KDB 200B' }] })
  expect(type.newDocument(ctx)).toMatchObject({ first: 'KX' })
  expect(type.accept({ plate: 'kda 100a', lines: [{ plate: 'kdb 200b' }] }, undefined, ctx)).toMatchObject({ doc: { plate: 'KDA 100A', lines: [{ plate: 'KDB 200B' }] }, issues: [] })
  // Sent back as it was first sent, it is unchanged.
  expect(type.accept({ code: 'a1' }, { code: 'A1' }, ctx)).toEqual({ doc: { code: 'A1' }, issues: [] })
  expect(type.acceptInput('ask', { plate: 'kda 100a' }, {}, ctx)).toEqual({ input: { plate: 'KDA 100A' }, issues: [] })
})

test('so does a form: what is entered, proposed, and brought by new lines', () => {
  const session = type.session({}, ctx)
  session.set('plate', 'kda 100a')
  session.set('plain', 'x')
  session.addLine('lines', { plate: 'kdb 200b' })
  session.set('lines.0.driver', 'b')
  expect(session.doc()).toMatchObject({ plate: 'KDA 100A', filled: 'X', ruled: 'RX', lines: [{ plate: 'KDB 200B', driver: 'b' }] })
  expect(session.issuesAt('plate')).toEqual([])
})
