/** Works on the runs of jobs that manifests declare, from the queue, and starts those that are scheduled. */
import { dueDays, addDays, localDateAndTime, type JsonObject, type ResolvedDocumentType, type ResolvedSchedule } from '../../core/index.ts'
import { RUN_JOB } from '../commands/job-run/begin-run.ts'
import { runBatch } from '../commands/job-run/run-batch.ts'
import { startScheduled } from '../commands/job-run/start-scheduled.ts'
import type { CommandContext } from '../commands/context.ts'
import { portalContext } from '../commands/portal-context.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/connection/database.ts'
import { notifyLater } from '../store/connection/hints.ts'
import { lockSchedule, noteSchedule } from '../store/delivery/job-schedules.ts'
import { ensureJob } from '../store/delivery/jobs.ts'
import { keysInStates } from '../store/documents/documents.ts'
import { earlierTransactionsEnd } from '../store/transactions/earlier-transactions.ts'
import { allCompanies } from '../store/settings/companies.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'
import type { JobHandler } from './runner.ts'

export const RUN_JOBS: Record<string, JobHandler> = { [RUN_JOB]: workOnRun }

/** After this long, other work of the queue comes before the next batch. */
const TURN_MS = 1_500
/** The most runs that are made up for at a time; the others follow within minutes. */
const MAX_MISSED = 24

/** Works on a run that was started until it has ended; its entry in the queue then finds nothing to do. */
export async function finishRun(services: Services, run: { company: string; type: string; run: string }): Promise<void> {
  while ((await workOnRun(services, run)) === 'again' && !services.stopping.aborted);
}

async function workOnRun(services: Services, { company: code, type, run }: JsonObject): Promise<void | 'again'> {
  const company = (await allCompanies(services.database.kysely)).find((one) => one.code === code)
  const { engines, stopping } = services
  if (company === undefined || typeof type !== 'string' || typeof run !== 'string' || !engines.base().has(type)) return
  // What runs actions follows from a change, and also has to see what those wrote who did not see the change yet. Others need not wait,
  // which takes long beside a backup.
  if ((engines.base().type(type).manifest.job?.runs.length ?? 0) > 0) await earlierTransactionsEnd(services.database)
  const until = performance.now() + TURN_MS
  do {
    if (stopping.aborted) return 'again'
    const command = await runContext(services, company)
    if (await runBatch(command, command.engine.type(type), run)) continue
    // Batches announce the run alone: its entries would make every open portal reload with each of them.
    notifyLater(services.database.kysely, { kind: 'many', company: company.code })
    return
  } while (performance.now() < until)
  return 'again'
}

async function runContext(services: Services, company: CompaniesTable): Promise<CommandContext> {
  return { ...(await portalContext(services, company)), readsAll: true }
}

/** Starts the scheduled runs that are due in each company, and makes sure that each run under way is in the queue. */
export async function scheduleRuns(services: Services): Promise<void> {
  const { database, clock, engines, log } = services
  const types = Object.values(engines.base().catalogue.types).filter(({ job }) => job !== undefined)
  if (types.length === 0) return
  for (const company of await allCompanies(database.kysely)) {
    const local = localDateAndTime(clock.now().toISOString(), company.time_zone)
    for (const manifest of types) {
      const { schedule } = manifest.job ?? {}
      if (schedule !== undefined && local !== undefined) {
        await startDue(services, company, manifest, schedule, local).catch((error: unknown) => { log.error({ err: error, type: manifest.id, company: company.code }, 'a scheduled run could not be started') })
      }
      await keepUnderWay(database, company.code, manifest, clock.now())
    }
  }
}

/** A run whose job was given up, or lost with a restored backup, is taken up again. */
async function keepUnderWay(database: Database, company: string, { id, job }: ResolvedDocumentType, now: Date): Promise<void> {
  if (job === undefined) return
  for (const run of await keysInStates(database.kysely, { company, type: id }, [job.states.running, job.states.trying])) await ensureJob(database.kysely, { kind: RUN_JOB, payload: { company, type: id, run }, runAt: now })
}

async function startDue(services: Services, company: CompaniesTable, { id }: ResolvedDocumentType, schedule: ResolvedSchedule, { date, time }: { date: string; time: string }): Promise<void> {
  const command = await runContext(services, company)
  // Today's comes only from its time of day on.
  const latest = time >= schedule.at ? date : addDays(date, -1)
  await services.database.transaction(async (tx) => {
    const until = await lockSchedule(tx, { company: company.code, type: id }, addDays(date, -1))
    const due = dueDays(schedule, until, latest, MAX_MISSED)
    for (const day of due) await startScheduled(tx, command, command.engine.type(id), day)
    const noted = due.length === MAX_MISSED ? (due.at(-1) ?? latest) : latest
    if (noted > until) await noteSchedule(tx, { company: company.code, type: id }, noted)
  })
}
