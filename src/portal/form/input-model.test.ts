import { describe, expect, it } from 'vitest'
import { createEngine, type Json, type JsonObject } from '../../core/index.ts'
import { makeCatalogue, makeContext } from '../../core/rules/testing/expense-catalogue.ts'
import { makeAction, makeShape, makeType } from '../../core/testing/make-type.ts'
import { InputModel } from './input-model.ts'

const shape = makeShape({
  receipt: { title: 'Receipt', pattern: '^R-\\d+$', minLength: 4 },
  paid: { title: 'Paid', type: 'number', money: '', exclusiveMinimum: 0, maximum: 100 },
  way: { title: 'Way', enum: ['cash', 'bank'], default: 'cash' },
  day: { title: 'Day', format: 'date', defaultExpression: 'today' },
  until: { title: 'Until', format: 'date' },
}, ['receipt', 'paid'])
const manifest = makeType({
  states: {}, shape: makeShape({ no: { readOnly: true }, asked: { format: 'date' } }), messages: { pattern: 'Receipts are written as R-123.', required: '{label} is needed.' },
  actions: {
    pay: makeAction('pay', {
      from: ['new'], input: shape,
      checks: {
        'not-ahead': { name: 'not-ahead', on: 'day', effect: 'max', expression: 'today', message: 'Day should not be in the future.' },
        'until-later': { name: 'until-later', on: 'until', effect: 'min', expression: 'input.day', message: 'Until lies before the day.' },
        open: { name: 'open', on: 'day', effect: 'unavailable', expression: 'day == "2026-06-12" || (has(input.way) && input.way == "bank" && day == "2026-06-13") ? "we are closed" : ""', message: 'Not then: {reason}.' },
        'after-request': { name: 'after-request', on: 'day', effect: 'min', expression: 'doc.asked', message: 'Day cannot lie before the request of {asked}.' },
      },
    }),
  },
})
const type = createEngine(makeCatalogue([manifest])).type('claim')

const asked = { asked: '2026-06-10' }

/** The model as the action dialog creates it. */
const opened = (kept?: JsonObject): InputModel => new InputModel(shape, {
  value: (expression) => type.value(expression, {}, makeContext()),
  check: (values) => [...type.actionIssues('pay', asked, undefined, { ...makeContext(), input: values }), ...type.checkInput('pay', values, makeContext()).issues],
  unavailable: (field, values) => type.unavailableInInput('pay', field, asked, { ...makeContext(), input: values }),
  bounds: (values) => type.inputBounds('pay', asked, { ...makeContext(), input: values }),
}, kept)

