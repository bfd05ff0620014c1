import { describe, expect, test } from 'vitest'
import { resolveActions } from '../manifest/resolve/resolve-actions.ts'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeAction, makeActor, makePermission, makeState, makeType } from '../testing/make-type.ts'
import { availableActions } from './available-actions.ts'
import type { ActionQuestion } from './available-actions.ts'

const stranger = { isOwner: false, hasOpenEntry: false }
const owner = { isOwner: true, hasOpenEntry: false }
const approver = { isOwner: false, hasOpenEntry: true }

function ask(given: Partial<ActionQuestion>): ReturnType<typeof availableActions> {
  const question = { manifest: makeType(), doc: { total: 10 }, state: 'Open', standing: owner, actor: makeActor(), ...given }
  return availableActions({ test: (expression) => celEvaluator.test(expression, { doc: question.doc, user: question.actor }), ...question })
}

describe('actions of a document', () => {
  test.each<[string, Partial<ActionQuestion>, string[], Record<string, string>]>([
    ['its owner saves and sends it while it is open', {}, ['save', 'send'], { approve: 'state' }],
    ['a condition that fails refuses', { doc: { total: 0 } }, ['save'], { send: 'when', approve: 'state' }],
    ['nobody else may', { standing: stranger }, [], { save: 'who', send: 'who', approve: 'state' }],
    ['the approver approves while it is pending', { state: 'Pending', standing: approver }, ['approve'], { save: 'state', send: 'state' }],
    ['having an approval entry is not the same as the role approver', { state: 'Pending', standing: stranger, actor: makeActor({ roles: ['approver'] }) }, [], { save: 'state', send: 'state', approve: 'who' }],
    ['a named role acts', { state: 'Pending', standing: stranger, actor: makeActor({ roles: ['finance'] }) }, ['approve'], { save: 'state', send: 'state' }],
    ['the owner never approves, even as approver with the role', { state: 'Pending', standing: { isOwner: true, hasOpenEntry: true }, actor: makeActor({ roles: ['finance', 'approver'] }) }, [], { save: 'state', send: 'state', approve: 'who' }],
    ['whoever may create saves a new one', { state: 'new', standing: stranger }, ['save', 'send'], { approve: 'state' }],
    ['who may not create does not', { state: 'new', standing: stranger, actor: makeActor({ roles: ['finance'] }) }, [], { save: 'who', send: 'who', approve: 'state' }],
    ['one that the server named a maker saves a new one without any permission at hand', { state: 'new', standing: stranger, actor: makeActor({ roles: ['finance'] }), mayCreate: true }, ['save', 'send'], { approve: 'state' }],
    ['one that the server named no maker does not, whatever is at hand', { state: 'new', standing: owner, mayCreate: false }, [], { save: 'who', send: 'who', approve: 'state' }],
    ['a state that the type does not know offers nothing', { state: 'Gone' }, [], { save: 'state', send: 'state', approve: 'state' }],
  ])('%s', (_, given, allowed, refused) => {
    expect(ask(given)).toEqual({ allowed, refused })
  })
})

describe('actions in a state that is told as another is', () => {
  const told = (name: string): ReturnType<typeof makeState> => makeState(name, { wire: { status: 'Released' } })
  const manifest = makeType({
    states: { Open: makeState('Open', { initial: true }), Begun: told('Begun'), Done: told('Done') },
    actions: { work: makeAction('work', { from: ['Begun'], who: ['finance'] }), send: makeAction('send', { from: ['Open'], who: ['finance'] }) },
  })
  const finance = makeActor({ roles: ['finance'] })

  test.each<[string, Partial<ActionQuestion>, string[], Record<string, string>]>([
    ['is offered where it is meant', { state: 'Begun', actor: finance }, ['work'], { send: 'state' }],
    ['is not possible now where another is meant that is told so', { state: 'Done', actor: finance }, [], { work: 'when', send: 'state' }],
    ['is not theirs in either', { state: 'Done' }, [], { work: 'who', send: 'state' }],
    ['is not possible in a state that is told otherwise', { state: 'Open', actor: finance }, ['send'], { work: 'state' }],
  ])('%s', (_, given, allowed, refused) => {
    expect(ask({ manifest, standing: stranger, ...given })).toEqual({ allowed, refused })
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

  test.each<[string, Partial<ActionQuestion>, string[], Record<string, string>]>([
    ['save and delete follow the verbs', { actor: admin, state: '' }, ['save', 'delete'], {}],
    ['a new record cannot be deleted', { actor: admin, state: 'new' }, ['save'], { delete: 'state' }],
    ['without verbs nothing is offered', { state: '' }, [], { save: 'who', delete: 'who' }],
    ['the rows of a permission count', { actor: keeper, state: '', doc: { description: 'mine' } }, ['save'], { delete: 'who' }],
    ['other rows are not theirs', { actor: keeper, state: '', doc: { description: 'other' } }, [], { save: 'who', delete: 'who' }],
  ])('%s', (_, given, allowed, refused) => {
    expect(ask({ manifest: master, standing: stranger, ...given })).toEqual({ allowed, refused })
  })

  test.each<[string, Parameters<typeof resolveActions>[0], string[]]>([
    ['a master that does not say is saved and deleted', { kind: 'master' }, ['save', 'delete']],
    ['a master that says there are none has none', { kind: 'master', actions: {} }, []],
    ['nothing else is kept without saying so', { kind: 'ledger' }, []],
  ])('%s', (_, manifest, ids) => {
    expect(Object.keys(resolveActions(manifest, { labelOf: () => undefined, selectableOf: () => undefined, fieldTypeOf: () => undefined, fieldFormatOf: () => undefined, approved: {}, approvedEver: {}, roles: [] }, undefined))).toEqual(ids)
  })

  test('declared actions stand in place of the implicit ones', () => {
    const declared = makeType({ kind: 'master', states: {}, permissions, actions: { save: makeAction('save', { from: ['new'], who: ['administrator'], saves: true }) } })
    expect(ask({ manifest: declared, actor: admin, state: '', standing: stranger }).allowed).toEqual(['save'])
  })

  test('a ledger offers nothing', () => {
    expect(ask({ manifest: makeType({ kind: 'ledger', states: {}, actions: {}, permissions }), actor: admin, state: '' })).toEqual({ allowed: [], refused: {} })
  })
})
