import { describe, expect, it } from 'vitest'
import { createEngine, type ResolvedSection } from '../../../core/index.ts'
import { expenseType, makeCatalogue, makeContext } from '../../../core/rules/testing/expense-catalogue.ts'
import { FormModel } from '../../form/form-model.ts'
import { linesOf } from '../../form/line-table/line-paths.ts'
import { addFirstLines, dropEmptyLines } from './first-lines.ts'

const lines = { name: 'lines', kind: 'lines', field: 'lines', views: ['main'], collapsed: false, columnsWide: 2, fields: [], columns: {}, dialogs: {}, inherits: { fields: ['description'] } } as unknown as ResolvedSection

function opened(section: Partial<ResolvedSection> = {}, view = 'main') {
  const compiled = createEngine(makeCatalogue([expenseType({ rules: {}, card: { sections: { lines: { ...lines, ...section } }, views: {}, actionsPosition: { fixed: 'bottom' } } })])).type('expense')
  const model = new FormModel(compiled.session({}, makeContext()))
  addFirstLines(model, compiled, makeContext(), view)
  model.forget()
  return { model, count: () => linesOf(model.doc(), 'lines').length, drop: () => dropEmptyLines(model, compiled, makeContext(), view) }
}

describe('the first line of a new document', () => {
  it('it is open from the start, and counts as nothing entered', () => {
    const { model, count } = opened()
    expect([count(), model.isDirty()]).toEqual([1, false])
  })

  it('it is not added to lines that another view shows, that hold files of a group, or that are not shown now', () => {
    expect(opened({ views: ['other'] }).count()).toBe(0)
    expect(opened({ groupedBy: { field: 'lines', by: 'code' } as never }).count()).toBe(0)
    expect(opened({ when: 'doc.total > 1000' }).count()).toBe(0)
  })

  it('before the document is sent it goes, if nothing but first and inherited values is in it', () => {
    const { model, count, drop } = opened()
    model.set('description', 'From the header')
    model.set('lines.0.description', 'From the header')
    drop()
    expect(count()).toBe(0)
  })

  it.each([['a first value that was changed', 'quantity', 5], ['a value of its own beside the header’s', 'description', 'Of this line']])('%s is an entry, and the line stays', (_, field, value) => {
    const { model, count, drop } = opened()
    model.set(`lines.0.${field}`, value)
    drop()
    expect(count()).toBe(1)
  })

  it('lines with something entered stay', () => {
    const { model, drop } = opened()
    model.addLine('lines')
    model.set('lines.1.price', 20)
    model.addLine('lines')
    drop()
    expect(linesOf(model.doc(), 'lines').map((line) => line['price'])).toEqual([20])
  })
})
