import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ResolvedStep } from '../manifest/resolve/resolved.ts'
import type { RuleContext } from '../expressions/context.ts'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeActor, makeStep, makeType } from '../testing/make-type.ts'
import { NoApproverError, resolveSteps } from './resolve-steps.ts'
import type { OrganisationFacts } from './resolve-steps.ts'

/** E4 → E3 → E2 → E1; E1 heads everyone's department; F1 and F2 are in finance. */
const MANAGERS: Record<string, string> = { E4: 'E3', E3: 'E2', E2: 'E1', F1: 'E1', F2: 'E1' }
const LIMITS: Record<string, number> = { E3: 1000, E2: 50_000, E1: 1_000_000 }

function organisation(given: Partial<OrganisationFacts> = {}, inactive: string[] = []): OrganisationFacts {
  return {
    manager: (employee) => MANAGERS[employee], headOf: () => 'E1', departmentOf: () => 'D', withRole: (role) => (role === 'finance' ? ['F1', 'F2'] : []),
    limitOf: (employee) => LIMITS[employee], isActive: (employee) => !inactive.includes(employee), administrator: 'ADMIN', ...given,
  }
}

function round(steps: Partial<ResolvedStep>[], requester = 'E4', org = organisation(), total = 100, sender = requester, except?: string) {
  const manifest = makeType({ approval: { id: 'approval', steps: steps.map((step, index) => makeStep(`s${index + 1}`, step)), approved: 'Released', rejected: 'Open', summary: [], columns: {}, pending: 'Pending', sets: {}, posts: [], effects: [], notifies: [], runs: [] } })
  const rules = {
    manifest,
    test: (expression: string, doc: object) => celEvaluator.test(expression, { doc }),
    value: (expression: string, doc: object) => celEvaluator.value(expression, { doc }) as string | number | undefined,
  }
  return resolveSteps(rules, { steps: rules.manifest.approval?.steps ?? [], ...(except !== undefined && { except }) }, { employee_no: requester, total, officer: 'E2' }, { user: makeActor({ employee: sender }) } as RuleContext, org)
}

function brief(...given: Parameters<typeof round>): string[] {
  return round(...given).map((entry) => `${entry.sequence} ${entry.step} ${entry.approvers.join('+')}`)
}

const supervisor: Partial<ResolvedStep> = { approver: { kind: 'supervisor' } }
const head: Partial<ResolvedStep> = { approver: { kind: 'head-of-department' } }
const finance: Partial<ResolvedStep> = { approver: { kind: 'role', role: 'finance' } }
const limit: Partial<ResolvedStep> = { approver: { kind: 'limit', expression: 'doc.total' } }
const second: Partial<ResolvedStep> = { approver: { kind: 'manager', level: 2 } }

