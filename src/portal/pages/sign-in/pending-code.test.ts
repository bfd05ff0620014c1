import { describe, expect, it } from 'vitest'
import type { CodeSent } from '../../../contract/index.ts'
import { clockOf, pendingCode, readPendingCode } from './pending-code.ts'

const SENT: CodeSent = { channel: 'email', to: 'z•••i@uwezo.example', minutes: 5, expiresAt: '2026-06-15T08:15:00.000Z', resendAt: '2026-06-15T08:11:00.000Z' }

describe('a code that was sent', () => {
  it.each([['right', 0], ['an hour late', 3_600_000], ['a day early', -86_400_000]])('it is valid for five minutes and can be sent again after one, with a clock that is %s', (_name, off) => {
    const now = Date.parse('2026-06-15T08:10:00.000Z') + off
    const pending = pendingCode('c', SENT, now)
    expect([pending.endsAt - now, pending.resendAt - now]).toEqual([300_000, 60_000])
    expect(readPendingCode(JSON.stringify(pending))).toEqual(pending)
  })

  it.each([null, '', 'null', '[]', '7', '{"challenge":"c"}', '{"challenge":'])('it is missing when %j was stored', (text) => {
    expect(readPendingCode(text)).toBe(null)
  })
})

it.each([[-5, '0:00'], [0, '0:00'], [1, '0:01'], [59_001, '1:00'], [65_000, '1:05'], [300_000, '5:00'], [3_600_000, '60:00']])('%d ms are shown as %s', (milliseconds, text) => {
  expect(clockOf(milliseconds)).toBe(text)
})
