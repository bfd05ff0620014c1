import { expect, it } from 'vitest'
import { withoutInherited } from './inherited-issues.ts'

const issue = (path: string) => ({ path, rule: 'required', message: 'Required.', severity: 'error' as const })
const sections = [{ field: 'lines', inherits: { fields: ['department'] } }]

it('a value that is missing above is not missed again in each line that inherits it', () => {
  const issues = ['department', 'lines.0.department', 'lines.1.code'].map(issue)
  expect(withoutInherited(issues, sections, () => true).map(({ path }) => path)).toEqual(['department', 'lines.1.code'])
})

it('a line’s own problem stays', () => {
  expect(withoutInherited([issue('lines.0.department')], sections, () => true)).toHaveLength(1)
  expect(withoutInherited(['department', 'lines.0.department'].map(issue), sections, () => false)).toHaveLength(2)
})
