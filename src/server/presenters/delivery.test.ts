import { describe, expect, it } from 'vitest'
import { deliveryOf } from './delivery.ts'

const at = new Date('2026-11-21T10:00:00Z')

describe('a message of the outbox', () => {
  it.each([
    ['mailed', { sent_at: at, attempts: 1, last_error: null }, true, 'sent'],
    ['mailed before the mail server was taken away', { sent_at: at, attempts: 2, last_error: null }, false, 'sent'],
    ['that waits without a mail server', { sent_at: null, attempts: 0, last_error: null }, false, 'kept'],
    ['of the demo’s past, without a mail server', { sent_at: at, attempts: 0, last_error: null }, false, 'kept'],
    ['of the demo’s past, with one', { sent_at: at, attempts: 0, last_error: null }, true, 'past'],
    ['that waits for its first try', { sent_at: null, attempts: 0, last_error: null }, true, 'waiting'],
    ['that the mail server refused', { sent_at: null, attempts: 3, last_error: 'no such mailbox' }, true, 'failed'],
  ])('%s', (_, row, isMailed, delivery) => {
    expect(deliveryOf(row, isMailed)).toBe(delivery)
  })
})
