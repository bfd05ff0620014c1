/**
 * The payloads of the walk: those of the demo's stories of the type, values generated from the shape if there is no story, and occasionally
 * invalid ones.
 */
import type { JsonObject, Json, ResolvedDocumentType, ResolvedField, ResolvedShape } from '../../../src/core/index.ts'
import type { Demo } from '../../../src/server/demo/demo-file.ts'
import { withDates } from '../../../src/server/demo/demo-time.ts'
import { PIXEL } from '../petty-cash-cases.ts'
import type { Chance } from './chance.ts'

export interface Material {
  /** Who created it, and with which values. */
  creations: { as: string; values: JsonObject; needs?: Needed }[]
  updates: JsonObject[]
  inputs: Record<string, JsonObject[]>
}

/** Another record that the same person makes first, once for all types that need it, with an action on it; and the field that names it. */
export interface Needed { type: string; values: JsonObject; then?: string; in: string }

const NONSENSE: Json[] = [null, '', ' ', 'x'.repeat(3000), '\0', -1, 0, 1e15, 1e308, 0.001, true, [], {}, [null], '2026-02-30', '1900-01-01', '2026-06-14', '9999-12-31', '__proto__', "' or 1=1 --"]

/** For types of which the demo has no story that stands alone: what somebody could create on the day of the walk. */
const CREATIONS: Readonly<Record<string, Material['creations'][number]>> = {
  'compensatory-time': { as: 'wanjiku@mazingira.example', values: { leave_code: 'COMP', worked_on: '2026-06-13', days: 1, reason: 'Stocktaking on a Saturday' } },
  'leave-allowance': { as: 'wanjiku@mazingira.example', values: {}, needs: { type: 'leave-application', values: { leave_code: 'ANNUAL', start_date: '2026-09-07', entered: 'End date', end_date: '2026-09-08' }, in: 'applicationCode' } },
  'leave-encashment': { as: 'chebet@mazingira.example', values: { leave_code: 'ANNUAL', days: 2, reason: 'School fees' } },
  'leave-recount': { as: 'njeri@mazingira.example', values: { date: '2026-07-07' } },
  'planner-recount': { as: 'njeri@mazingira.example', values: { date: '2026-07-07' } },
  'leave-accrual': { as: 'njeri@mazingira.example', values: { monthEnd: '2026-05-31' } },
  'leave-grant': { as: 'njeri@mazingira.example', values: { on: '2026-06-15' } },
  'leave-expiry': { as: 'njeri@mazingira.example', values: { until: '2026-03-31' } },
  'earned-leave-expiry': { as: 'njeri@mazingira.example', values: { until: '2026-05-31' } },
  'payroll-run': { as: 'mutua@mazingira.example', values: {}, needs: { type: 'pay-period', values: { startDate: '2026-06-01' }, then: 'open', in: 'period' } },
  'payroll-close': { as: 'mutua@mazingira.example', values: {}, needs: { type: 'pay-period', values: { startDate: '2026-06-01' }, then: 'open', in: 'period' } },
  'leave-close': { as: 'njeri@mazingira.example', values: { period: '2025' } },
}

/** The demo's data of a type in the company, as if everything had been done today. */
export function materialOf({ stories }: Demo, company: string, type: string, today: string): Material {
  const material: Material = { creations: [], updates: [], inputs: {} }
  for (const story of stories.filter((one) => one.company === company && one.type === type)) {
    material.creations.push({ as: story.as, values: asToday(story.create, story.at.daysAgo, today) })
    for (const { do: action, at, input } of story.then ?? []) {
      if (input === undefined) continue
      const given = asToday(input, at.daysAgo, today)
      if (action === 'update') material.updates.push(given)
      else (material.inputs[action] ??= []).push(given)
    }
  }
  const own = Object.hasOwn(CREATIONS, type) ? CREATIONS[type] : undefined
  if (own !== undefined) material.creations = [own]
  return material
}

function asToday(values: JsonObject, daysAgo: number, today: string): JsonObject {
  return withDates(later(values, daysAgo) as JsonObject, today)
}

function later(value: Json, days: number): Json {
  if (Array.isArray(value)) return value.map((one) => later(one, days))
  if (typeof value !== 'object' || value === null) return value
  if (typeof value['daysAgo'] === 'number') return { ...value, daysAgo: value['daysAgo'] - days }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, later(one, days)]))
}

/** The keys of a type's existing records. */
export type KeysOf = (type: string) => readonly string[]

/** A value for each field that users fill in. */
export function sampleOf(shape: ResolvedShape, chance: Chance, keysOf: KeysOf, now: string): JsonObject {
  const filled = Object.values(shape.fields).filter((field) => !field.readOnly && field.stamp === undefined && field.compute === undefined)
  return Object.fromEntries(filled.flatMap((field): [string, Json][] => {
    const value = valueFor(field, chance, keysOf, now)
    return value === undefined ? [] : [[field.wire, value]]
  }))
}

function valueFor(field: ResolvedField, chance: Chance, keysOf: KeysOf, now: string): Json | undefined {
  if (field.ref) return chance.one(keysOf(field.ref.to))
  if (field.enum) return chance.one(field.enum)
  if (field.file) return { fileName: 'walk.png', attachment: PIXEL }
  if (field.line) return [sampleOf(field.line, chance, keysOf, now)]
  switch (field.type) {
    case 'number': case 'integer': return (field.minimum ?? 0) + 1 + chance.below(1000)
    case 'boolean': return chance.is(0.5)
    case 'string': return textFor(field, chance, now)
    default: return undefined
  }
}

/** Hours of the last days, so that values that must lie in the past do, and ends may come after beginnings. */
function textFor({ format, maxLength = 30 }: ResolvedField, chance: Chance, now: string): string {
  const moment = new Date(Date.parse(now) - chance.below(20 * 24) * 3_600_000).toISOString()
  if (format === 'date-time') return moment
  if (format === 'date') return chance.is(0.5) ? now.slice(0, 10) : moment.slice(0, 10)
  if (format === 'time') return moment.slice(11, 16)
  if (format === 'email') return 'walk@example.org'
  return `Walk ${chance.below(1_000_000)}`.slice(0, maxLength)
}

/** The values with one of them, or one of a line, made invalid. */
export function spoiled(values: JsonObject, { shape }: Pick<ResolvedDocumentType, 'shape'> | { shape: ResolvedShape }, chance: Chance): JsonObject {
  const field = chance.one(Object.values(shape.fields))
  if (field === undefined) return values
  const lines = values[field.wire]
  const inner = field.line === undefined ? undefined : chance.one(Object.values(field.line.fields))
  const nonsense = chance.one(NONSENSE) ?? null
  if (inner === undefined || !Array.isArray(lines) || chance.is(0.2)) return { ...values, [field.wire]: nonsense }
  const at = chance.below(lines.length)
  return { ...values, [field.wire]: lines.map((line, index) => (index === at ? { ...(line as JsonObject), [inner.wire]: nonsense } : line)) }
}