describe('the dialog of an action', () => {
  it('it starts with its defaults and without errors', () => {
    const model = opened()
    expect(model.values()).toEqual({ way: 'cash', day: '2026-06-15' })
    expect(Object.keys(shape.fields).map(model.error)).toEqual(Object.keys(shape.fields).map(() => undefined))
  })

  it('it updates a field whose bound follows from another', () => {
    const model = opened()
    model.set('day', '2026-06-11')
    model.set('until', '2026-06-12')
    model.touch('until')
    expect(model.error('until')).toBeUndefined()
    let updates = 0
    model.subscribe('until', () => { updates += 1 })
    model.set('day', '2026-06-14')
    expect([model.field('until').min, model.error('until'), updates]).toEqual(['2026-06-14', 'Until lies before the day.', 1])
    model.set('day', '2026-06-11')
    expect([model.field('until').min, model.error('until'), updates]).toEqual(['2026-06-11', undefined, 2])
  })

  it('it offers no dates beyond the bounds of its checks', () => {
    expect(opened().field('day')).toMatchObject({ min: '2026-06-10', max: '2026-06-15' })
    expect(opened().field('receipt')).not.toHaveProperty('min')
  })

  it('it closes the dates that its checks refuse, also by what is entered in other fields', () => {
    const model = opened()
    const closed = (): (string | undefined)[] => ['2026-06-11', '2026-06-12', '2026-06-13'].map((day) => model.unavailable('day')?.(day))
    expect(closed()).toEqual([undefined, 'we are closed', undefined])
    model.set('way', 'bank')
    expect(closed()).toEqual([undefined, 'we are closed', 'we are closed'])
    expect(model.unavailable('until')).toBeUndefined()
  })

  it('it updates a field whose closed dates depend on another, even if its bounds and errors stay', () => {
    const model = opened()
    const updates: string[] = []
    for (const name of ['day', 'until', 'receipt']) model.subscribe(name, () => { updates.push(`${name} ${String(model.unavailable(name)?.('2026-06-13'))}`) })
    model.set('way', 'bank')
    model.set('way', 'cash')
    expect(updates).toEqual(['day we are closed', 'day undefined'])
  })

  const errorOf = (path: string, value: Json | undefined): string | undefined => {
    const model = opened()
    model.set(path, value)
    expect(model.error(path)).toBeUndefined()
    model.touch(path)
    return model.error(path)
  }

  it.each<[string, Json | undefined, string]>([
    ['receipt', undefined, 'Receipt is needed.'], ['receipt', '   ', 'Receipt is needed.'], ['receipt', 'R-1', 'Receipt must have at least 4 characters.'],
    ['receipt', 'bill', 'Receipts are written as R-123.'],
    ['paid', 0, 'Must be greater than 0'], ['paid', 101, 'Cannot be more than 100'], ['paid', 1.005, 'Paid can have at most two decimals.'],
    ['way', 'cheque', 'Way must be one of cash, bank.'], ['day', '2026-13-01', 'Day must be a date such as 2026-06-15.'],
    ['day', '2026-06-16', 'Day should not be in the future.'], ['day', '2026-06-09', 'Day cannot lie before the request of 10th Jun 2026.'], ['day', '2026-06-12', 'Not then: we are closed.'],
  ])('once the field is left, the error of %s with %j is: %s', (path, value, expected) => {
    expect(errorOf(path, value)).toBe(expected)
  })

  it.each([['receipt', 'R-123'], ['paid', 1.5], ['day', '2026-06-10']])('the field %s with %j has no error, even once it is left', (path, value) => {
    expect(errorOf(path, value)).toBeUndefined()
  })

  it('it shows all errors when it is submitted, and submits when there are none', () => {
    const model = opened()
    expect(model.validate()).toBe(false)
    expect([model.error('receipt'), model.error('paid')]).toEqual(['Receipt is needed.', 'Paid is needed.'])
    model.set('receipt', 'R-123')
    model.set('paid', 20)
    expect(model.validate()).toBe(true)
  })

  it('what was entered is still there when it is opened again, and the rest starts anew', () => {
    const before = opened()
    const first = before.values()
    expect(before.entered()).toBeUndefined()
    before.set('receipt', 'R-123')
    before.set('way', 'bank')
    const again = opened(before.entered())
    expect(again.values()).toEqual({ ...first, receipt: 'R-123', way: 'bank' })
    again.set('receipt', undefined)
    again.set('way', undefined)
    // A default that was cleared stays cleared.
    const once = opened(again.entered())
    expect([once.value('receipt'), once.value('way'), once.value('day')]).toEqual([undefined, undefined, first['day']])
  })

  it('it shows the server’s error until the field changes, and an unreadable entry before any other error', () => {
    const model = opened()
    model.refuse([{ path: 'input.receipt', rule: 'ref', message: 'It was used.', severity: 'error' }])
    expect(model.error('receipt')).toBe('It was used.')
    model.set('receipt', 'R-124')
    expect(model.error('receipt')).toBeUndefined()
    model.complain('paid', 'Enter a number.')
    expect(model.validate()).toBe(false)
    expect(model.error('paid')).toBe('Enter a number.')
  })
})
