import { describe, expect, it } from 'vitest'
import { createEngine } from '../../core/index.ts'
import { expenseType, makeCatalogue, makeContext, makeRule } from '../../core/rules/testing/expense-catalogue.ts'
import { FormModel } from './form-model.ts'

const rules = {
  short: makeRule('short', ['description'], 'check', 'doc.description != "Lunch"', { for: ['send'], message: 'Say more' }),
  noted: makeRule('noted', ['note'], 'required', 'true', { for: ['send'] }),
}
const type = createEngine(makeCatalogue([expenseType({ rules })])).type('expense')

function opened(next?: string): FormModel {
  const model = new FormModel(type.session({ description: 'Taxi', start: '2026-11-02' }, makeContext()))
  model.next = next
  return model
}

describe('what would stop the next action', () => {
  it('it shows as a warning once its field is left, and goes with the value', () => {
    const model = opened('send')
    model.set('description', 'Lunch')
    expect(model.warning('description')).toBeUndefined()
    model.touch('description')
    expect([model.warning('description'), model.error('description')]).toEqual(['Say more', undefined])
    model.set('description', 'Lunch with the visitors')
    expect(model.warning('description')).toBeUndefined()
  })

  it('what another field leads to is checked anew when any field is left', () => {
    const model = opened('send')
    model.touch('description')
    model.session.set('description', 'Lunch')
    model.touch('note')
    expect(model.warning('description')).toBe('Say more')
  })

  it('a field that is still empty is not warned of', () => {
    const model = opened('send')
    model.touch('note')
    expect(model.warning('note')).toBeUndefined()
  })

  it('once the action was tried it is an error, said once', () => {
    const model = opened('send')
    model.set('description', 'Lunch')
    model.validateFor('send')
    model.touch('description')
    expect([model.warning('description'), model.error('description')]).toEqual([undefined, 'Say more'])
  })

  it('without a next action nothing is foreseen', () => {
    const model = opened()
    model.set('description', 'Lunch')
    model.touch('description')
    expect(model.warning('description')).toBeUndefined()
  })
})
