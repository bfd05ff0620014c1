import { expect, it } from 'vitest'
import { roleTitle } from './built-in-roles.ts'

it.each([['hr', 'HR'], ['ceo', 'CEO'], ['finance', 'Finance'], ['finance-director', 'Finance director']])('shows the role %s as %s', (name, title) => {
  expect(roleTitle(name)).toBe(title)
})
