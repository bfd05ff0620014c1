import { t } from '../texts.ts'

import { ADMINISTRATOR } from '../access/built-in-roles.ts'
import type { Doc, Json } from '../document/json.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { ApproverRelation, ResolvedApproval, ResolvedDocumentType, ResolvedStep } from '../manifest/resolve/resolved.ts'

/** One step of a round with the people who may decide it. Steps with the same sequence number open together. */
export interface ResolvedStepEntry {
  step: string
  title: string
  /** One-based. */
  sequence: number
  approvers: string[]
  mode: 'any' | 'all'
  /** How many must approve; at most the number of approvers. */
  quorum?: number
  /** Working days. */
  dueDays: number
  /** A person who decides in an approver's place needs one of these roles; absent if anyone may. */
  roles?: string[]
}

/** The part of a compiled type that resolving steps needs. */
export interface StepRules {
  manifest: ResolvedDocumentType
  test(expression: string, doc: Doc, ctx: RuleContext): boolean
  value(expression: string, doc: Doc, ctx: RuleContext): Json | undefined
}

/** Thrown if nobody is left to decide a step: not even an administrator, or only people whom the approval excepts. */
export class NoApproverError extends Error {
  readonly step: string
  constructor(step: string, message = t('There is nobody who may approve this document. Ask an administrator to name an approver.')) {
    super(message)
    this.name = 'NoApproverError'
    this.step = step
  }
}

/**
 * The approval steps of a document being sent, with their approvers. Neither the requester nor anyone whom the approval excepts may decide:
 * where a relation names one of them, the manager above takes their place. A person who has left is replaced by their manager. A person who
 * is certain to decide earlier in the round is not asked again. If nobody is found, the approval administrator decides; not, however, in the
 * place of people whom the approval excepts, because requesters may have a say in who they are and could so avoid an approver.
 * @throws NoApproverError
 */
export function resolveSteps(type: StepRules, approval: Pick<ResolvedApproval, 'steps' | 'except'>, doc: Doc, ctx: RuleContext, org: OrganisationFacts): ResolvedStepEntry[] {
  const { owner } = type.manifest
  const stamped = owner === undefined ? undefined : doc[owner]
  const requester = typeof stamped === 'string' ? stamped : (ctx.user.employee ?? '')
  const round = new Round(new People(org, [requester, ...senderForAnother(type, doc, ctx)], exceptedBy(type, approval, doc, ctx)))
  for (const step of approval.steps) {
    if (step.when !== undefined && !type.test(step.when, doc, ctx)) continue
    const roles = rolesFromDocument(type, step, doc, ctx)
    round.add(step, roles, candidateSets(step.approver, roles ?? [], { type, doc, ctx, org, requester }))
  }
  return round.finish()
}

/** Employee numbers of the people who, besides the requester, may not decide: those whom the approval excepts, and whoever sends for another. */
export function excludedApprovers(type: StepRules, approval: Pick<ResolvedApproval, 'except'>, doc: Doc, ctx: RuleContext): string[] {
  return [...exceptedBy(type, approval, doc, ctx), ...senderForAnother(type, doc, ctx)]
}

function exceptedBy(type: StepRules, { except }: Pick<ResolvedApproval, 'except'>, doc: Doc, ctx: RuleContext): string[] {
  return except === undefined ? [] : texts(type.value(except, doc, ctx))
}

function senderForAnother({ manifest: { owner } }: StepRules, doc: Doc, ctx: RuleContext): string[] {
  return present(owner === undefined || doc[owner] === ctx.user.employee ? undefined : ctx.user.employee)
}

/**
 * The roles, as named by the document, of which an approver of the step needs one; undefined for a step whose role is not named by the
 * document.
 */
export function rolesFromDocument(type: Pick<StepRules, 'value'>, { approver }: Pick<ResolvedStep, 'approver'>, doc: Doc, ctx: RuleContext): string[] | undefined {
  return approver.kind === 'roleOf' ? texts(type.value(approver.expression, doc, ctx)) : undefined
}

interface Case { type: StepRules; doc: Doc; ctx: RuleContext; org: OrganisationFacts; requester: string }

/** Candidates of a step: one set for most relations, several in sequence for a walk up to a sufficient limit. */
function candidateSets(relation: ApproverRelation, roles: string[], { type, doc, ctx, org, requester }: Case): string[][] {
  switch (relation.kind) {
    case 'supervisor': return [present(org.manager(requester))]
    case 'manager': return [present(managers(org, requester).slice(0, relation.level).at(-1))]
    case 'head-of-department': {
      const department = org.departmentOf(requester)
      return [present(department === undefined ? undefined : org.headOf(department))]
    }
    case 'role': return [org.withRole(relation.role)]
    case 'roleOf': return [roles.flatMap((role) => org.withRole(role))]
    case 'employee': return [texts(type.value(relation.expression, doc, ctx))]
    case 'limit': return limitChain(org, requester, type.value(relation.expression, doc, ctx))
  }
}

/** Each manager in order, up to the first who may approve the amount. If none may, all of them and then nobody (the administrator). */
function limitChain(org: OrganisationFacts, requester: string, amount: Json | undefined): string[][] {
  const needed = typeof amount === 'number' ? amount : Number.POSITIVE_INFINITY
  const chain = managers(org, requester).filter((employee) => org.isActive(employee) && employee !== requester)
  const enough = chain.findIndex((employee) => (org.limitOf(employee) ?? 0) >= needed)
  const asked = (enough === -1 ? chain : chain.slice(0, enough + 1)).map((employee) => [employee])
  return enough === -1 ? [...asked, []] : asked
}

