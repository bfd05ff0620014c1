import { describe, expect, it } from 'vitest'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import type { DecisionKind } from '../workflow/decisions.ts'
import { reasonIssue } from './reason-issue.ts'

const plain = makeType({})
const spoken = makeType({ messages: { reasonRequired: 'Say why {title} {no} goes back.', reasonLength: 'Keep it under {limit}.' } })
const asking = makeType({
  messages: { pattern: '{label} begins with a code.', reasonRequired: 'Say why.' },
  actions: {
    reject: makeAction('reject', { input: makeShape({ reason: { title: 'Ground', pattern: '^[A-Z]', maxLength: 10 } }) }),
    approve: makeAction('approve', { input: makeShape({ reason: { title: 'Remark' } }, ['reason']) }),
  },
})

describe('the reason of a decision', () => {
  it.each<[string, ResolvedDocumentType, DecisionKind, string, string | undefined]>([
    ['is needed to reject', plain, 'reject', ' ', 'Reason is required'],
    ['is needed to reject, not one that shows nothing', plain, 'reject', '\u200b', 'Reason is required'],
    ['is needed to return', plain, 'return', '', 'Reason is required'],
    ['is not needed to approve', plain, 'approve', '', undefined],
    ['is not needed to hand on', plain, 'delegate', '', undefined],
    ['is asked for in the manifest’s own words', spoken, 'reject', '', 'Say why Claim C-1 goes back.'],
    ['is as long as everybody may say', plain, 'reject', 'x'.repeat(250), undefined],
    ['is not longer', plain, 'delegate', 'x'.repeat(251), 'Reason can have at most 250 characters.'],
    ['is not longer, in the manifest’s own words', spoken, 'reject', 'x'.repeat(251), 'Keep it under 250.'],
    ['counts as people do', plain, 'reject', '👍'.repeat(250), undefined],
    ['can be stored', plain, 'reject', 'a\0b', 'Reason contains characters that cannot be stored.'],
    ['is what the action asks for', asking, 'reject', 'late', 'Ground begins with a code.'],
    ['is no longer than the action takes', asking, 'reject', 'L is too late', 'Ground can have at most 10 characters.'],
    ['is right', asking, 'reject', 'Late', undefined],
    ['is needed where the action says so', asking, 'approve', '', 'Say why.'],
  ])('%s', (_, manifest, decision, reason, says) => {
    expect(reasonIssue(manifest, decision, 'C-1', reason)?.message).toBe(says)
  })
})
