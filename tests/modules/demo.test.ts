import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEngine, emptyFigure, loadCatalogue, matches } from '../../src/core/index.ts'
import type { Actor, CompiledType, Doc, FigureValue, JsonObject, ResolvedLookup, RowPredicate, RuleContext } from '../../src/core/index.ts'
import { readDemo } from '../../src/server/demo/demo-file.ts'
import type { DemoStory } from '../../src/server/demo/demo-file.ts'
import { dateBefore, withDates } from '../../src/server/demo/demo-time.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { readSeeds } from '../../src/server/seed/create-seed-records.ts'
import { modelFigure } from '../model-figure.ts'
import { functions } from './functions.ts'

const root = path.resolve(import.meta.dirname, '../..')
const modules = [path.join(root, 'modules')]
const { catalogue } = loadCatalogue({ sources: readSources(modules), schemas: readSchemas(path.join(root, 'schemas')), functions })
const engine = createEngine(catalogue!, functions)
const demo = readDemo(modules)

const TODAY = '2026-06-15'
const seeds = readSeeds(modules)
const recordsOf = (company: string, type: string): JsonObject[] => [
  ...demo.records.filter((one) => one.company === company && one.type === type).flatMap((one) => one.values.map((values) => withDates(values, TODAY))), ...(seeds.get(type) ?? []),
]
const find = (company: string, type: string, key: string): JsonObject | undefined =>
  engine.has(type) ? recordsOf(company, type).find((one) => one[engine.type(type).manifest.key] === key) : undefined

describe('the demo organisation', () => {
  test('it has sixty people in one company and twenty-five in each of the others', () => {
    expect(demo.companies.map(({ code }) => recordsOf(code, 'employee').length)).toEqual([60, 25, 25])
  })
  test('it has five levels of supervisors, without a circle', () => {
    const depths = recordsOf('MRT', 'employee').map((employee) => depthOf('MRT', String(employee['number'])))
    expect(Math.max(...depths)).toBe(5)
  })
  test.each(demo.companies.map(({ code }) => code))('it names only supervisors, departments and heads that exist (%s)', (code) => {
    for (const employee of recordsOf(code, 'employee')) {
      expect(find(code, 'department', String(employee['department'])), `department of ${String(employee['number'])}`).toBeDefined()
      if (employee['supervisor'] !== undefined) expect(find(code, 'employee', String(employee['supervisor']))).toBeDefined()
    }
    for (const department of recordsOf(code, 'department')) expect(find(code, 'employee', String(department['head']))).toBeDefined()
  })
  test.each(demo.users.filter((one) => one.employee !== undefined).map((user) => [user.email, user] as const))('%s has the name of the employee, and is an approver exactly when the employee leads somebody', (_, user) => {
    const people = recordsOf(user.default_company, 'employee')
    const leads = people.some((one) => one['supervisor'] === user.employee) || recordsOf(user.default_company, 'department').some((one) => one['head'] === user.employee)
    expect(people.find((one) => one['number'] === user.employee)?.['search_name']).toBe(user.name)
    expect(user.is_approver === true).toBe(leads)
  })
  test('each sign-in with an employee number belongs to an employee of its company', () => {
    for (const user of demo.users.filter((one) => one.employee !== undefined)) expect(find(user.default_company, 'employee', user.employee!), user.email).toBeDefined()
  })
})

describe('the stories of the demo', () => {
  // Of a run of a job, only the stories before it make what it works on; they are replayed wherever the demo is loaded.
  const unrelated = demo.stories.map((story, index): [string, DemoStory] => [`story ${index + 1}, a ${story.type} of ${story.as},`, story]).filter(([, { type }]) => engine.type(type).manifest.job === undefined)
  test.each(unrelated)('%s is accepted by its type', (_, story) => {
    const type = engine.type(story.type)
    const isSent = story.then?.some((step) => step.do === 'send') === true
    expect(problemsOf(type, story, isSent ? 'send' : 'save')).toEqual([])
    // Some name a link instead.
    if (isSent && type.manifest.attachments?.requiredFor.includes('send')) expect(story.create['attachments'] ?? story.create['link']).toBeDefined()
  })
  test('several documents wait for the manager', () => {
    const waiting = demo.stories.filter((story) => story.then?.at(-1)?.do === 'send' && supervisorOf(story) === 'otieno@mazingira.example')
    expect(waiting.length).toBeGreaterThanOrEqual(3)
  })
})

