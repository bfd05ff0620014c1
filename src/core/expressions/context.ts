import type { Actor, Company, Settings } from '../access/actor.ts'
import type { Doc, JsonObject } from '../document/json.ts'
import type { StepLimit } from './steps.ts'

/**
 * The value of a lookup. Null if no document has such a value; with groups, a list of `{ group, value }`, each without empty properties.
 */
export type FigureValue = string | number | boolean | null | JsonObject[]

/** Everything that rules may read besides the document. Loaded beforehand, because rules do no I/O. */
export interface RuleContext {
  user: Actor
  settings: Settings
  company: Company
  /** YYYY-MM-DD in the company's time zone. */
  today: string
  /** The current time, YYYY-MM-DDTHH:MM:SSZ; the start of today if absent. */
  now?: string
  /** The stored document, if there is one. */
  prev?: Doc
  /** Returns a referenced record by type and key; undefined if it is unknown or not loaded. */
  ref: (type: string, key: string) => JsonObject | undefined
  /** Rows of the type's `lists`, by the list's name. */
  lists: Record<string, JsonObject[]>
  /** Figures of the type's `lookups`; absent in the browser. */
  lookups?: Record<string, FigureValue>
  /** Figures of lookups that are evaluated for each line, by array and line index. */
  lineLookups?: Record<string, Record<string, FigureValue>[]>
  /** What the user entered in an action's dialog. */
  input?: JsonObject
  /** Paths of fields that are redacted for the current user: rules read them, but no text contains their values. */
  redacted?: ReadonlySet<string>
  /**
   * Whether an expression reads anything that records of other types withhold from the current user. Absent in the browser, which does not
   * check this.
   */
  readsRedacted?: (expression: string, array?: string) => boolean
  /** Decisions so far; only print layouts read them. */
  approvals?: JsonObject[]
  /** What was found wrong with the document; only what a call that checks it answers reads them. */
  issues?: JsonObject[]
  /** Step limit shared by everything that is evaluated over this context, if it is counted together. */
  limit?: StepLimit
}
