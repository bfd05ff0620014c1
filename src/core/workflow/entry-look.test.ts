import { describe, expect, test } from 'vitest'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { approvalOfEntry, entryLook } from './entry-look.ts'

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
  ])('%s of a document in %s is called %s', (status, at, label, tone) => {
    expect(entryLook(manifest, status, at)).toEqual({ label, tone })
  })

  test.each([
    ['the approval that it names', { approval: 'accounting' }, 'Accounting'],
    ['none, where it names none and there are several', { approval: null }, undefined],
    ['none, where what it names is gone', { approval: 'audit' }, undefined],
  ])('belongs to %s', (_, entry, title) => {
    expect(approvalOfEntry(manifest, entry)?.title).toBe(title)
  })

  test('belongs to the only approval that there is', () => {
    expect(approvalOfEntry({ ...manifest, approvals: {} }, { approval: null })?.title).toBe('Request')
  })
})
