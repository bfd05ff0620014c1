/** What a calendar program is sent: the rows of a list, as their person sees them now. */
import { createHash } from 'node:crypto'
import { addDays, redactedDoc, toUtc, type CompiledType, type Doc, type ResolvedCalendar, type ResolvedFeed, type StoredRecord } from '../../core/index.ts'
import { docOf } from '../commands/check-document.ts'
import { contextForMany, contextWithRefs, messageFor, plainContext, rowsOf, titleFor, type CommandContext } from '../commands/context.ts'
import { AppError } from '../errors.ts'
import { mapSliced } from '../in-pieces.ts'
import { needsRefs } from '../presenters/record.ts'
import { listCriteria, MAX_ROWS, mayFilterBy } from '../routes/documents/list-criteria.ts'
import type { Services } from '../services.ts'
import { switchedOffFor } from '../settings/arrangement.ts'
import { sessionOfPerson } from '../sign-in/session-of-person.ts'
import { hashToken } from '../sign-in/tokens.ts'
import type { Db } from '../store/connection/database.ts'
import { listDocuments, type ListFilter } from '../store/lists/list-documents.ts'
import { findFeed, noteFeedRead, type StoredFeed } from '../store/users/calendar-feeds.ts'
import { iCalendar, type CalendarEvent } from './icalendar.ts'

/** The days before and after today whose rows a feed has. */
const DAYS_BEFORE = 90
const DAYS_AFTER = 400
const REFRESH = 'PT1H'

export interface ReadFeed { body: string; /** Changes with the events. */ etag: string }

/** The calendar behind a token. @throws AppError not-found if there is none, or its person has left or has no account any more */
export async function readFeed(services: Services, token: string, ip: string): Promise<ReadFeed> {
  const db = services.database.kysely
  const feed = await findFeed(db, hashToken(token))
  const session = feed && await sessionOfPerson(services, db, feed.company, feed.user_id, ip)
  if (feed === undefined || session === undefined) throw new AppError('not-found')
  const command = contextForMany(services, session)
  await noteFeedRead(db, feed.id, command.now)
  const type = offeredType(command, feed.type)
  const events = type === undefined ? [] : await eventsOf(db, command, type, feed)
  const name = type === undefined ? session.company.displayName : type.type.manifest.title.many
  const etag = createHash('sha256').update(JSON.stringify([name, events])).digest('base64url').slice(0, 27)
  return { body: iCalendar({ name, events, refresh: REFRESH, at: command.now }), etag: `W/"${etag}"` }
}

/** A type with a feed. */
export interface OfferedType { type: CompiledType; calendar: ResolvedCalendar; feed: ResolvedFeed }

/** The type if it offers feeds to the person now: it is installed, they see it, and the days of its calendar are not withheld from them. */
export function offeredType(command: CommandContext, id: string): OfferedType | undefined {
  const { engine, session } = command
  if (!engine.has(id) || switchedOffFor(engine, session).types.has(id)) return undefined
  const type = engine.type(id)
  const { calendar } = type.manifest.list
  if (calendar?.feed === undefined || rowsOf(command, type, 'get').kind === 'never') return undefined
  const redacted = type.redactedInLists(session.actor, plainContext(command))
  const { states = [] } = calendar.feed
  if ([calendar.start, calendar.end].some((name) => redacted.has(name)) || (states.length > 0 && !mayFilterBy(type.manifest, redacted, states))) return undefined
  return { type, calendar, feed: calendar.feed }
}

async function eventsOf(db: Db, command: CommandContext, { type, calendar, feed }: OfferedType, { is_team: isTeam, is_detailed: isDetailed, company }: StoredFeed): Promise<CalendarEvent[]> {
  const { session, services } = command
  const { shape, stateField } = type.manifest
  if (!isTeam && session.actor.employee === undefined) return []
  const [start, end, state] = [calendar.start, calendar.end, stateField].map((name) => shape.fields[name])
  if (start === undefined || end === undefined) return []
  const [from, to] = [addDays(session.today, -DAYS_BEFORE), addDays(session.today, DAYS_AFTER)]
  const filters: ListFilter[] = [
    { field: start, end, kind: 'overlaps', value: start.format === 'date-time' ? [`${from}T00:00:00Z`, `${to}T23:59:59Z`] : [from, to] },
    ...(feed.states === undefined || state === undefined ? [] : [{ field: state, kind: 'in' as const, value: feed.states }]),
  ]
  const criteria = listCriteria(command, type, { limit: String(MAX_ROWS), ...(!isTeam && { mine: '1' }) }, [])
  // What the person may open: approvers see in a list what they are asked about, but not all types list it for them.
  const visible = isTeam ? rowsOf(command, type, 'get') : criteria.rows
  const { rows } = await listDocuments(db, { ...criteria, rows: visible, sort: [{ field: start, descending: false }], filters: [...criteria.filters, ...filters] })
  // What was cut short on its first day has no day left: its end lies before it.
  const found = rows.filter(({ record: { data } }) => (textIn(data, calendar.end) || textIn(data, calendar.start)) >= textIn(data, calendar.start))
  const { ctx } = needsRefs(type) ? await contextWithRefs(db, command, type, found.map(({ record }) => docOf(type, record))) : { ctx: plainContext(command) }
  const text = isDetailed && feed.detailed !== undefined ? feed.detailed : feed.summary
  const host = new URL(services.config.publicUrl).host
  return mapSliced(found, ({ record, hasOpenEntry }) => {
    const seen = redactedDoc(type.manifest, record, type.redacted(record, session.actor, { ctx, assigned: new Set(hasOpenEntry ? [record.key] : []) }))
    return {
      uid: `${type.manifest.id}-${encodeURIComponent(record.key)}-${company}@${host}`, summary: messageFor(type, session, text, seen) || titleFor(type, session), sequence: record.rev - 1,
      ...spanOf(record, calendar, feed, session.company.timeZone),
    }
  })
}

/** Whole days, unless the first begins or the last ends at noon. */
function spanOf({ data }: StoredRecord, calendar: ResolvedCalendar, { fromNoon, untilNoon }: ResolvedFeed, timeZone: string): Pick<CalendarEvent, 'start' | 'end'> {
  const start = textIn(data, calendar.start)
  const end = textIn(data, calendar.end) || start
  const [beginsAtNoon, endsAtNoon] = [fromNoon, untilNoon].map((name) => name !== undefined && data[name] === true)
  if (start.includes('T') || (beginsAtNoon !== true && endsAtNoon !== true)) return { start, end }
  const momentOf = (day: string, time: string): string => toUtc(`${day}T${time}`, timeZone) ?? `${day}T${time}Z`
  return { start: momentOf(start, beginsAtNoon === true ? '12:00:00' : '00:00:00'), end: endsAtNoon === true ? momentOf(end, '12:00:00') : momentOf(addDays(end, 1), '00:00:00') }
}

function textIn(data: Doc, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}
