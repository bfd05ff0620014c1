import { describe, expect, test } from 'vitest'
import type { Doc } from '../document/json.ts'
import { createEngine } from '../engine.ts'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import { makeCatalogue, makeContext, makeRule } from './testing/expense-catalogue.ts'

const PEOPLE: Record<string, Doc> = {
  'E-1': { number: 'E-1', name: 'Wanjiku Kamau', active: true, boss: 'E-3' },
  'E-2': { number: 'E-2', name: 'Juma Omar', active: false },
  'E-3': { number: 'E-3', name: 'Achieng Okello', active: true },
}

const team = { type: 'array', title: 'Team', maxItems: 4, ref: { to: 'person', as: 'members', label: 'name', options: 'option.active' } } as const

const person = makeType({
  id: 'person', kind: 'master', key: 'number', label: 'name', states: {}, actions: {},
  shape: makeShape({ number: {}, name: {}, active: { type: 'boolean' }, boss: { ref: { to: 'person', as: 'manager', label: 'name' } } }),
})
const trip = makeType({
  id: 'trip', states: {},
  shape: makeShape({
    no: { readOnly: true }, team, names: { compute: 'doc.members.map(m, m.name).join(", ")' }, bosses: { compute: 'doc.members.map(m, m.manager.name).join(", ")' },
    lines: { type: 'array', line: makeShape({ guests: team }) },
  }),
  rules: { 'two-at-least': makeRule('two-at-least', ['team'], 'check', 'size(doc.members) != 1', { message: 'Nobody travels alone' }) },
  actions: { save: makeAction('save', { from: ['new'], saves: true }), ask: makeAction('ask', { input: makeShape({ whom: team }) }) },
})
const type = createEngine(makeCatalogue([person, trip])).type('trip')
const context = (prev?: Doc) => makeContext({ ref: (to, key) => (to === 'person' ? PEOPLE[key] : undefined), ...(prev && { prev }) })

describe('a list of references', () => {
  test('names each of its records, in the header and in lines, and those that rules read through them', () => {
    const doc = { team: ['E-1', 'E-2'], lines: [{ guests: ['E-2', 'E-3'] }] }
    expect(type.refsOf({ ...doc, lines: [] }).map(({ key }) => key)).toEqual(['E-1', 'E-2'])
    expect(type.refsOf(doc).map(({ key }) => key)).toEqual(['E-1', 'E-2', 'E-3'])
    expect(type.refsOf({ team: ['E-1'] }, context().ref).map(({ key }) => key)).toEqual(['E-1', 'E-3'])
  })

  test('holds each key once', () => {
    const { doc, issues } = type.accept({ team: ['E-1', 'E-1', ' ', 'E-3'] }, undefined, context())
    expect([doc['team'], issues]).toEqual([['E-1', 'E-3'], []])
  })

  test('may have as many as it says', () => {
    expect(type.accept({ team: ['1', '2', '3', '4', '5'] }, undefined, context()).issues.map(({ rule }) => rule)).toEqual(['maxItems'])
    expect(type.accept({ team: 'E-1' }, undefined, context()).issues.map(({ rule }) => rule)).toEqual(['type'])
  })

  test('is read by rules as the list of its records, in its order and without those that are unknown', () => {
    expect(type.evaluate({ team: ['E-3', 'E-9', 'E-1'] }, context()).doc).toMatchObject({ names: 'Achieng Okello, Wanjiku Kamau', bosses: ', Achieng Okello' })
    expect(type.evaluate({}, context()).doc['names'] ?? '').toBe('')
    expect(type.evaluate({ team: ['E-3'] }, context()).issues.map(({ message }) => message)).toEqual(['Nobody travels alone'])
  })

  test('refuses a record that is unknown or may not be chosen, but not one that is stored', () => {
    const refused = (doc: Doc, prev?: Doc) => type.refIssues(doc, context(prev)).map(({ path, rule }) => [path, rule])
    expect(refused({ team: ['E-1', 'E-2', 'E-9'], lines: [{ guests: ['E-2'] }] })).toEqual([['team', 'refOption'], ['team', 'ref'], ['lines.0.guests', 'refOption']])
    expect(refused({ team: ['E-2', 'E-1'] }, { team: ['E-1', 'E-2'] })).toEqual([])
    expect(refused({ team: ['E-2', 'E-9'] }, { team: ['E-2'] })).toEqual([['team', 'ref']])
  })

  test('is checked in a dialog as in a form', () => {
    const { input, issues } = type.acceptInput('ask', { whom: ['E-1', 'E-2', 'E-9', 'E-1'] }, {}, context())
    expect([input, issues.map(({ path, rule }) => [path, rule])]).toEqual([{}, [['whom', 'refOption'], ['whom', 'ref']]])
    expect(type.acceptInput('ask', { whom: ['E-3', 'E-1'] }, {}, context()).input).toEqual({ whom: ['E-3', 'E-1'] })
    expect(type.inputRefs('ask', { whom: ['E-3'] })).toEqual([{ type: 'person', key: 'E-3' }])
  })
})
