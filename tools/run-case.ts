/** Runs one case of a cases.json as the server would process it: accepts the input, evaluates rules, checks references, lists actions. */
import { APPROVER, EMPLOYEE, EVERYONE, fieldState, isSame } from '../src/core/index.ts'
import type { Actor, Case, CompiledType, Doc, Engine, FieldIssue, Json, JsonObject, RuleContext, Settings } from '../src/core/index.ts'

/** A difference between the outcome and the case's expectation. */
export interface Difference { what: string; expected: Json; seen: Json }

const TODAY = '2026-06-15'

/** @returns the differences; empty if the case passes. */
export function runCase(engine: Engine, typeId: string, testCase: Case): Difference[] {
  const type = engine.type(typeId)
  const ctx = contextOf(engine, type, testCase)
  const outcome = outcomeOf(type, ctx, testCase)
  const { actions, errors, values = {}, hidden = [], locked = [] } = testCase.expect
  const found: Difference[] = []
  const compare = (what: string, expected: Json, seen: Json): void => {
    if (!isSame(expected, seen)) found.push({ what, expected, seen })
  }
  if (actions !== undefined) compare('actions', actions, outcome.actions)
  if (errors !== undefined) compare('errors', errors, firstByPath(outcome.issues))
  for (const [at, value] of Object.entries(values)) compare(`value of ${at}`, value, valueAt(outcome.doc, at) ?? null)
  for (const at of hidden) compare(`${at} is shown`, false, outcome.state(at)?.visible ?? null)
  for (const at of locked) compare(`${at} is locked`, true, outcome.state(at)?.locked === true || outcome.state(at)?.enabled === false)
  return found
}

interface Outcome { actions: string[]; issues: FieldIssue[]; doc: Doc; state: (at: string) => { visible: boolean; locked: boolean; enabled: boolean } | undefined }

function outcomeOf(type: CompiledType, ctx: RuleContext, testCase: Case): Outcome {
  const { owner } = type.manifest
  const isNew = testCase.prev === undefined
  const relation = {
    isOwner: isNew || owner === undefined || testCase.prev?.[owner] === ctx.user.employee,
    hasOpenEntry: testCase.as?.['openEntry'] === true,
  }
  const action = testCase.action ?? 'save'
  const accepted = type.accept(testCase.doc ?? {}, testCase.prev, ctx)
  const evaluation = type.evaluate(accepted.doc, ctx, { action })
  const issues = asksForInput(type, action, testCase) ? inputIssues(type, action, testCase, ctx) : [...accepted.issues, ...type.refIssues(evaluation.doc, ctx), ...evaluation.issues]
  return {
    actions: type.actions(testCase.prev ?? evaluation.doc, ctx, relation, isNew).allowed,
    issues: issues.filter((issue) => issue.severity === 'error'),
    doc: evaluation.doc,
    state: (at) => fieldState(evaluation, at),
  }
}

/**
 * Whether the case tests the action's own input: it gives input, or the action does not check the document because it neither saves nor
 * sends.
 */
function asksForInput(type: CompiledType, id: string, { input }: Case): boolean {
  const action = Object.hasOwn(type.manifest.actions, id) ? type.manifest.actions[id] : undefined
  if (action === undefined || action.saves) return false
  return input !== undefined || (!action.savesFirst && !action.startsApproval && (action.input !== undefined || Object.keys(action.checks).length > 0))
}

function inputIssues(type: CompiledType, action: string, testCase: Case, ctx: RuleContext): FieldIssue[] {
  const doc = testCase.prev ?? {}
  const { input, issues } = type.acceptInput(action, testCase.input, doc, ctx)
  return issues.length > 0 ? issues : type.actionIssues(action, doc, doc, { ...ctx, input })
}

function contextOf(engine: Engine, type: CompiledType, testCase: Case): RuleContext {
  const refs = testCase.refs ?? {}
  const records = (of: string): JsonObject[] => Object.values(refs[of] ?? {}) as JsonObject[]
  return {
    user: actorOf(testCase.as),
    settings: settingsOf(engine, testCase.settings),
    company: { code: 'MRT', name: 'Mazingira Research Trust', currency: 'KES', timeZone: 'Africa/Nairobi' },
    today: testCase.today ?? testCase.now?.slice(0, 10) ?? TODAY,
    ...(testCase.now !== undefined && { now: testCase.now }),
    ref: (of, key) => refs[of]?.[key] as JsonObject | undefined,
    lists: Object.fromEntries(Object.entries(type.manifest.lists).map(([name, { of }]) => [name, records(of)])),
    ...(testCase.prev !== undefined && { prev: testCase.prev }),
    ...(testCase.lookups !== undefined && { lookups: testCase.lookups }),
  }
}

function actorOf(as: JsonObject | undefined): Actor {
  const { openEntry: _, roles, ...given } = as ?? {}
  const own = Array.isArray(roles) ? roles.map(String) : [EMPLOYEE]
  return {
    id: '1', email: 'wanjiku@mazingira.example', name: 'Wanjiku Kamau', employee: 'E001', company: 'MRT',
    isNavuser: false, isApprover: own.includes(APPROVER), ...given, roles: [EVERYONE, ...own],
  }
}

/** The defaults of the declared settings, overridden by the case's own. */
function settingsOf({ catalogue }: Engine, own: Record<string, JsonObject> | undefined): Settings {
  return Object.fromEntries(Object.entries(catalogue.settings).map(([group, shape]) => {
    const defaults = Object.values(shape.fields).flatMap((field): [string, Json][] => (field.default === undefined ? [] : [[field.name, field.default]]))
    return [group, { ...Object.fromEntries(defaults), ...own?.[group] }]
  }))
}

function firstByPath(found: { path: string; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of found) errors[issue.path] ??= issue.message
  return errors
}

function valueAt(doc: Doc, at: string): Json | undefined {
  return at.split('.').reduce<Json | undefined>((value, name) => (typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined), doc)
}