function problemsOf(type: CompiledType, story: DemoStory, action: string): string[] {
  const plain = contextOf(type, story)
  const { attachments: _, ...wire } = withDates(story.create, TODAY)
  const accepted = type.accept(wire, undefined, plain)
  const ctx = withLineFigures(type, story, type.recomputeComputedFields(accepted.doc, plain), plain)
  const { doc, issues } = type.evaluate(accepted.doc, ctx, { action })
  return [...accepted.issues, ...type.refIssues(doc, ctx), ...issues].filter((issue) => issue.severity === 'error').map((issue) => `${issue.path}: ${issue.message}`)
}

/** With the figures of the demo's masters; there are no documents yet. */
function contextOf(type: CompiledType, story: DemoStory): RuleContext {
  const ctx = contextWithoutFigures(type, story)
  const own = type.stamp({}, ctx)
  const ofDocument = Object.values(type.manifest.lookups).filter(({ each }) => each === undefined)
  return { ...ctx, lookups: Object.fromEntries(ofDocument.map((lookup) => [lookup.name, figureOf(lookup, type.whereOf('lookup', lookup.name, own, ctx), story, ctx)])) }
}

/** The same with the figures of each line of the document. */
function withLineFigures(type: CompiledType, story: DemoStory, doc: Doc, ctx: RuleContext): RuleContext {
  const lineLookups: Record<string, Record<string, FigureValue>[]> = {}
  for (const lookup of Object.values(type.manifest.lookups)) {
    if (lookup.each === undefined) continue
    const lines = (lineLookups[lookup.each] ??= [])
    for (const [index, rows] of type.whereOfEach(lookup.name, doc, ctx).entries()) (lines[index] ??= {})[lookup.name] = figureOf(lookup, rows, story, ctx)
  }
  return { ...ctx, lineLookups }
}

const evaluated = new Map<string, Doc[]>()

/** The records of masters are the same for everyone, and the stories need them a thousand times. */
function evaluatedRecords(company: string, type: string, ctx: RuleContext): Doc[] {
  const name = `${company} ${type}`
  const known = evaluated.get(name) ?? recordsOf(company, type).map((values) => engine.type(type).evaluate(values, ctx).doc)
  evaluated.set(name, known)
  return known
}

function figureOf(lookup: ResolvedLookup, rows: RowPredicate, { company }: DemoStory, ctx: RuleContext): FigureValue {
  const { manifest } = engine.type(lookup.of)
  const all = evaluatedRecords(company, lookup.of, ctx)
  const found = all.filter((data) => matches(rows, { key: String(data[manifest.key]), state: '', rev: 1, data }, new Set()))
  return modelFigure(lookup, found, manifest.key)
}

function contextWithoutFigures(type: CompiledType, { company, as, at }: DemoStory): RuleContext {
  const user = demo.users.find((one) => one.email === as)!
  const actor: Actor = {
    id: '1', email: as, name: user.name, company, roles: ['everyone', 'employee', ...(user.roles ?? [])], isNavuser: user.is_navuser === true, isApprover: false,
    ...(user.employee !== undefined && { employee: user.employee }),
  }
  const grade = find(company, 'employee', user.employee ?? '')?.['grade']
  if (typeof grade === 'string') actor.grade = grade
  return {
    user: actor, today: dateBefore(TODAY, at.daysAgo), lookups: Object.fromEntries(Object.values(type.manifest.lookups).map((lookup) => [lookup.name, emptyFigure(lookup)])), company: { code: company, name: company, currency: 'KES', timeZone: 'Africa/Nairobi' },
    settings: Object.fromEntries(Object.entries(catalogue!.settings).map(([group, shape]) => {
      const defaults = Object.values(shape.fields).filter((field) => field.default !== undefined).map((field) => [field.name, field.default!])
      return [group, { ...(Object.fromEntries(defaults) as JsonObject), ...demo.settings[company]?.[group] }]
    })),
    lists: Object.fromEntries(Object.entries(type.manifest.lists).map(([name, { of }]) => [name, recordsOf(company, of)])),
    ref: (of, key) => find(company, of, key),
  }
}

function depthOf(company: string, number: string, seen: string[] = []): number {
  expect(seen).not.toContain(number)
  const supervisor = find(company, 'employee', number)?.['supervisor']
  return typeof supervisor === 'string' ? 1 + depthOf(company, supervisor, [...seen, number]) : 1
}

function supervisorOf({ company, as }: DemoStory): string | undefined {
  const employee = demo.users.find((one) => one.email === as)?.employee
  const supervisor = employee === undefined ? undefined : find(company, 'employee', employee)?.['supervisor']
  return demo.users.find((one) => one.employee === supervisor && one.default_company === company)?.email
}
