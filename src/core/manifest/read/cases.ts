import type { JsonObject } from '../../document/json.ts'
import type { FigureValue } from '../../expressions/context.ts'

/** One case of a `cases.json`; see schemas/cases.schema.json. */
export interface Case {
  name: string
  /** The name of an earlier case that this one completes. */
  like?: string
  as?: JsonObject
  settings?: Record<string, JsonObject>
  today?: string
  now?: string
  refs?: Record<string, JsonObject>
  lookups?: Record<string, FigureValue>
  prev?: JsonObject
  doc?: JsonObject
  action?: string
  input?: JsonObject
  expect: {
    actions?: string[]
    errors?: Record<string, string>
    values?: JsonObject
    hidden?: string[]
    locked?: string[]
  }
}

/** Members that a case completes, rather than replaces. */
const COMPLETED = ['settings', 'refs', 'lookups', 'doc'] as const

/**
 * The cases of a file, each with what it takes over from the case that it is `like`.
 * @param unknown called with the index of a case that names no earlier one
 */
export function completedCases(cases: Case[], unknown: (index: number) => void): Case[] {
  const known = new Map<string, Case>()
  return cases.map((one, index) => {
    const base = one.like === undefined ? undefined : known.get(one.like)
    if (one.like !== undefined && base === undefined) unknown(index)
    const completed = base === undefined ? one : completedBy(base, one)
    known.set(one.name, completed)
    return completed
  })
}

function completedBy(base: Case, one: Case): Case {
  const merged = Object.fromEntries(COMPLETED.flatMap((member) => {
    const [before, after] = [base[member], one[member]]
    return before === undefined || after === undefined ? [] : [[member, member === 'refs' ? withRecords(before, after) : { ...before, ...after }]]
  }))
  return { ...base, ...one, ...merged }
}

/** The records of both, by type and key. */
function withRecords(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  return { ...before, ...Object.fromEntries(Object.entries(after).map(([type, records]) => [type, { ...(before[type] as object | undefined), ...(records as object) }])) }
}

/** A case and its place: a type's own cases come from one file, those of its extensions from others. */
export interface CaseOfFile extends Case { file: string; index: number }
