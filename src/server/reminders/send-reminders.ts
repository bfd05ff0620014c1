/**
 * Sends the reminders that manifests declare: once a day at seven on the company's clock those for days counted from a date of a document,
 * and every hour those for hours counted from a moment.
 */
import { ALWAYS, addDays, localDateAndTime, type CompiledType, type Json, type JsonObject, type ResolvedDocumentType, type ResolvedField, type ResolvedReminder } from '../../core/index.ts'
import { contextWithRefs, type CommandContext } from '../commands/context.ts'
import { docOf } from '../commands/check-document.ts'
import { sendNotice } from '../commands/declared-notices.ts'
import { portalContext } from '../commands/portal-context.ts'
import type { JobHandler } from '../jobs/runner.ts'
import { runSliced } from '../in-pieces.ts'
import type { Services } from '../services.ts'
import { allCompanies } from '../store/settings/companies.ts'
import type { Tx } from '../store/connection/database.ts'
import { lockDocument } from '../store/documents/documents.ts'
import { documentsDue, documentsSince } from '../store/documents/due-documents.ts'
import { appendEvent, hasEventOf, trailOf } from '../store/audit/events.ts'
import { addJob, purgeFinishedJobs } from '../store/delivery/jobs.ts'
import { notifyOverdue } from './overdue.ts'

const DAY_MS = 24 * 60 * 60_000
export const DAILY_JOB = 'send-reminders'
export const HOURLY_JOB = 'send-reminders-of-the-hour'
const HOUR_MS = 60 * 60_000
/** How many days back the moment may lie from which hours are counted. */
const MAX_DAYS_BACK = 30
const MAX_PER_HOUR = 5_000
/** Reminders missed while the server was down are sent up to this many days late, then dropped. */
const DAYS_LATE = 2
const EVENT = 'reminded'

export const REMINDER_JOBS: Record<string, JobHandler> = { [DAILY_JOB]: remindCompany, [HOURLY_JOB]: remindOfHour }

/** The time of day, on a company's clock, from which its reminders of the day are sent. */
const REMINDERS_AT = '07:00'

/** Schedules today's job of each company once its clock shows the hour. It runs once a day, however many processes schedule it. */
export async function scheduleReminders({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { code, time_zone: timeZone } of await allCompanies(database.kysely)) {
    const local = localDateAndTime(now.toISOString(), timeZone)
    if (local !== undefined && local.time >= REMINDERS_AT) await addJob(database.kysely, { kind: DAILY_JOB, payload: { company: code }, runAt: now, uniqueKey: `${DAILY_JOB} ${code} ${local.date}` })
    await addJob(database.kysely, { kind: HOURLY_JOB, payload: { company: code }, runAt: now, uniqueKey: `${HOURLY_JOB} ${code} ${now.toISOString().slice(0, 13)}` })
  }
}

async function remindCompany(services: Services, { company: code }: JsonObject): Promise<void> {
  await sendReminders(services, typeof code === 'string' ? code : undefined)
  await purgeFinishedJobs(services.database.kysely, DAILY_JOB, new Date(services.clock.now().getTime() - 2 * DAY_MS))
}

async function remindOfHour(services: Services, { company: code }: JsonObject): Promise<void> {
  await sendTimedReminders(services, typeof code === 'string' ? code : undefined)
  await purgeFinishedJobs(services.database.kysely, HOURLY_JOB, new Date(services.clock.now().getTime() - 2 * DAY_MS))
}

/** Sends the reminders whose hours have passed, in every company unless one is given. Returns how many documents they cover. */
export function sendTimedReminders(services: Services, only?: string): Promise<number> {
  return inCompanies(services, only, (command) => remindOfTypes(command, ({ hours }) => hours !== undefined, sinceMoment))
}

/** Sends the reminders and overdue notices due today, in every company unless one is given. Returns how many documents and approval entries they cover. */
export function sendReminders(services: Services, only?: string): Promise<number> {
  return inCompanies(services, only, async (command) => (await remindOfTypes(command, ({ hours }) => hours === undefined, onDays)) + (await notifyOverdue(command)))
}

