import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Doc, Json, JsonObject } from '../document/json.ts'
import { createEngine } from '../engine.ts'
import { fieldState } from './evaluation.ts'
import type { FormSession } from './evaluation.ts'
import { CODES, expenseCatalogue, makeContext, validExpense } from './testing/expense-catalogue.ts'

const type = createEngine(expenseCatalogue()).type('expense')
const ctx = makeContext()

describe('a form session', () => {
  test('it returns the changed paths, including computed fields and proposals', () => {
    const session = type.session(validExpense(), ctx)
    expect(session.set('lines.0.code', 'TAXI')).toEqual(expect.arrayContaining(['lines.0.code', 'lines.0.description', 'lines.0.amount', 'lines.0.gross', 'total']))
    expect(session.doc()).toMatchObject({ total: 250, lines: [{ code: 'TAXI', description: 'Taxi', amount: 250 }] })
  })
  test('it leaves other lines unchanged', () => {
    const session = type.session(validExpense([{ code: 'MEAL', quantity: 1, amount: 1 }, { code: 'MEAL', quantity: 1, amount: 2 }]), ctx)
    const [, second] = session.doc()['lines'] as JsonObject[]
    const heard = vi.fn()
    session.subscribe('lines.1.quantity', heard)
    expect(session.set('lines.0.quantity', 3)).not.toContain('lines.1.gross')
    expect((session.doc()['lines'] as JsonObject[])[1]).toBe(second)
    expect(heard).not.toHaveBeenCalled()
  })
  test('it calls the subscribers of a changed path and raises the path’s version', () => {
    const session = type.session(validExpense(), ctx)
    const [total, all] = [vi.fn(), vi.fn()]
    const stop = session.subscribe('total', total)
    session.subscribe('', all)
    const before = session.version('total')
    session.set('lines.0.amount', 7)
    expect([total.mock.calls.length, all.mock.calls.length]).toEqual([1, 1])
    expect(session.version('total')).toBeGreaterThan(before)
    stop()
    session.set('lines.0.amount', 8)
    expect(total).toHaveBeenCalledTimes(1)
  })
  test('it calls the subscribers of a changed line and of its table, but not of another line', () => {
    const session = type.session(validExpense([{ code: 'MEAL', quantity: 1, amount: 1 }, { code: 'MEAL', quantity: 1, amount: 2 }]), ctx)
    const [column, line, other] = [vi.fn(), vi.fn(), vi.fn()]
    session.subscribe('lines', column)
    session.subscribe('lines.0', line)
    session.subscribe('lines.1', other)
    const [first, second] = [session.version('lines.0'), session.version('lines.1')]
    session.set('lines.0.quantity', 3)
    expect([column.mock.calls.length, line.mock.calls.length, other.mock.calls.length]).toEqual([1, 1, 0])
    expect(session.version('lines.0')).toBeGreaterThan(first)
    expect(session.version('lines.1')).toBe(second)
  })
  test('it returns the same objects while nothing changes', () => {
    const session = type.session({}, ctx)
    expect(session.doc()).toBe(session.doc())
    expect(session.issues()).toBe(session.issues())
    expect(session.issuesAt('description')).toBe(session.issuesAt('description'))
    expect(session.set('description', '')).toEqual([])
  })
  test('it does not overwrite a later entry of the person with a proposal', () => {
    const session = type.session(validExpense(), ctx)
    session.set('lines.0.code', 'BUS')
    session.set('lines.0.description', 'Matatu')
    session.set('lines.0.quantity', 2)
    expect(session.value('lines.0.description')).toBe('Matatu')
  })
  test('it makes a proposal once the referenced record arrives', () => {
    const known = new Map<string, JsonObject>()
    const late = makeContext({ ref: (_, key) => known.get(key) })
    const session = type.session(validExpense(), late)
    session.set('lines.0.code', 'TAXI')
    expect(session.value('lines.0.description')).toBeUndefined()
    known.set('TAXI', CODES['TAXI']!)
    expect(session.context({ ...late })).toContain('lines.0.description')
    expect(session.doc()).toMatchObject({ total: 250 })
  })
  test('it moves later lines up when one is removed', () => {
    const session = type.session(validExpense([{ code: 'MEAL', quantity: 1, amount: 1 }, { code: 'MEAL', quantity: 1 }]), ctx)
    expect(session.issuesAt('lines.1.amount')).toHaveLength(1)
    const heard = vi.fn()
    session.subscribe('lines.0.amount', heard)
    session.removeLine('lines', 0)
    expect(heard).toHaveBeenCalled()
    expect(session.issues().map((issue) => issue.path)).toContain('lines.0.amount')
    expect(session.value('total')).toBe(0)
  })
  test('it applies the checks of another action', () => {
    const session = type.session({ ...validExpense([{ code: 'BUS', quantity: 1, amount: 5 }]), end: '2026-06-30' }, ctx)
    expect(session.issues()).toEqual([])
    session.action('send')
    expect(session.issues().map((issue) => issue.path)).toEqual(['lines.0.from'])
  })
  test.each<[string, Doc, string, boolean, string | undefined]>([
    ['a field that the current action requires is required', { status: 'Open' }, 'send', true, undefined],
    ['a field that a later action of this state requires is needed for that', { status: 'Open' }, 'save', false, 'send'],
    ['a field that only an action of another state requires is not needed yet', { status: 'Pending' }, 'save', false, undefined],
  ])('%s', (_, state, action, required, needed) => {
    const session = type.session({ ...validExpense([{ code: 'BUS', quantity: 1, amount: 5 }]), ...state }, ctx, { action })
    const field = session.field('lines.0.from')
    expect([field.required, field.needed]).toEqual([required, needed])
  })
  test('a field is no longer needed when its rule no longer applies', () => {
    const session = type.session({ ...validExpense([{ code: 'BUS', quantity: 1, amount: 5 }]), status: 'Open' }, ctx)
    expect(session.set('lines.0.code', 'MEAL')).toContain('lines.0.from')
    expect(session.field('lines.0.from').needed).toBeUndefined()
  })
  test('a locked field has its hint for as long as it is locked', () => {
    const session = type.session(validExpense([{ code: 'TAXI', quantity: 1 }]), ctx)
    expect(session.field('lines.0.amount')).toMatchObject({ locked: true, hint: 'Rate of TAXI' })
    expect(session.set('lines.0.code', 'BUS')).toContain('lines.0.amount')
    expect(session.field('lines.0.amount').hint).toBeUndefined()
  })
})

