import { expect, test } from 'vitest'
import { problemText } from './problem-text.ts'

test.each([
  ['Description', 'description', 'required', 'Required.', 'Description is required'],
  ['Department', 'dim1', 'required', 'Department is required!', 'Department is required'],
  ['Attachment', 'attachments', 'attachments.required', 'Attachment is required!', 'Attachment is required'],
  ['Code', 'lines.1.code', 'required', 'Required.', 'Line 2: Code is required'],
  ['Code', 'lines.0.code', 'code-needed', 'Required.', 'Line 1: Code is required'],
  ['Amount', 'lines.0.amount', 'amount-needed', 'field is required', 'Line 1: Amount is required'],
  ['Purpose', 'purpose', 'purpose-needed', 'Field is required.', 'Purpose is required'],
  ['Amount', 'lines.0.amount', 'minimum', 'Cannot be less than 1', 'Line 1: Amount – Cannot be less than 1'],
  ['Amount', 'lines.0.amount', 'typed', 'Amount cannot be negative.', 'Line 1: Amount cannot be negative'],
  ['Float', 'bank', 'enough', 'This float holds only KES 10.50. Replenish it first.', 'This float holds only KES 10.50. Replenish it first.'],
  ['Expense lines', 'lines', 'lines-needed', 'Please add at least one line', 'Expense lines – Please add at least one line'],
])('a problem of %s at %s (%s) names its line and field in a list', (label, path, rule, message, expected) => {
  expect(problemText(label, { path, rule, message, severity: 'error' })).toBe(expected)
})
