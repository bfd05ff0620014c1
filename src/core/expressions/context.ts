import type { Actor, Company, Settings } from '../access/actor.ts'
import type { Doc, JsonObject } from '../document/json.ts'
import type { StepLimit } from './steps.ts'

/** What a lookup comes to; null where no document has such a value, and with groups a list of `{ group, value }`, each without what is empty. */
export type FigureValue = string | number | boolean | null | JsonObject[]

/** All that rules may read besides the document. Loaded beforehand; rules do no I/O. */
export interface RuleContext {
  user: Actor
  settings: Settings
  company: Company
  /** YYYY-MM-DD in the company's time zone. */
  today: string
  /** The moment, YYYY-MM-DDTHH:MM:SSZ; the start of today where it is not told. */
  now?: string
  /** The stored document, when there is one. */
  prev?: Doc
  /** A referred record by type and key; undefined when unknown or not loaded. */
  ref: (type: string, key: string) => JsonObject | undefined
  /** Rows of the type's `lists`, by the list's name. */
  lists: Record<string, JsonObject[]>
  /** Figures of the type's `lookups`; absent in the browser. */
  lookups?: Record<string, FigureValue>
  /** Figures that are asked for each line, by array and place of the line. */
  lineLookups?: Record<string, Record<string, FigureValue>[]>
  /** What an action's dialog asked for. */
  input?: JsonObject
  /** Paths of fields that whoever acts does not see: rules read them, and no text names their values. */
  redacted?: ReadonlySet<string>
  /** Whether an expression reads what records of other types keep from whoever acts. Absent in the browser, which has no such rule. */
  readsRedacted?: (expression: string, array?: string) => boolean
  /** Decisions so far; only printed forms read them. */
  approvals?: JsonObject[]
  /** The steps of all that is worked out over this context, where they are counted together. */
  limit?: StepLimit
}
