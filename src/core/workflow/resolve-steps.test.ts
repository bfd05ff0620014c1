import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ResolvedStep } from '../manifest/resolve/resolved.ts'
import type { RuleContext } from '../expressions/context.ts'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeActor, makeStep, makeType } from '../testing/make-type.ts'
import type { OrganisationFacts } from './organisation-facts.ts'
import { NoApproverError, resolveSteps } from './resolve-steps.ts'

/** E4 → E3 → E2 → E1; E1 heads everyone's department; F1 and F2 are in finance. */
const MANAGERS: Record<string, string> = { E4: 'E3', E3: 'E2', E2: 'E1', F1: 'E1', F2: 'E1' }
const LIMITS: Record<string, number> = { E3: 1000, E2: 50_000, E1: 1_000_000 }

function organisation(given: Partial<OrganisationFacts> = {}, inactive: string[] = []): OrganisationFacts {
  return {
    manager: (employee) => MANAGERS[employee], headOf: () => 'E1', departmentOf: () => 'D', withRole: (role) => (role === 'finance' ? ['F1', 'F2'] : []),
    limitOf: (employee) => LIMITS[employee], isActive: (employee) => !inactive.includes(employee), administrator: 'ADMIN', ...given,
  }
}

function round(steps: Partial<ResolvedStep>[], requester = 'E4', org = organisation(), total = 100) {
  const manifest = makeType({ approval: { id: 'approval', steps: steps.map((step, index) => makeStep(`s${index + 1}`, step)), approved: 'Released', rejected: 'Open', summary: [], columns: {}, pending: 'Pending', sets: {}, posts: [], effects: [] } })
  const rules = {
    manifest,
    test: (expression: string, doc: object) => celEvaluator.test(expression, { doc }),
    value: (expression: string, doc: object) => celEvaluator.value(expression, { doc }) as string | number | undefined,
  }
  return resolveSteps(rules, rules.manifest.approval ?? { steps: [] }, { employee_no: requester, total, officer: 'E2' }, { user: makeActor() } as RuleContext, org)
}

function brief(...given: Parameters<typeof round>): string[] {
  return round(...given).map((entry) => `${entry.sequence} ${entry.step} ${entry.approvers.join('+')}`)
}

const supervisor: Partial<ResolvedStep> = { approver: { kind: 'supervisor' } }
const head: Partial<ResolvedStep> = { approver: { kind: 'head-of-department' } }
const finance: Partial<ResolvedStep> = { approver: { kind: 'role', role: 'finance' } }
const limit: Partial<ResolvedStep> = { approver: { kind: 'limit', expression: 'doc.total' } }
const second: Partial<ResolvedStep> = { approver: { kind: 'manager', level: 2 } }

