import { describe, expect, it } from 'vitest'
import { ago } from './ago.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

describe('the age of a notification', () => {
  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T12:00:05Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T11:01:00Z', '59 minutes ago'],
    ['2026-11-21T11:00:00Z', '1 hour ago'],
    ['2026-11-20T12:00:01Z', '23 hours ago'],
    ['2026-11-20T12:00:00Z', 'yesterday'],
    ['2026-11-15T12:00:00Z', '6 days ago'],
    ['2026-11-14T12:00:00Z', '14th Nov 2026'],
  ])('%s is shown as “%s”', (at, text) => {
    expect(ago(at, NOW)).toBe(text)
  })
})