type Step = { kind: 'set'; path: string; value: Json } | { kind: 'add' } | { kind: 'remove'; index: number }

const VALUES: Record<string, fc.Arbitrary<Json>> = {
  code: fc.constantFrom('TAXI', 'BUS', 'MEAL', 'NOPE', ''), quantity: fc.constantFrom(0, 1, 3, null), amount: fc.constantFrom(0, 0.1, 700, 2500, -1, 1.005, null, 'x'),
  from: fc.constantFrom('HQ', ''), description: fc.constantFrom('a', '', 'far too long a description'),
}
const HEADER: Record<string, fc.Arbitrary<Json>> = {
  description: VALUES['description']!, start: fc.constantFrom('2026-06-01', '', 'no date'), end: fc.constantFrom('2026-07-01', '2026-05-01', ''), note: fc.constantFrom('n', ''), total: fc.constant(5),
}
const setHeader = fc.constantFrom(...Object.keys(HEADER)).chain((path) => HEADER[path]!.map((value): Step => ({ kind: 'set', path, value })))
const setLine = fc.tuple(fc.nat(4), fc.constantFrom(...Object.keys(VALUES))).chain(([index, name]) => VALUES[name]!.map((value): Step => ({ kind: 'set', path: `lines.${index}.${name}`, value })))
const steps = fc.array(fc.oneof(setHeader, { arbitrary: setLine, weight: 4 }, fc.constant<Step>({ kind: 'add' }), fc.nat(4).map((index): Step => ({ kind: 'remove', index }))), { maxLength: 25 })

function apply(session: FormSession, step: Step): void {
  if (step.kind === 'add') session.addLine('lines')
  else if (step.kind === 'remove') session.removeLine('lines', step.index)
  else session.set(step.path, step.value)
}

describe('a form session after any edits', () => {
  test.each(['save', 'send'])('it equals a fresh evaluation of its document (%s)', (action) => {
    fc.assert(fc.property(steps, (edits) => {
      const session = type.session(validExpense([{ code: 'TAXI', quantity: 1 }, { code: 'MEAL', quantity: 2, amount: 5 }]), ctx, { action })
      for (const step of edits) {
        apply(session, step)
        const fresh = type.evaluate(session.doc(), ctx, { action, looksAhead: true })
        expect(session.doc()).toEqual(fresh.doc)
        expect(session.issues()).toEqual(fresh.issues)
        expect(session.warnings()).toEqual(fresh.warnings)
        for (const path of pathsOf(fresh.doc)) expect({ [path]: session.field(path) }).toEqual({ [path]: fieldState(fresh, path) })
      }
    }), { numRuns: 150 })
  })
})

function pathsOf(doc: Doc): string[] {
  const lines = (doc['lines'] ?? []) as JsonObject[]
  return [...Object.keys(HEADER), ...lines.flatMap((_, index) => Object.keys(VALUES).map((name) => `lines.${index}.${name}`))]
}