describe('who approves', () => {
  test.each<[string, Parameters<typeof round>, string[]]>([
    ['the supervisor, then the head', [[supervisor, head]], ['1 s1 E3', '2 s2 E1']],
    ['a step only when its condition holds', [[supervisor, { ...head, when: 'doc.total > 50000.0' }]], ['1 s1 E3']],
    ['the second manager', [[second]], ['1 s1 E2']],
    ['the topmost when there are fewer managers', [[{ approver: { kind: 'manager', level: 9 } }]], ['1 s1 E1']],
    ['everyone with the role', [[finance]], ['1 s1 F1+F2']],
    ['without the requester among them', [[finance], 'F1'], ['1 s1 F2']],
    ['whom the expression names', [[{ approver: { kind: 'employee', expression: 'doc.officer' } }]], ['1 s1 E2']],
    ['the administrator when the expression names nobody', [[{ approver: { kind: 'employee', expression: 'doc.nobody' } }]], ['1 s1 ADMIN']],
    ['the manager of who has left', [[supervisor], 'E4', organisation({}, ['E3', 'E2'])], ['1 s1 E1']],
    ['the person above where the relation gives the requester', [[{ approver: { kind: 'employee', expression: 'doc.officer' } }], 'E2'], ['1 s1 E1']],
    ['the administrator where the requester heads the department', [[head], 'E1'], ['1 s1 ADMIN']],
    ['the administrator for a requester without supervisor', [[supervisor], 'E1'], ['1 s1 ADMIN']],
    ['the administrator for an empty role', [[{ approver: { kind: 'role', role: 'nobody' } }]], ['1 s1 ADMIN']],
    ['the administrator when no condition holds', [[{ ...head, when: 'false' }]], ['1 administrator ADMIN']],
    ['managers up to the one whose limit suffices', [[limit], 'E4', organisation(), 40_000], ['1 s1 E3', '2 s1 E2']],
    ['only the first when that suffices', [[limit], 'E4', organisation(), 1000], ['1 s1 E3']],
    ['all managers and the administrator when nobody may', [[limit], 'E4', organisation(), 2_000_000], ['1 s1 E3', '2 s1 E2', '3 s1 E1', '4 s1 ADMIN']],
    ['nobody twice in a round', [[supervisor, limit, head], 'E4', organisation(), 40_000], ['1 s1 E3', '2 s2 E2', '3 s3 E1']],
    ['one of several who may have decided is asked again', [[finance, { approver: { kind: 'employee', expression: '"F1"' } }]], ['1 s1 F1+F2', '2 s2 F1']],
    ['all of several who had to decide are not', [[{ ...finance, mode: 'all' }, { approver: { kind: 'employee', expression: '"F1"' } }]], ['1 s1 F1+F2']],
    ['parallel steps together', [[supervisor, { ...finance, parallel: true }, head]], ['1 s1 E3', '1 s2 F1+F2', '2 s3 E1']],
    ['a circle of managers ends', [[second], 'A', organisation({ manager: (employee) => ({ A: 'B', B: 'A' })[employee] })], ['1 s1 B']],
    ['another administrator where the named one is the requester', [[head], 'E1', organisation({ administrator: 'E1', withRole: () => ['E1', 'F2'] })], ['1 s1 F2']],
  ])('%s', (_, given, expected) => {
    expect(brief(...given)).toEqual(expected)
  })

  test('a quorum is never larger than the number of approvers', () => {
    expect(round([{ ...finance, quorum: 5 }])[0]?.quorum).toBe(2)
  })

  test('when only the requester is left, sending is refused', () => {
    expect(() => round([head], 'E1', organisation({ administrator: 'E1' }))).toThrow(NoApproverError)
  })

  test('whatever the organisation, the requester never approves and nobody who has left does', () => {
    const people = ['E1', 'E2', 'E3', 'E4', 'E5']
    const person = fc.constantFrom(...people)
    const steps = fc.array(fc.constantFrom(supervisor, head, finance, limit, second, { ...finance, parallel: true }, { ...finance, mode: 'all' as const, quorum: 2 }), { minLength: 1, maxLength: 4 })
    const facts = fc.record({ managers: fc.dictionary(person, person), inactive: fc.subarray(people), role: fc.subarray(people), headOf: fc.option(person, { nil: undefined }), limits: fc.dictionary(person, fc.nat(200)) })
    fc.assert(fc.property(steps, facts, person, (given, { managers, inactive, role, headOf, limits }, requester) => {
      const org = organisation({ manager: (one) => managers[one], headOf: () => headOf, withRole: (name) => (name === 'finance' ? role : []), limitOf: (one) => limits[one] }, inactive)
      const entries = round(given, requester, org)
      expect(entries.length).toBeGreaterThan(0)
      for (const entry of entries) {
        expect(entry.approvers.length).toBeGreaterThan(0)
        for (const approver of entry.approvers) expect(approver === requester || inactive.includes(approver)).toBe(false)
      }
      expect([...new Set(entries.map((entry) => entry.sequence))]).toEqual(Array.from({ length: entries.at(-1)!.sequence }, (_, index) => index + 1))
    }), { numRuns: 1000 })
  })
})

describe('a step whose role the document names', () => {
  const named: Partial<ResolvedStep> = { approver: { kind: 'roleOf', expression: "doc.total > 50.0 ? 'finance' : ''" } }

  test('is asked of everyone with it, and says that whoever decides in their place needs it', () => {
    expect(round([supervisor, named]).map(({ approvers, roles }) => ({ approvers, roles }))).toEqual([{ approvers: ['E3'], roles: undefined }, { approvers: ['F1', 'F2'], roles: ['finance'] }])
  })

  test('is nobody else’s to take over where the document names none', () => {
    expect(round([named], 'E4', organisation(), 10)[0]).toMatchObject({ approvers: ['ADMIN'], roles: [] })
  })
})
