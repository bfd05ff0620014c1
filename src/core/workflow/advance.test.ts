import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advance, handOver, openRound, placeDelegate } from './advance.ts'
import type { Advance, Decision, RoundOutcome } from './advance.ts'
import type { EntryState } from './entry-state.ts'
import type { ResolvedStepEntry } from './resolve-steps.ts'

function step(sequence: number, approvers: string[], given: Partial<ResolvedStepEntry> = {}): ResolvedStepEntry {
  return { step: `s${sequence}`, title: 'Step', sequence, approvers, mode: 'any', dueDays: 3, ...given }
}

/** Plays decisions written as `approve A`, `delegate A B` and returns the last result. */
function play(steps: ResolvedStepEntry[], moves: string[]): { last: Advance; entries: EntryState[] } {
  let entries = openRound(steps, 'SENDER')
  let last: Advance = { ok: true, entries, outcome: 'pending', opened: [], changed: [] }
  for (const move of moves) {
    const [kind, by = '', to = ''] = move.split(' ')
    last = advance(entries, kind === 'cancel' ? { kind } : decisionOf(entries, kind as 'approve' | 'delegate', by, to))
    if (last.ok) entries = last.entries
  }
  return { last, entries }
}

function decisionOf(entries: EntryState[], kind: 'approve' | 'reject' | 'return' | 'delegate', by: string, to: string): Decision {
  const entryNo = (entries.find((entry) => entry.approver === by && entry.status === 'Open') ?? entries.find((entry) => entry.approver === by))?.entryNo ?? 0
  return kind === 'delegate' ? { kind, entryNo, by, to, toIsActive: to !== 'GONE' } : { kind, entryNo, by }
}

const brief = (entries: EntryState[]): string => entries.map((entry) => `${entry.approver}:${entry.status}`).join(' ')
const chain = [step(1, ['A']), step(2, ['B'])]

