import { expect, test } from 'vitest'
import { problemText } from './problem-text.ts'

test.each([
  ['Description', 'description', 'required', 'Required.', 'Description is required'],
  ['Department', 'dim1', 'required', 'Department is required!', 'Department is required!'],
  ['Code', 'lines.1.code', 'required', 'Required.', 'Line 2: Code is required'],
  ['Amount', 'lines.0.amount', 'minimum', 'Cannot be less than 1', 'Line 1: Amount – Cannot be less than 1'],
  ['Amount', 'lines.0.amount', 'typed', 'Amount cannot be negative.', 'Line 1: Amount cannot be negative.'],
  ['Expense lines', 'lines', 'lines-needed', 'Please add at least one line', 'Expense lines – Please add at least one line'],
])('a problem of %s at %s (%s) names its line and field in a list', (label, path, rule, message, expected) => {
  expect(problemText(label, { path, rule, message, severity: 'error' })).toBe(expected)
})
