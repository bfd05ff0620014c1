import { describe, expect, test } from 'vitest'
import { resolveActions } from '../manifest/resolve/resolve-actions.ts'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeAction, makeActor, makePermission, makeState, makeType } from '../testing/make-type.ts'
import { availableActions } from './available-actions.ts'
import type { ActionCircumstances } from './available-actions.ts'

const stranger = { isOwner: false, hasOpenEntry: false }
const owner = { isOwner: true, hasOpenEntry: false }
const approver = { isOwner: false, hasOpenEntry: true }

function ask(given: Partial<ActionCircumstances>): ReturnType<typeof availableActions> {
  const circumstances = { manifest: makeType(), doc: { total: 10 }, state: 'Open', relation: owner, actor: makeActor(), ...given }
  return availableActions({ test: (expression) => celEvaluator.test(expression, { doc: circumstances.doc, user: circumstances.actor }), ...circumstances })
}

describe('actions of a document', () => {
  test.each<[string, Partial<ActionCircumstances>, string[], Record<string, string>]>([
    ['the owner may save and send it while it is open', {}, ['save', 'send'], { approve: 'state' }],
    ['an action whose condition fails is refused', { doc: { total: 0 } }, ['save'], { send: 'when', approve: 'state' }],
    ['nobody else may act on it', { relation: stranger }, [], { save: 'who', send: 'who', approve: 'state' }],
    ['the approver may approve it while it is pending', { state: 'Pending', relation: approver }, ['approve'], { save: 'state', send: 'state' }],
    ['having an approval entry is not the same as the role approver', { state: 'Pending', relation: stranger, actor: makeActor({ roles: ['approver'] }) }, [], { save: 'state', send: 'state', approve: 'who' }],
    ['a role that the action names may act', { state: 'Pending', relation: stranger, actor: makeActor({ roles: ['finance'] }) }, ['approve'], { save: 'state', send: 'state' }],
    ['the owner may never approve it, even as approver with the role', { state: 'Pending', relation: { isOwner: true, hasOpenEntry: true }, actor: makeActor({ roles: ['finance', 'approver'] }) }, [], { save: 'state', send: 'state', approve: 'who' }],
    ['a person who may create a document may save a new one', { state: 'new', relation: stranger }, ['save', 'send'], { approve: 'state' }],
    ['a person who may not create a document may not save a new one', { state: 'new', relation: stranger, actor: makeActor({ roles: ['finance'] }) }, [], { save: 'who', send: 'who', approve: 'state' }],
    ['a person to whom the server allows creation may save a new one without permissions in the manifest', { state: 'new', relation: stranger, actor: makeActor({ roles: ['finance'] }), mayCreate: true }, ['save', 'send'], { approve: 'state' }],
    ['a person to whom the server denies creation may not save a new one in spite of permissions', { state: 'new', relation: owner, mayCreate: false }, [], { save: 'who', send: 'who', approve: 'state' }],
    ['an unknown state offers no action', { state: 'Gone' }, [], { save: 'state', send: 'state', approve: 'state' }],
  ])('%s', (_, given, allowed, refused) => {
    expect(ask(given)).toEqual({ allowed, refused })
  })
})

describe('an action from a state that shares its wire name with another', () => {
  const released = (name: string): ReturnType<typeof makeState> => makeState(name, { wire: { status: 'Released' } })
  const manifest = makeType({
    states: { Open: makeState('Open', { initial: true }), Begun: released('Begun'), Done: released('Done') },
    actions: { work: makeAction('work', { from: ['Begun'], who: ['finance'] }), send: makeAction('send', { from: ['Open'], who: ['finance'] }) },
  })
  const finance = makeActor({ roles: ['finance'] })

  test.each<[string, Partial<ActionCircumstances>, string[], Record<string, string>]>([
    ['it is offered in its own state', { state: 'Begun', actor: finance }, ['work'], { send: 'state' }],
    ['it is refused by its condition in the other state of that name', { state: 'Done', actor: finance }, [], { work: 'when', send: 'state' }],
    ['it is refused to other people in the other state too', { state: 'Done' }, [], { work: 'who', send: 'state' }],
    ['it is refused by the state in a state of another wire name', { state: 'Open', actor: finance }, ['send'], { work: 'state' }],
  ])('%s', (_, given, allowed, refused) => {
    expect(ask({ manifest, relation: stranger, ...given })).toEqual({ allowed, refused })
  })
})

describe('actions of records without states', () => {
  const permissions = {
    administrator: makePermission('administrator', { can: ['list', 'get', 'create', 'update', 'delete'] }),
    keeper: makePermission('keeper', { can: ['get', 'update'], rows: 'doc.description == "mine"' }),
  }
  const master = makeType({ kind: 'master', states: {}, actions: resolveActions({ kind: 'master' }, { labelOf: () => undefined, selectableOf: () => undefined, fieldTypeOf: () => undefined, fieldFormatOf: () => undefined, approved: {}, approvedEver: {}, roles: [] }, undefined), permissions })
  const admin = makeActor({ roles: ['administrator'] })
  const keeper = makeActor({ roles: ['keeper'] })

  test.each<[string, Partial<ActionCircumstances>, string[], Record<string, string>]>([
    ['the verbs of a permission allow save and delete', { actor: admin, state: '' }, ['save', 'delete'], {}],
    ['a new record cannot be deleted', { actor: admin, state: 'new' }, ['save'], { delete: 'state' }],
    ['a person without verbs is offered no action', { state: '' }, [], { save: 'who', delete: 'who' }],
    ['a permission applies to its rows', { actor: keeper, state: '', doc: { description: 'mine' } }, ['save'], { delete: 'who' }],
    ['a permission does not apply to other rows', { actor: keeper, state: '', doc: { description: 'other' } }, [], { save: 'who', delete: 'who' }],
  ])('%s', (_, given, allowed, refused) => {
    expect(ask({ manifest: master, relation: stranger, ...given })).toEqual({ allowed, refused })
  })

  test.each<[string, Parameters<typeof resolveActions>[0], string[]]>([
    ['a master without declared actions has save and delete', { kind: 'master' }, ['save', 'delete']],
    ['a master whose only actions are run by consequences can be saved and deleted', { kind: 'master', actions: { end: { label: 'End', who: ['runs'], deletes: true } } }, ['save', 'delete', 'end']],
    ['a master that declares no actions has none', { kind: 'master', actions: {} }, []],
    ['a ledger without declared actions has none', { kind: 'ledger' }, []],
  ])('%s', (_, manifest, ids) => {
    expect(Object.keys(resolveActions(manifest, { labelOf: () => undefined, selectableOf: () => undefined, fieldTypeOf: () => undefined, fieldFormatOf: () => undefined, approved: {}, approvedEver: {}, roles: [] }, undefined))).toEqual(ids)
  })

  test('declared actions replace the implicit ones', () => {
    const declared = makeType({ kind: 'master', states: {}, permissions, actions: { save: makeAction('save', { from: ['new'], who: ['administrator'], saves: true }) } })
    expect(ask({ manifest: declared, actor: admin, state: '', relation: stranger }).allowed).toEqual(['save'])
  })

  test('a ledger offers no action', () => {
    expect(ask({ manifest: makeType({ kind: 'ledger', states: {}, actions: {}, permissions }), actor: admin, state: '' })).toEqual({ allowed: [], refused: {} })
  })
})