describe('the approvers of a round', () => {
  test.each<[string, Parameters<typeof round>, string[]]>([
    ['the supervisor approves first, then the head of department', [[supervisor, head]], ['1 s1 E3', '2 s2 E1']],
    ['a step has approvers only when its condition holds', [[supervisor, { ...head, when: 'doc.total > 50000.0' }]], ['1 s1 E3']],
    ['the second manager approves', [[second]], ['1 s1 E2']],
    ['the topmost manager approves when there are fewer managers', [[{ approver: { kind: 'manager', level: 9 } }]], ['1 s1 E1']],
    ['everyone with the role may approve', [[finance]], ['1 s1 F1+F2']],
    ['the requester is left out of a role', [[finance], 'F1'], ['1 s1 F2']],
    ['who sends it for the requester is left out of a role', [[finance], 'E4', organisation(), 100, 'F1'], ['1 s1 F2']],
    ['the manager of who sends it for the requester approves in their place', [[supervisor], 'E4', organisation(), 100, 'E3'], ['1 s1 E2']],
    ['the person whom the expression names approves', [[{ approver: { kind: 'employee', expression: 'doc.officer' } }]], ['1 s1 E2']],
    ['the administrator approves when the expression names nobody', [[{ approver: { kind: 'employee', expression: 'doc.nobody' } }]], ['1 s1 ADMIN']],
    ['the manager of a person who has left approves in their place', [[supervisor], 'E4', organisation({}, ['E3', 'E2'])], ['1 s1 E1']],
    ['the requester’s manager approves when the expression names the requester', [[{ approver: { kind: 'employee', expression: 'doc.officer' } }], 'E2'], ['1 s1 E1']],
    ['the administrator approves when the requester heads the department', [[head], 'E1'], ['1 s1 ADMIN']],
    ['the administrator approves for a requester without a supervisor', [[supervisor], 'E1'], ['1 s1 ADMIN']],
    ['the administrator approves for a role that nobody has', [[{ approver: { kind: 'role', role: 'nobody' } }]], ['1 s1 ADMIN']],
    ['the administrator approves when no step’s condition holds', [[{ ...head, when: 'false' }]], ['1 administrator ADMIN']],
    ['the managers approve up to the one whose limit suffices', [[limit], 'E4', organisation(), 40_000], ['1 s1 E3', '2 s1 E2']],
    ['only the first manager approves when that limit suffices', [[limit], 'E4', organisation(), 1000], ['1 s1 E3']],
    ['all managers and the administrator approve when no limit suffices', [[limit], 'E4', organisation(), 2_000_000], ['1 s1 E3', '2 s1 E2', '3 s1 E1', '4 s1 ADMIN']],
    ['nobody approves twice in a round', [[supervisor, limit, head], 'E4', organisation(), 40_000], ['1 s1 E3', '2 s2 E2', '3 s3 E1']],
    ['one of several who might have decided approves again in a later step', [[finance, { approver: { kind: 'employee', expression: '"F1"' } }]], ['1 s1 F1+F2', '2 s2 F1']],
    ['a person of a step that all must approve does not approve again', [[{ ...finance, mode: 'all' }, { approver: { kind: 'employee', expression: '"F1"' } }]], ['1 s1 F1+F2']],
    ['parallel steps have the same sequence', [[supervisor, { ...finance, parallel: true }, head]], ['1 s1 E3', '1 s2 F1+F2', '2 s3 E1']],
    ['a circle of managers ends', [[second], 'A', organisation({ manager: (employee) => ({ A: 'B', B: 'A' })[employee] })], ['1 s1 B']],
    ['another administrator approves when the named one is the requester', [[head], 'E1', organisation({ administrator: 'E1', withRole: () => ['E1', 'F2'] })], ['1 s1 F2']],
  ])('%s', (_, given, expected) => {
    expect(brief(...given)).toEqual(expected)
  })

  test('a quorum is never larger than the number of approvers', () => {
    expect(round([{ ...finance, quorum: 5 }])[0]?.quorum).toBe(2)
  })

  test('sending is refused when only the requester is left', () => {
    expect(() => round([head], 'E1', organisation({ administrator: 'E1' }))).toThrow(NoApproverError)
  })

  const exceptOfficer = (steps: Partial<ResolvedStep>[], org = organisation()): string[] => brief(steps, 'E4', org, 100, 'E4', 'doc.officer')
  const headed = (by: string): OrganisationFacts => organisation({ headOf: () => by, manager: (employee) => (employee === 'E2' ? undefined : MANAGERS[employee]) })

  test.each<[string, Parameters<typeof exceptOfficer>, string[]]>([
    ['the manager of an excepted person approves in their place', [[second]], ['1 s1 E1']],
    ['an excepted person is left out of a role', [[{ ...finance, approver: { kind: 'role', role: 'finance' } }], organisation({ withRole: () => ['E2', 'F1'] })], ['1 s1 F1']],
    ['the administrator approves when nobody is found, although somebody is excepted', [[{ approver: { kind: 'role', role: 'nobody' } }]], ['1 s1 ADMIN']],
    ['the administrator approves in the place of an excepted person who has left', [[head], { ...headed('E2'), isActive: (employee) => employee !== 'E2' }], ['1 s1 ADMIN']],
  ])('%s', (_, given, expected) => {
    expect(exceptOfficer(...given)).toEqual(expected)
  })

  test.each<[string, Parameters<typeof exceptOfficer>]>([
    ['the only approver is excepted and nobody is above', [[head], headed('E2')]],
    ['the only approver has left and everyone above is excepted', [[head], organisation({ headOf: () => 'E3', isActive: (employee) => employee !== 'E3', manager: (employee) => (employee === 'E3' ? 'E2' : undefined) })]],
  ])('sending is refused, and no administrator steps in, when %s', (_, given) => {
    expect(() => exceptOfficer(...given)).toThrow('it concerns everyone who could')
  })

  test('in any organisation neither the requester nor a person who has left approves', () => {
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

  test('its approvers are all people with the role, and their delegates need it too', () => {
    expect(round([supervisor, named]).map(({ approvers, roles }) => ({ approvers, roles }))).toEqual([{ approvers: ['E3'], roles: undefined }, { approvers: ['F1', 'F2'], roles: ['finance'] }])
  })

  test('its entry goes to the administrator, and to no delegate, when the document names no role', () => {
    expect(round([named], 'E4', organisation(), 10)[0]).toMatchObject({ approvers: ['ADMIN'], roles: [] })
  })
})
