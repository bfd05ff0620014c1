import { describe, expect, test } from 'vitest'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { entryTone } from './entry-tone.ts'

const state = (name: string, tone: string): [string, object] => [name, { name, tone }]
const manifest = {
  states: Object.fromEntries([state('Open', 'info'), state('Review', 'progress'), state('Released', 'success'), state('Sent back', 'danger')]),
  approval: { approved: 'Released', rejected: 'Sent back', pending: 'Review' },
} as unknown as ResolvedDocumentType

describe('the colour of an approval entry', () => {
  test.each([
    ['Open', 'progress'], ['Approved', 'success'], ['Rejected', 'danger'], ['Created', 'neutral'], ['Canceled', 'neutral'], ['toString', 'neutral'],
  ])('the colour of the status %s is %s', (status, tone) => {
    expect(entryTone(manifest, status)).toBe(tone)
  })

  test('it follows the manifest', () => {
    const other = { ...manifest, states: { ...manifest.states, Review: { ...manifest.states['Review']!, tone: 'warning' as const } } }
    expect(entryTone(other, 'Open')).toBe('warning')
  })

  test('it is that of the state of the same name, whichever state the decision leads to', () => {
    const led = { states: { ...manifest.states, Approved: { ...manifest.states['Released']!, name: 'Approved' } }, approval: { ...manifest.approval!, approved: 'Review' } }
    expect(entryTone(led, 'Approved')).toBe('success')
  })
})