describe('a round of approval', () => {
  test.each<[string, ResolvedStepEntry[], string[], RoundOutcome, string]>([
    ['it opens the first step only', chain, [], 'pending', 'A:Open B:Created'],
    ['it opens the next step after an approval', chain, ['approve A'], 'pending', 'A:Approved B:Open'],
    ['it is approved with the last approval', chain, ['approve A', 'approve B'], 'approved', 'A:Approved B:Approved'],
    ['it ends at the first rejection', chain, ['reject A'], 'rejected', 'A:Rejected B:Canceled'],
    ['it keeps earlier approvals when it is rejected later', chain, ['approve A', 'reject B'], 'rejected', 'A:Approved B:Rejected'],
    ['it goes back to the sender when it is returned', chain, ['return A'], 'returned', 'A:Rejected B:Canceled'],
    ['it ends when the sender cancels it', chain, ['approve A', 'cancel'], 'canceled', 'A:Approved B:Canceled'],
    ['any one of several approvers suffices', [step(1, ['A', 'B']), step(2, ['C'])], ['approve B'], 'pending', 'A:Canceled B:Approved C:Open'],
    ['all of several approvers are needed where the step says so', [step(1, ['A', 'B'], { mode: 'all' })], ['approve B'], 'pending', 'A:Open B:Approved'],
    ['the step is approved once all of several approvers have approved', [step(1, ['A', 'B'], { mode: 'all' })], ['approve B', 'approve A'], 'approved', 'A:Approved B:Approved'],
    ['a quorum suffices', [step(1, ['A', 'B', 'C'], { quorum: 2 })], ['approve C', 'approve A'], 'approved', 'A:Approved B:Canceled C:Approved'],
    ['parallel steps are both needed', [step(1, ['A']), step(1, ['B'], { step: 'p' }), step(2, ['C'])], ['approve B'], 'pending', 'A:Open B:Approved C:Created'],
    ['parallel steps open together and then the next', [step(1, ['A']), step(1, ['B'], { step: 'p' }), step(2, ['C'])], ['approve B', 'approve A'], 'pending', 'A:Approved B:Approved C:Open'],
    ['a delegate may decide', chain, ['delegate A D', 'approve D'], 'pending', 'D:Approved B:Open'],
  ])('%s', (_, steps, moves, outcome, expected) => {
    const { last, entries } = play(steps, moves)
    expect([last.ok && last.outcome, brief(entries)]).toEqual([outcome, expected])
  })

  test('its result lists the entries that were opened and changed', () => {
    expect(play(chain, ['approve A']).last).toMatchObject({ opened: [2], changed: [1, 2] })
    expect(play(chain, ['delegate A D']).last).toMatchObject({ opened: [], changed: [1], entries: [{ approver: 'D', originalApprover: 'A' }, {}] })
  })

  test.each<[string, string[], string]>([
    ['a decision on an entry that is not open yet', ['approve B'], 'notOpen'],
    ['a decision on an entry that was decided before', ['approve A', 'approve A'], 'notOpen'],
    ['a decision in a rejected round', ['reject A', 'approve B'], 'notOpen'],
    ['a decision in a canceled round', ['cancel', 'approve A'], 'notOpen'],
    ['a decision on an unknown entry', ['approve X'], 'unknownEntry'],
    ['delegation to the requester', ['delegate A SENDER'], 'delegateToRequester'],
    ['delegation to oneself', ['delegate A A'], 'delegateToSelf'],
    ['delegation to a person who has left', ['delegate A GONE'], 'delegateToInactive'],
    ['delegation back to the approver', ['delegate A D', 'delegate D A'], 'delegateLoop'],
    ['delegation in a circle', ['delegate A D', 'delegate D F', 'delegate F D'], 'delegateLoop'],
  ])('it refuses %s', (_, moves, refusal) => {
    const { last } = play(chain, moves)
    expect(last).toMatchObject({ ok: false, refusal })
    expect(last.ok ? '' : last.message).toMatch(/\.$/)
  })

  test('it refuses a delegate who is already an approver of the step', () => {
    expect(play([step(1, ['A', 'B'])], ['delegate A B']).last).toMatchObject({ refusal: 'delegateToApprover' })
  })

  test('an approver of one step is given no entry of another, whether by delegation or reassignment', () => {
    const two = [step(1, ['A']), step(2, ['B'])]
    expect(play(two, ['delegate A B']).last).toMatchObject({ refusal: 'delegateToApprover' })
    expect(play(two, ['approve A', 'delegate B A']).last).toMatchObject({ refusal: 'delegateToApprover' })
    const round = openRound(two, 'SENDER')
    expect(placeDelegate(round, 1, 'B')).toMatchObject({ refusal: 'delegateToApprover' })
    expect(placeDelegate(round, 1, 'C')).toMatchObject({ ok: true })
    expect(handOver(round, 1, { number: 'B', isActive: true })).toMatchObject({ refusal: 'delegateToApprover' })
    expect(handOver(round, 1, { number: 'C', isActive: true })).toMatchObject({ ok: true })
    // A person who delegated their own entry takes no further part, and may be given another.
    expect(play(two, ['delegate A D', 'approve D', 'delegate B A']).last).toMatchObject({ ok: true })
  })

  test.each<[Decision, string]>([
    [{ kind: 'approve', entryNo: 1, by: 'B' }, 'notYours'],
    [{ kind: 'approve', entryNo: 1, by: 'SENDER' }, 'requester'],
  ])('it refuses the decision %j', (decision, refusal) => {
    expect(advance(openRound(chain, 'SENDER'), decision)).toMatchObject({ ok: false, refusal })
  })
})

