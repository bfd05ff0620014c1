import { isConstraint, readThrough } from '../../rules/checked-figures.ts'
import { expressionsOf } from '../resolve/expressions-of.ts'
import type { CheckPass } from './check-context.ts'

/**
 * A figure that may refuse a document is locked until the transaction ends; a list is not. A check over a list of records that people create
 * at the same time would therefore let two of them through where it allows one.
 */
export const checkCheckedLists: CheckPass = ({ reporter, catalogue }, expanded, type) => {
  const racing = Object.entries(type.lists).filter(([, { of }]) => of === type.id || (catalogue.types[of]?.kind ?? 'master') !== 'master').map(([name]) => name)
  if (racing.length === 0) return
  const rules = Object.values(type.rules)
  const places = expressionsOf(type)
  const expect = (source: string, where: readonly [string, string], fields: readonly string[], when?: string): void => {
    const list = readThrough(type, rules, [source, when], fields).lists.find((name) => racing.includes(name))
    const path = places.find((one) => one.source === source && one.path[0] === where[0] && one.path[1] === where[1])?.path ?? where
    if (list !== undefined) reporter.inType('E412', expanded, path, `It reads the list "${list}" of "${type.lists[list]?.of}", whose records others may write at the same moment.`, { seen: list, expected: 'lookups.<name>, which is locked' })
  }
  for (const { effect, expression, name, on, when } of rules) if (isConstraint(effect)) expect(expression, ['rules', name], on, when)
  for (const { id, checks } of Object.values(type.actions)) for (const { expression } of Object.values(checks)) expect(expression, ['actions', id], [])
}