/** The managers above a person, nearest first; a cycle ends where it closes. */
function managers(org: OrganisationFacts, employee: string): string[] {
  const above: string[] = []
  const seen = new Set([employee])
  for (let next = org.manager(employee); next !== undefined && next !== '' && !seen.has(next); next = org.manager(next)) {
    above.push(next)
    seen.add(next)
  }
  return above
}

function present(employee: string | undefined): string[] {
  return employee === undefined || employee === '' ? [] : [employee]
}

function texts(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((one): one is string => typeof one === 'string' && one !== '')
}

/** Turns candidates into people who may actually decide. */
class People {
  readonly #org: OrganisationFacts
  readonly #asking: ReadonlySet<string>
  readonly #excepted: ReadonlySet<string>

  /** Neither may decide: those who ask, and those whom the approval excepts. */
  constructor(org: OrganisationFacts, asking: string[], excepted: string[]) {
    this.#org = org
    this.#asking = new Set(asking)
    this.#excepted = new Set(excepted)
  }

  /** The candidate, or the nearest manager above who is active and not barred. */
  firstEligible(candidate: string): string | undefined {
    return [candidate, ...managers(this.#org, candidate)].find((employee) => this.mayDecide(employee))
  }

  /** Members of a role are interchangeable: those who may not decide drop out, and only if all of them do, someone above steps in. */
  decidersOf(candidates: string[]): string[] {
    const able = candidates.filter((employee) => this.mayDecide(employee))
    const deciders = able.length > 0 ? able : candidates.flatMap((candidate) => this.firstEligible(candidate) ?? [])
    return [...new Set(deciders)]
  }

  /** Whether one of the candidates, or a manager above them, may not decide only because the approval excepts them. */
  areExcepted(candidates: string[]): boolean {
    return candidates.flatMap((candidate) => [candidate, ...managers(this.#org, candidate)]).some((employee) => this.#excepted.has(employee) && this.#isAble(employee))
  }

  administrators(step: string): string[] {
    const found = [this.#org.administrator, ...this.#org.withRole(ADMINISTRATOR)].find((one) => one !== '' && this.mayDecide(one))
    if (found === undefined) throw new NoApproverError(step)
    return [found]
  }

  mayDecide(employee: string): boolean {
    return !this.#excepted.has(employee) && this.#isAble(employee)
  }

  #isAble(employee: string): boolean {
    return !this.#asking.has(employee) && this.#org.isActive(employee)
  }
}

/** Collects the steps of one round in order. */
class Round {
  readonly #entries: ResolvedStepEntry[] = []
  readonly #people: People
  /** People whose approval the round cannot do without; one of several who may decide is not among them. */
  readonly #certain = new Set<string>()
  #isNextParallel = false

  constructor(people: People) {
    this.#people = people
  }

  add(step: ResolvedStep, roles: string[] | undefined, sets: string[][]): void {
    this.#isNextParallel = step.parallel && this.#entries.length > 0
    for (const candidates of sets) {
      const found = this.#people.decidersOf(candidates)
      if (found.length === 0 && this.#people.areExcepted(candidates)) {
        throw new NoApproverError(step.id, `Nobody may approve the step “${step.title}”: it concerns everyone who could. Name somebody else in the document, or ask an administrator to name another approver.`)
      }
      const deciders = found.length > 0 ? found : this.#people.administrators(step.id)
      const left = deciders.filter((employee) => !this.#certain.has(employee))
      if (left.length > 0) this.#push(step, roles, left)
    }
  }

  #push(step: ResolvedStep, roles: string[] | undefined, approvers: string[]): void {
    const last = this.#entries.at(-1)?.sequence ?? 0
    const sequence = this.#isNextParallel ? last : last + 1
    this.#isNextParallel = false
    const quorum = step.quorum === undefined ? undefined : Math.min(step.quorum, approvers.length)
    this.#entries.push({ step: step.id, title: step.title, sequence, approvers, mode: step.mode, dueDays: step.dueDays, ...(quorum === undefined ? {} : { quorum }), ...(roles && { roles }) })
    const needed = quorum ?? (step.mode === 'all' ? approvers.length : 1)
    if (needed === approvers.length) for (const employee of approvers) this.#certain.add(employee)
  }

  /** A round in which no step's condition held still needs an approver. */
  finish(): ResolvedStepEntry[] {
    if (this.#entries.length > 0) return this.#entries
    return [{ step: 'administrator', title: 'Approval administrator', sequence: 1, approvers: this.#people.administrators('administrator'), mode: 'any', dueDays: 3 }]
  }
}

/** What the organisation's records say about people, by employee number; loaded in advance. */
export interface OrganisationFacts {
  manager(employee: string): string | undefined
  headOf(department: string): string | undefined
  departmentOf(employee: string): string | undefined
  /** Everyone with the role; `administrator` gives the people who step in if a step has no approver. */
  withRole(role: string): string[]
  /** The maximum amount that the person may approve, in the company's currency; infinite if unlimited, undefined if none was set. */
  limitOf(employee: string): number | undefined
  isActive(employee: string): boolean
  /** Gets the steps for which no other approver is found. */
  administrator: string
}
