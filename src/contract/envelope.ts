import type { FieldIssue, Json, JsonObject, Tone as ToneOfState } from '../core/index.ts'
import { withPropertiesOf, described, boolean, integer, list, mapOf, nullable, named, object, optional, text, enumOf, type TypeOf, type Schema } from './schema.ts'

/** Every response except a list. */
export interface Answer<T = Json> { data: T; message: string; /** Warnings that did not stop the command. */ warnings?: FieldIssue[]; /** With status 202: the change request that another person must approve before the change is written. */ request?: { type: string; key: string } }
/**
 * A page of a list. `next` is the cursor of the next page, null on the last one. `count` is capped at 10 000; beyond that `more` is true.
 */
export interface ListAnswer<T = WireRecord> { data: T[]; message: string; page: Page; tiles?: Record<string, number>; /** Rows by tab of the list, and of `all`. */ tabs?: Record<string, number>; /** Of the days asked for with `overlaps`. */ holidays?: Holiday[]; /** With `calendarRows`. */ calendar?: CalendarRows }

/** Of everything that a list finds in its days, whatever the response holds of it: the number of rows of its calendar, and of the events that take each day. */
export interface CalendarRows { rows: number; days: Record<string, number> }

/** A day on which nobody works; its title is empty for people who do not see it. */
export interface Holiday { date: string; title: string }

export const Issue: Schema<FieldIssue> = named('FieldIssue', object({
  path: described(text, 'Such as description or lines.0.amount; empty for the document as a whole.'),
  rule: text,
  message: text,
  severity: enumOf(['error', 'warning']),
  title: optional(described(text, 'Display name of the field.')),
  table: optional(described(text, 'Display name of the table, if the field is on one of its lines.')),
}))

export const ErrorAnswer = named('Error', object({
  message: described(text, 'A message for people.'),
  code: described(text, 'A stable code for programs.'),
  errors: optional(list(Issue)),
  requestId: optional(described(text, 'Identifies the request in the server’s log; also in the header X-Request-Id of every response.')),
}))
export type ErrorAnswer = TypeOf<typeof ErrorAnswer>

const Page = named('Page', object({
  next: described(nullable(text), 'Cursor of the next page.'),
  previous: nullable(text),
  count: described(integer, 'Total number of rows, at most 10 000.'),
  more: described(boolean, 'Whether there are more rows than count.'),
}))
type Page = TypeOf<typeof Page>

/** The colour of a state. */
export const Tone: Schema<ToneOfState> = enumOf(['neutral', 'info', 'progress', 'success', 'warning', 'danger'])

/** The schema of a response with this data. */
export function answerOf<T>(data: Schema<T>): Schema<Answer<T>> {
  return object({ data, message: text, warnings: optional(list(Issue)) })
}

/** The schema of the response to a change that another person must approve before it is written. */
export function requestedOf<T>(data: Schema<T>): Schema<Answer<T>> {
  return withPropertiesOf(answerOf(data), object({ request: object({ type: text, key: text }) }))
}

/** The schema of a page of these rows. */
export function listOf<T>(row: Schema<T>): Schema<ListAnswer<T>> {
  return object({ data: list(row), message: text, page: Page, tiles: optional(described(mapOf(integer), 'With tiles=1: rows by state, and of all.')), tabs: optional(described(mapOf(integer), 'With tiles=1: rows by tab of the list, and of all.')), holidays: optional(described(list(object({ date: text, title: text })), 'With overlaps: the holidays in these days.')), calendar: optional(described(object({ rows: integer, days: mapOf(integer) }), 'With calendarRows: how many rows the calendar has in all, and how many events take each of its days.')) })
}

/**
 * A record on the wire: the manifest's fields by wire name, projected for the current user. `_hidden` names the fields that are redacted in
 * this record but not in every record.
 */
export interface WireRecord extends JsonObject { _actions: string[]; _rev: number }

/** An entry of `_requests`, on records with fields under dual control: a requested change that waits for approval. */
export interface WaitingChange { type: string; no: string; kind: string; changes: { title: string; from: string; to: string }[] }

/** Query parameters of a list call. Filters, by wire name: `<field>=v`, `<field>_from=`, `<field>_to=`. */
export interface ListQuery { cursor?: string; limit?: number; sort?: string; search?: string; tiles?: '1'; mine?: '1'; [filter: string]: string | number | undefined }
