import { describe, expect, it } from 'vitest'
import type { OutboxRow } from '../../../contract/index.ts'
import { searchMessages } from './messages.ts'

const rows: OutboxRow[] = [
  { id: 2, subject: 'PC-2 waits for your approval', recipient: 'otieno@mazingira.example', text: 'Juma asks for KES 500.', createdAt: '2026-11-21T10:00:00Z', sentAt: null, delivery: 'failed', attempts: 3, lastError: 'refused' },
  { id: 1, subject: 'PC-1 was approved', recipient: 'wanjiku@mazingira.example', text: 'By Otieno.', createdAt: '2026-11-20T10:00:00Z', sentAt: '2026-11-20T10:00:05Z', delivery: 'sent', attempts: 1, lastError: null },
]

describe('messages of the outbox', () => {
  it.each([['', [2, 1]], ['otieno', [2, 1]], ['OTIENO approved', [1]], ['wanjiku', [1]], ['kes juma', [2]], ['nobody', []]])('%j finds %j', (search, ids) => {
    expect(searchMessages(rows, search).map((message) => message.id)).toEqual(ids)
  })

  it.each([['sent', [1]], ['failed', [2]], ['kept', []]])('those of delivery %s are %j', (delivery, ids) => {
    expect(searchMessages(rows, '', delivery).map((message) => message.id)).toEqual(ids)
  })
})
