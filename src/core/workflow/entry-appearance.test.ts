import { describe, expect, test } from 'vitest'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { approvalOfEntry, entryAppearance, entryTone } from './entry-appearance.ts'

const state = (name: string, label: string, tone: string): [string, object] => [name, { name, label, tone }]
const steps = (...ids: string[]): object[] => ids.map((id) => ({ id }))
const manifest = {
  states: Object.fromEntries([state('Review', 'Pending Approval', 'progress'), state('Counting', 'Pending accounting', 'warning'), state('Released', 'Released', 'success'), state('Rejected', 'Rejected', 'danger')]),
  approval: { id: 'approval', title: 'Request', approved: 'Released', rejected: 'Rejected', pending: 'Review', steps: steps('supervisor', 'head') },
  approvals: { accounting: { id: 'accounting', title: 'Accounting', approved: 'Released', rejected: 'Rejected', pending: 'Counting', steps: steps('supervisor', 'finance') } },
} as unknown as ResolvedDocumentType

describe('an approval entry', () => {
  test.each([
    ['Open', 'Review', 'Pending Approval', 'progress'],
    ['Open', 'Counting', 'Pending accounting', 'warning'],
    ['Created', 'Review', 'Waiting', 'neutral'],
    ['Approved', 'Review', 'Approved', 'success'],
    ['Rejected', 'Rejected', 'Rejected', 'danger'],
  ])('the entry with the status %s of a document in %s is shown as %s', (status, at, label, tone) => {
    expect(entryAppearance(manifest, status, at)).toEqual({ label, tone })
  })

  test.each([
    ['the approval that it names', { approval: 'accounting' }, 'Accounting'],
    ['none when it names none and there are several', { approval: null }, undefined],
    ['none when the one that it names no longer exists', { approval: 'audit' }, undefined],
  ])('it belongs to %s', (_, entry, title) => {
    expect(approvalOfEntry(manifest, entry)?.title).toBe(title)
  })

  test('it belongs to the only approval of a type with one', () => {
    expect(approvalOfEntry({ ...manifest, approvals: {} }, { approval: null })?.title).toBe('Request')
  })
})

const toned = (name: string, tone: string): [string, object] => [name, { name, tone }]
const colours = {
  states: Object.fromEntries([toned('Open', 'info'), toned('Review', 'progress'), toned('Released', 'success'), toned('Sent back', 'danger')]),
  approval: { approved: 'Released', rejected: 'Sent back', pending: 'Review' },
} as unknown as ResolvedDocumentType

describe('the colour of an approval entry', () => {
  test.each([
    ['Open', 'progress'], ['Approved', 'success'], ['Rejected', 'danger'], ['Created', 'neutral'], ['Canceled', 'neutral'], ['toString', 'neutral'],
  ])('the colour of the status %s is %s', (status, tone) => {
    expect(entryTone(colours, status)).toBe(tone)
  })

  test('it follows the manifest', () => {
    const other = { ...colours, states: { ...colours.states, Review: { ...colours.states['Review']!, tone: 'warning' as const } } }
    expect(entryTone(other, 'Open')).toBe('warning')
  })

  test('it is that of the state of the same name, whichever state the decision leads to', () => {
    const led = { states: { ...colours.states, Approved: { ...colours.states['Released']!, name: 'Approved' } }, approval: { ...colours.approval!, approved: 'Review' } }
    expect(entryTone(led, 'Approved')).toBe('success')
  })
})