describe('a round of random decisions', () => {
  const people = ['A', 'B', 'C', 'D', 'SENDER', 'GONE']
  const approvers = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1, maxLength: 3 })
  const steps = fc.array(fc.record({ approvers, mode: fc.constantFrom('any' as const, 'all' as const), isParallel: fc.boolean(), quorum: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }) }), { minLength: 1, maxLength: 4 }).map((given) => {
    let sequence = 0
    return given.map(({ approvers: who, mode, isParallel, quorum }, index) => {
      if (!isParallel || sequence === 0) sequence += 1
      return step(sequence, who, { step: `s${index}`, mode, ...(quorum === undefined ? {} : { quorum: Math.min(quorum, who.length) }) })
    })
  })
  const move = fc.record({ kind: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'return', 'delegate', 'cancel'), entryNo: fc.nat(12), by: fc.constantFrom(...people), to: fc.constantFrom(...people), isHolder: fc.boolean() })
  const moves = fc.array(move, { maxLength: 40 })

  test('no entry is decided twice, the round ends once, and the requester never decides', () => {
    fc.assert(fc.property(steps, moves, (given, played) => {
      let entries = openRound(given, 'SENDER')
      let outcome: RoundOutcome = 'pending'
      for (const { kind, entryNo, by, to, isHolder } of played) {
        const holder = isHolder ? (entries.find((entry) => entry.entryNo === entryNo)?.approver ?? by) : by
        const decision = kind === 'cancel' ? { kind } as const : { kind: kind as 'approve' | 'delegate', entryNo, by: holder, to, toIsActive: to !== 'GONE' }
        const result = advance(entries, decision)
        if (!result.ok) continue
        if (outcome !== 'pending') expect(result.changed).toEqual([])
        for (const [index, entry] of result.entries.entries()) {
          const before = entries[index]!
          if (['Approved', 'Rejected', 'Canceled'].includes(before.status)) expect(entry).toEqual(before)
          expect(entry.approver).not.toBe('SENDER')
        }
        if (outcome === 'pending') outcome = result.outcome
        entries = result.entries
        const isOver = !entries.some((entry) => entry.status === 'Open' || entry.status === 'Created')
        expect(isOver).toBe(outcome !== 'pending')
        if (!isOver) expect(entries.some((entry) => entry.status === 'Open')).toBe(true)
        expect(entries.filter((entry) => entry.status === 'Rejected').length).toBeLessThanOrEqual(1)
      }
    }), { numRuns: 2000 })
  })
})

describe('an entry that an administrator reassigns', () => {
  const entries = openRound([step(1, ['A', 'C']), step(2, ['B'])], 'SENDER')
  const [open, , later] = entries
  const over = (entryNo: number, number: string, isActive = true): Advance => handOver(entries, entryNo, { number, isActive })

  test.each([['open', open, 'D:Open C:Open B:Created'], ['not yet open', later, 'A:Open C:Open D:Created']])('it goes to the colleague while it is %s, and its former approver may not decide on it', (_, entry, expected) => {
    const result = over(entry?.entryNo ?? 0, 'D')
    if (!result.ok) throw new Error(result.message)
    expect([brief(result.entries), result.outcome, result.changed]).toEqual([expected, 'pending', [entry?.entryNo]])
    expect(result.entries.find((one) => one.approver === 'D')?.originalApprover).toBe(entry?.approver)
    expect(advance(result.entries, { kind: 'approve', entryNo: entry?.entryNo ?? 0, by: entry?.approver ?? '' })).toMatchObject({ ok: false, refusal: 'notYours' })
  })

  test.each([['SENDER', 'delegateToRequester'], ['A', 'delegateToSelf'], ['C', 'delegateToApprover']])('it may not go to %s: %s', (to, refusal) => {
    expect(over(open?.entryNo ?? 0, to)).toMatchObject({ ok: false, refusal })
  })

  test('it is not reassigned to a person who has left, when unknown, or after a decision', () => {
    expect(over(1, 'D', false)).toMatchObject({ refusal: 'delegateToInactive' })
    expect(over(9, 'D')).toMatchObject({ refusal: 'unknownEntry' })
    const decided = advance(entries, { kind: 'reject', entryNo: 1, by: 'A' })
    expect(handOver(decided.ok ? decided.entries : [], 1, { number: 'D', isActive: true })).toMatchObject({ refusal: 'notOpen' })
  })
})