async function inCompanies(services: Services, only: string | undefined, send: (command: CommandContext) => Promise<number>): Promise<number> {
  let sent = 0
  for (const company of await allCompanies(services.database.kysely)) {
    if (only === undefined || company.code === only) sent += await send(await portalContext(services, company))
  }
  return sent
}

type Due = (command: CommandContext, at: { manifest: ResolvedDocumentType; company: string; date: ResolvedField; states?: string[] }, reminder: ResolvedReminder) => Promise<{ key: string }[]>

/** Sends the reminders of all types that are meant. */
async function remindOfTypes(command: CommandContext, isMeant: (reminder: ResolvedReminder) => boolean, due: Due): Promise<number> {
  const { engine, services, session } = command
  let sent = 0
  for (const manifest of Object.values(engine.catalogue.types)) {
    for (const reminder of Object.values(manifest.reminders).filter(isMeant)) {
      const date = manifest.shape.fields[reminder.date]
      if (date === undefined) continue
      const found = await due(command, { manifest, company: session.company.code, date, ...(reminder.states && { states: reminder.states }) }, reminder)
      for (const { key } of found) if (await services.database.transaction((tx) => remindOf(tx, command, engine.type(manifest.id), reminder, key))) sent += 1
    }
  }
  return sent
}

const sinceMoment: Due = ({ services, now }, at) => {
  const from = new Date(now.getTime() - MAX_DAYS_BACK * DAY_MS).toISOString()
  return documentsSince(services.database.kysely, { ...at, from, until: now.toISOString(), limit: MAX_PER_HOUR })
}

const onDays: Due = ({ services, session }, at, { days }) => {
  const late = Array.from({ length: DAYS_LATE + 1 }, (_, past) => past)
  const dates = [...new Set(days.flatMap((day) => late.map((past) => addDays(session.today, -day - past))))]
  return documentsDue(services.database.kysely, { ...at, dates })
}

/** Sends the reminder for one document, which is locked; false if it was sent before or is no longer due. */
async function remindOf(tx: Tx, command: CommandContext, type: CompiledType, reminder: ResolvedReminder, key: string): Promise<boolean> {
  const { session, now } = command
  const at = { company: session.company.code, type: type.manifest.id, key }
  const record = await lockDocument(tx, at, ALWAYS)
  const date = record?.data[reminder.date]
  if (record === undefined || typeof date !== 'string' || reminder.states?.includes(record.state) === false) return false
  const day = reminder.hours === undefined ? latestDay(reminder, date, session.today) : 0
  const reminded = { reminder: reminder.name, date, day: day ?? 0 }
  if (day === undefined || (await hasEventOf(tx, trailOf(type.manifest, at), EVENT, reminded))) return false
  const doc = docOf(type, record)
  const { ctx } = await contextWithRefs(tx, command, type, [doc])
  const { when, hours, ...notice } = reminder
  if (hours !== undefined && !hasPassed(date, (await runSliced(type.findingValues({ hours }, doc, ctx)))['hours'], now)) return false
  if (when !== undefined && !(await runSliced(type.testing(when, doc, ctx)))) return false
  await appendEvent(tx, { ...at, kind: EVENT, actor: session.actor.id, ip: null, at: now, changes: reminded })
  await sendNotice(tx, command, notice, { type, record, doc, ctx })
  return true
}

/** The last of the days that are due now: a person who missed several reminders gets one. */
function latestDay({ days }: ResolvedReminder, date: string, today: string): number | undefined {
  return days.filter((day) => addDays(date, day) <= today && addDays(date, day + DAYS_LATE) >= today).sort((a, b) => b - a)[0]
}

/** Whether so many hours have passed since the moment; never if there are none. */
function hasPassed(moment: string, hours: Json | undefined, now: Date): boolean {
  return typeof hours === 'number' && hours > 0 && Date.parse(moment) + hours * HOUR_MS <= now.getTime()
}
