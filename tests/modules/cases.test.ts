import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEngine, fieldState, formatIssues, loadCatalogue } from '../../src/core/index.ts'
import type { Actor, Case, CompiledType, Doc, Json, JsonObject, RuleContext, Settings } from '../../src/core/index.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = readSources([path.join(root, 'modules')])
const { catalogue, issues, cases } = loadCatalogue({ sources, schemas: readSchemas(path.join(root, 'schemas')) })

test('the modules load without an issue and bring cases', () => {
  expect(formatIssues(issues, sources)).toBe('')
  expect(Object.values(cases).flat().length).toBeGreaterThanOrEqual(40)
})

describe.runIf(catalogue !== null).each(Object.entries(cases))('%s', (id, list) => {
  const engine = createEngine(catalogue!)
  test.each(list.map((one): [string, Case] => [one.name, one]))('%s', (_, one) => {
    const outcome = run(engine.type(id), one)
    if (one.expect.actions !== undefined) expect(outcome.actions).toEqual(one.expect.actions)
    if (one.expect.errors !== undefined) expect(outcome.errors()).toEqual(one.expect.errors)
    for (const [at, value] of Object.entries(one.expect.values ?? {})) expect({ [at]: outcome.value(at) ?? null }).toEqual({ [at]: value })
    for (const at of one.expect.hidden ?? []) expect({ [at]: outcome.state(at)?.visible }).toEqual({ [at]: false })
    for (const at of one.expect.locked ?? []) expect({ [at]: outcome.isLocked(at) }).toEqual({ [at]: true })
  })
})

interface Outcome {
  actions: string[]
  errors: () => Record<string, string>
  value: (at: string) => Json | undefined
  state: (at: string) => { visible: boolean } | undefined
  isLocked: (at: string) => boolean
}

/** The case as the server would take it: accept, evaluate, check references, ask for actions. */
function run(type: CompiledType, one: Case): Outcome {
  const ctx = contextOf(type, one)
  const { owner } = type.manifest
  const isNew = one.prev === undefined
  const standing = {
    isOwner: isNew || owner === undefined || one.prev?.[owner] === ctx.user.employee,
    hasOpenEntry: one.as?.['openEntry'] === true,
  }
  const accepted = type.accept(one.doc ?? {}, one.prev, ctx)
  const evaluation = type.evaluate(accepted.doc, ctx, { action: one.action ?? 'save', isNew })
  const found = [...accepted.issues, ...type.refIssues(evaluation.doc, ctx), ...evaluation.issues].filter((issue) => issue.severity === 'error')
  return {
    actions: type.actions(one.prev ?? evaluation.doc, ctx, standing, isNew).allowed,
    errors: () => firstByPath(found),
    value: (at) => valueAt(evaluation.doc, at),
    state: (at) => fieldState(evaluation, at),
    isLocked: (at) => fieldState(evaluation, at)?.locked === true || fieldState(evaluation, at)?.enabled === false,
  }
}

function contextOf(type: CompiledType, one: Case): RuleContext {
  const refs = one.refs ?? {}
  const records = (of: string): JsonObject[] => Object.values(refs[of] ?? {}) as JsonObject[]
  return {
    user: actorOf(one.as),
    settings: settingsOf(one.settings),
    company: { code: 'MRT', name: 'Mazingira Research Trust', currency: 'KES' },
    today: one.today ?? '2026-06-15',
    ref: (of, key) => refs[of]?.[key] as JsonObject | undefined,
    lists: Object.fromEntries(Object.entries(type.manifest.lists).map(([name, { of }]) => [name, records(of)])),
    ...(one.prev !== undefined && { prev: one.prev }),
    ...(one.lookups !== undefined && { lookups: one.lookups }),
  }
}

function actorOf(as: JsonObject | undefined): Actor {
  const { openEntry: _, roles, ...given } = as ?? {}
  const own = Array.isArray(roles) ? roles.map(String) : ['employee']
  return {
    id: '1', email: 'wanjiku@mazingira.example', name: 'Wanjiku Kamau', employee: 'E001', company: 'MRT',
    isNavuser: false, isApprover: own.includes('approver'), ...given, roles: ['everyone', ...own],
  }
}

/** The defaults of the declared settings with the case's own on top. */
function settingsOf(own: Record<string, JsonObject> | undefined): Settings {
  return Object.fromEntries(Object.entries(catalogue!.settings).map(([group, shape]) => {
    const defaults = Object.values(shape.fields).filter((field) => field.default !== undefined).map((field) => [field.name, field.default!])
    return [group, { ...(Object.fromEntries(defaults) as JsonObject), ...own?.[group] }]
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
