import type { JsonObject } from '../../document/json.ts'
import type { FigureValue } from '../../expressions/context.ts'

/** One case of a `cases.json`; see schemas/cases.schema.json. */
export interface Case {
  name: string
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

/** A case and its place: a type's own cases come from one file, those of its extensions from others. */
export interface CaseOfFile extends Case { file: string; index: number }
