import { describe, expect, it } from 'vitest'
import { deliveryOf } from './delivery.ts'

const at = new Date('2026-11-21T10:00:00Z')

describe('the delivery of a message in the outbox', () => {
  it.each([
    ['a mailed message is sent', { sent_at: at, attempts: 1, last_error: null }, true, 'sent'],
    ['a message that was mailed before the mail server was removed is sent', { sent_at: at, attempts: 2, last_error: null }, false, 'sent'],
    ['a message that waits without a mail server is kept', { sent_at: null, attempts: 0, last_error: null }, false, 'kept'],
    ['a message of the demo’s past is kept without a mail server', { sent_at: at, attempts: 0, last_error: null }, false, 'kept'],
    ['a message of the demo’s past is in the past with a mail server', { sent_at: at, attempts: 0, last_error: null }, true, 'past'],
    ['a message that waits for its first attempt is waiting', { sent_at: null, attempts: 0, last_error: null }, true, 'waiting'],
    ['a message that the mail server refused has failed', { sent_at: null, attempts: 3, last_error: 'no such mailbox' }, true, 'failed'],
  ])('%s', (_, row, isMailed, delivery) => {
    expect(deliveryOf(row, isMailed)).toBe(delivery)
  })
})
