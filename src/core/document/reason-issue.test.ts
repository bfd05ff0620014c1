import { describe, expect, it } from 'vitest'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import type { DecisionKind } from '../workflow/decisions.ts'
import { reasonIssue } from './reason-issue.ts'

const plain = makeType({})
const spoken = makeType({ messages: { reasonRequired: 'Say why {title} {no} goes back.', reasonLength: 'Keep it under {limit}.' } })
const withInput = makeType({
  messages: { pattern: '{label} begins with a code.', reasonRequired: 'Say why.' },
  actions: {
    reject: makeAction('reject', { input: makeShape({ reason: { title: 'Ground', pattern: '^[A-Z]', maxLength: 10 } }) }),
    approve: makeAction('approve', { input: makeShape({ reason: { title: 'Remark' } }, ['reason']) }),
  },
})

describe('the reason of a decision', () => {
  it.each<[string, ResolvedDocumentType, DecisionKind, string, string | undefined]>([
    ['it is required to reject', plain, 'reject', ' ', 'Reason is required'],
    ['it is required to reject, and invisible characters are none', plain, 'reject', '\u200b', 'Reason is required'],
    ['it is required to return', plain, 'return', '', 'Reason is required'],
    ['it is not required to approve', plain, 'approve', '', undefined],
    ['it is not required to delegate', plain, 'delegate', '', undefined],
    ['it is required in the manifest’s own words', spoken, 'reject', '', 'Say why Claim C-1 goes back.'],
    ['it may have 250 characters', plain, 'reject', 'x'.repeat(250), undefined],
    ['it may not have more', plain, 'delegate', 'x'.repeat(251), 'Reason can have at most 250 characters.'],
    ['it may not have more, in the manifest’s own words', spoken, 'reject', 'x'.repeat(251), 'Keep it under 250.'],
    ['it counts an emoji as one character', plain, 'reject', '👍'.repeat(250), undefined],
    ['it may not contain what cannot be stored', plain, 'reject', 'a\0b', 'Reason contains characters that cannot be stored.'],
    ['it must match the pattern of the action’s input', withInput, 'reject', 'late', 'Ground begins with a code.'],
    ['it may not be longer than the action’s input allows', withInput, 'reject', 'L is too late', 'Ground can have at most 10 characters.'],
    ['it is accepted when it suits the action’s input', withInput, 'reject', 'Late', undefined],
    ['it is required where the action’s input requires it', withInput, 'approve', '', 'Say why.'],
  ])('%s', (_, manifest, decision, reason, expected) => {
    expect(reasonIssue(manifest, decision, 'C-1', reason)?.message).toBe(expected)
  })
})
