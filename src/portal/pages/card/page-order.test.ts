import { describe, expect, it } from 'vitest'
import type { FieldIssue, ResolvedSection } from '../../../core/index.ts'
import { issuesInOrder, sectionsInOrder } from './page-order.ts'

const SECTIONS = [
  { name: 'request', kind: 'fields', fields: ['description', 'date'] }, { name: 'lines', kind: 'lines', field: 'lines', fields: [] },
  { name: 'attachments', kind: 'attachments', fields: [] }, { name: 'dimensions', kind: 'fields', fields: ['department'] },
] as unknown as ResolvedSection[]
const names = (sections: readonly ResolvedSection[]): string[] => sections.map(({ name }) => name)
const issues = (...paths: string[]): FieldIssue[] => paths.map((path) => ({ path, rule: 'r', message: path, severity: 'error' }))

describe('the sections of a card', () => {
  it.each([
    ['in a wide window', { isPhone: false, leads: true }, ['request', 'lines', 'attachments', 'dimensions']],
    ['on a phone that needs a receipt', { isPhone: true, leads: true }, ['attachments', 'request', 'lines', 'dimensions']],
    ['on a phone that needs none', { isPhone: true, leads: false }, ['request', 'lines', 'attachments', 'dimensions']],
  ])('%s stand in this order', (_, look, expected) => {
    expect(names(sectionsInOrder(SECTIONS, look))).toEqual(expected)
  })
})

describe('what is wrong is listed in the order of the page', () => {
  const found = issues('department', 'description', 'lines.0.code', 'lines.0.amount', 'attachments', '')
  it.each([
    ['in a wide window', { isPhone: false, leads: true }, ['', 'description', 'lines.0.code', 'lines.0.amount', 'attachments', 'department']],
    ['on a phone that needs a receipt', { isPhone: true, leads: true }, ['', 'attachments', 'description', 'lines.0.code', 'lines.0.amount', 'department']],
  ])('%s', (_, look, expected) => {
    expect(issuesInOrder(found, sectionsInOrder(SECTIONS, look), 'attachments').map(({ path }) => path)).toEqual(expected)
  })

  it('a refused file counts as its attachments, a field of no section as the last', () => {
    expect(issuesInOrder(issues('elsewhere', 'department', 'attachments.17-0'), SECTIONS, 'attachments').map(({ path }) => path)).toEqual(['attachments.17-0', 'department', 'elsewhere'])
  })
})
