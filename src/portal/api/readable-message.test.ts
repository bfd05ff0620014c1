import { expect, test } from 'vitest'
import { readableMessage } from './readable-message.ts'

const ID = '3f2a7c1e-0b52-4a1b-9f0e-77a3b1b2c4d5'

test.each([
  ['a message without a marker', 'The account is blocked.', 'The account is blocked.'],
  ['a marker behind the message', `The account is blocked.  CorrelationId:  ${ID}.`, 'The account is blocked.'],
  ['a marker in brackets', `Period is closed (correlation id ${ID})`, 'Period is closed'],
  ['an error as JSON', `{"error":{"code":"Internal_ServerError","message":"The account is blocked.  CorrelationId:  ${ID}."}}`, 'The account is blocked.'],
  ['an error as JSON behind other words', `Unable to send Record For Approval: {"error":{"message":"Period is closed. CorrelationId: ${ID}"}}`, 'Period is closed.'],
  ['JSON within JSON', JSON.stringify({ error: { message: JSON.stringify({ message: `Too late. Correlation-ID: ${ID}` }) } }), 'Too late.'],
  ['what is no JSON', `{Too late} CorrelationId: ${ID}`, '{Too late}'],
  ['nothing but a marker', `CorrelationId: ${ID}`, `CorrelationId: ${ID}`],
  ['JSON without a marker', '{"message":"x"}', '{"message":"x"}'],
])('%s', (_, text, readable) => {
  expect(readableMessage(text)).toBe(readable)
})
