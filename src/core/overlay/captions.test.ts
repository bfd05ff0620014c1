import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../document/json.ts'
import { misleadingCaption } from './captions.ts'

const BASE: JsonObject = {
  schema: {
    properties: { active: { title: 'Active' }, approves: { title: 'Approves any amount' }, site: { title: 'Site' }, lines: { title: 'Lines', items: { $ref: '#/$defs/line' } } },
    $defs: { line: { properties: { net: { title: 'Net' }, vat: { title: 'VAT' } } } },
  },
  card: { sections: { lines: { field: 'lines' } } },
  states: { Open: {}, Released: { label: 'Approved' }, Rejected: {} },
  actions: { release: { label: 'Release' }, refuse: { label: 'Refuse' }, send: { label: { text: 'Send for approval', setting: 'x.y' } } },
  approval: { steps: {} },
  balances: { figures: { taken: { title: 'Taken' }, available: { title: 'Available' } } },
}

test.each<[string, string, Json]>([
  ['a field like another', 'schema.properties.approves.title', 'Active'],
  ['a field like another, but for signs and letters', 'schema.properties.approves.title', ' АCTIVE. '],
  ['a field of lines like another of them', 'schema.$defs.line.properties.net.title', 'VAT'],
  ['a new field like another', 'schema.properties.extra', { type: 'string', title: 'Active' }],
  ['a column of a list like another field', 'list.columns.approves.title', 'Active'],
  ['a new column like another field', 'list.columns.approves', { title: 'Active' }],
  ['a column of lines like another field of them', 'card.sections.lines.columns.net.title', 'VAT'],
  ['a state like another', 'states.Released.label', 'Rejected.'],
  ['a state like another, with a letter of another script', 'states.Released.label', 'Rеjected'],
  ['a new state like another', 'states.Held', { label: 'Approved' }],
  ['a figure of an account like another', 'balances.figures.taken.title', 'Available'],
  ['an action like another', 'actions.release.label', 'Refuse'],
  ['an action like another decision', 'actions.release.label', 'Decline'],
  ['an action like another one with a setting', 'actions.release.label', { text: 'Send for approval' }],
  ['a decision like another', 'actions.approve', { label: 'Reject' }],
  ['the message of a decision like another', 'messages.approve', 'Document rejected'],
  ['the label of a record that people decide on', 'label', 'site'],
])('an overlay may not name %s', (_, at, to) => {
  expect(misleadingCaption(at.split('.'), to, BASE)).toBeDefined()
})

test.each<[string, string, Json]>([
  ['a field otherwise', 'schema.properties.approves.title', 'Approves everything'], ['a field as it is', 'schema.properties.active.title', 'Active'],
  ['a field of lines like one of the header', 'schema.$defs.line.properties.net.title', 'Active'], ['a width', 'list.columns.approves.width', 200],
  ['a figure of an account otherwise', 'balances.figures.taken.title', 'Used'],
  ['a state otherwise', 'states.Released.label', 'Cleared'], ['an action otherwise', 'actions.release.label', 'Clear'], ['an action by its own word', 'actions.refuse.label', 'Decline'],
  ['an action that asks for approval', 'actions.send.label', 'Submit for approval'], ['a decision by another word', 'actions.approve.label', 'Accept'], ['a section', 'card.sections.lines.title', 'Active'],
  ['the message of a decision', 'messages.approve', 'Approved, thank you'], ['another message', 'messages.created', 'Not rejected'],
])('an overlay may name %s', (_, at, to) => {
  expect(misleadingCaption(at.split('.'), to, BASE)).toBeUndefined()
})
