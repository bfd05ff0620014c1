import { expect, it } from 'vitest'
import { roleTitle } from './built-in-roles.ts'

it.each([['hr', 'HR'], ['ceo', 'CEO'], ['finance', 'Finance'], ['finance-director', 'Finance director']])('the title of the role %s is %s', (name, title) => {
  expect(roleTitle(name)).toBe(title)
})
