/**
 * A run of a job, batch by batch. Each batch is one transaction that locks the run, goes on from its cursor and notes how far it came: a run
 * that is worked on by two servers, or ended by a crash, does every item once. A dry run does the same and takes it back.
 */
import { ALWAYS, type CompiledType, type Doc, type JsonObject, type ResolvedJob, type StoredRecord } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { appendEvent } from '../../store/audit/events.ts'
import { inDryRun, type Tx } from '../../store/connection/database.ts'
import { isUnavailable } from '../../store/connection/unavailable.ts'
import { addJobResults, type JobResult, type Outcome } from '../../store/delivery/job-results.ts'
import { lockDocument, updateDocument } from '../../store/documents/documents.ts'
import { keysAfter, recordsWhere } from '../../store/lists/references.ts'
import { docOf } from '../check-document.ts'
import { contextWithRefs, type CommandContext } from '../context.ts'
import { sendNotice } from '../declared-notices.ts'
import { rangesOf, MAX_BESIDES } from './begin-run.ts'
import { processItems } from './process-items.ts'

interface Run { job: ResolvedJob; record: StoredRecord; doc: Doc; isDryRun: boolean }
interface Step { results: JobResult[]; /** The last key of the first lookup; empty if there are no more items. */ cursor: string }
/** Which part of a batch to take, at least one key of the first lookup, and which of its items were refused alone. */
interface Share { part: number; refused?: ReadonlyMap<number, string> }

/** Processes the next items of a run. Returns false if it has ended, or was stopped. */
export async function runBatch(command: CommandContext, type: CompiledType, key: string): Promise<boolean> {
  const { batch = 1 } = type.manifest.job ?? {}
  // Something that one item posts is refused: ever smaller parts of the batch, and in the end the items of one key by themselves, tell which.
  for (let part = 1; ; part *= 2) {
    try {
      return await attempt(command, type, key, { part })
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (part >= batch) return attempt(command, type, key, { part, refused: await refusedAlone(command, type, key, error) })
    }
  }
}

async function attempt(command: CommandContext, type: CompiledType, key: string, share: Share): Promise<boolean> {
  const { database } = command.services
  const tried = await database.transaction(async (tx) => {
    const run = await lockRun(tx, command, type, key)
    if (run === undefined) return false
    if (run.isDryRun) return cursorOf(run)
    const step = await processNext(tx, command, type, run, share)
    return note(tx, command, type, run, step)
  })
  if (typeof tried === 'boolean') return tried
  const dry: CommandContext = { ...command, isDryRun: true }
  const step = await inDryRun(database, async (tx) => {
    const run = await lockRun(tx, command, type, key)
    return run && processNext(tx, dry, type, run, share)
  })
  return step !== undefined && database.transaction(async (tx) => {
    const run = await lockRun(tx, command, type, key)
    // Another server may have noted the same items.
    if (run === undefined || !run.isDryRun) return false
    return cursorOf(run) === tried ? note(tx, command, type, run, step) : true
  })
}

/** The run, locked; undefined if it is not under way any more. */
async function lockRun(tx: Tx, { session }: CommandContext, type: CompiledType, key: string): Promise<Run | undefined> {
  const { job, id } = type.manifest
  const record = await lockDocument(tx, { company: session.company.code, type: id, key }, ALWAYS)
  if (job === undefined || record === undefined || (record.state !== job.states.running && record.state !== job.states.trying)) return undefined
  return { job, record, doc: docOf(type, record), isDryRun: record.state === job.states.trying }
}

function cursorOf({ job, doc }: Run): string {
  const cursor = doc[job.figures.cursor]
  return typeof cursor === 'string' ? cursor : ''
}

async function processNext(tx: Tx, command: CommandContext, type: CompiledType, run: Run, { part, refused = new Map() }: Share): Promise<Step> {
  const { lines, cursor } = await nextItems(tx, command, type, run, part)
  if (lines.length === 0) return { results: [], cursor: '' }
  const { job, doc } = run
  return { results: await processItems(tx, command, type, { doc, lines, first: count(doc, job.figures.done) + 1, refused }), cursor }
}

/** The lines of the next items: every combination of the next records of the first lookup, of which there is one at least, with all of the others. */
async function nextItems(tx: Tx, command: CommandContext, type: CompiledType, run: Run, part: number): Promise<{ lines: JsonObject[]; cursor: string }> {
  const { code } = command.session.company
  const { ctx } = await contextWithRefs(tx, command, type, [run.doc])
  const [first, ...others] = rangesOf(type, run.doc, ctx)
  if (first === undefined) return { lines: [], cursor: '' }
  let besides: JsonObject[] = [{}]
  for (const { field, of, where } of others) {
    const found = (await recordsWhere(tx, code, of, where)).slice(0, MAX_BESIDES)
    besides = besides.flatMap((line) => found.map(({ key }) => ({ ...line, [field]: key })))
  }
  const limit = Math.max(1, Math.floor(run.job.batch / Math.max(1, besides.length) / part))
  const next = await keysAfter(tx, code, first.of, first.where, { after: cursorOf(run), limit })
  return { lines: next.flatMap((key) => besides.map((line) => ({ [first.field]: key, ...line }))), cursor: next.at(-1) ?? '' }
}

function count(doc: Doc, field: string): number {
  const value = doc[field]
  return typeof value === 'number' ? value : 0
}

/** Which of the next key's items cannot be posted, each tried by itself. @throws the error if none of them is to blame */
async function refusedAlone(command: CommandContext, type: CompiledType, key: string, error: unknown): Promise<Map<number, string>> {
  const { database, log } = command.services
  const refused = new Map<number, string>()
  const size = await inDryRun(database, async (tx) => {
    const run = await lockRun(tx, command, type, key)
    return run === undefined ? 0 : (await nextItems(tx, command, type, run, Infinity)).lines.length
  })
  for (let index = 0; index < size; index += 1) {
    try {
      await inDryRun(database, async (tx) => {
        const run = await lockRun(tx, command, type, key)
        if (run === undefined) return
        const { lines } = await nextItems(tx, command, type, run, Infinity)
        await processItems(tx, { ...command, isDryRun: true }, type, { doc: run.doc, lines: lines.slice(index, index + 1), first: 1, refused: new Map() })
      })
    } catch (cause) {
      if (isUnavailable(cause)) throw cause
      if (!(cause instanceof AppError)) log.error({ err: cause, type: type.manifest.id, run: key }, 'an item of a job failed')
      refused.set(index, (cause instanceof AppError ? cause : new AppError('internal-error')).message)
    }
  }
  if (refused.size === 0) throw error
  return refused
}

/** Writes what the step did, and how far the run is. Returns whether it goes on. */
async function note(tx: Tx, command: CommandContext, type: CompiledType, run: Run, { results, cursor }: Step): Promise<boolean> {
  const { session, now } = command
  const { job, record, doc, isDryRun } = run
  const { figures, states } = job
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const isEnded = cursor === ''
  const of = (outcome: Outcome): number => results.filter((one) => one.outcome === outcome).length
  const data: Doc = {
    ...doc, [figures.done]: count(doc, figures.done) + results.length, [figures.posted]: count(doc, figures.posted) + of('posted'),
    [figures.skipped]: count(doc, figures.skipped) + of('skipped'), [figures.failed]: count(doc, figures.failed) + of('failed'), [figures.cursor]: isEnded ? '' : cursor,
    ...(isEnded && figures.endedAt !== undefined && { [figures.endedAt]: `${now.toISOString().slice(0, 19)}Z` }),
  }
  // Entries of a real run are in their ledger; what was skipped without a reason needs no line either.
  await addJobResults(tx, { company: at.company, type: at.type, run: at.key }, results.filter(({ outcome, reason }) => isDryRun ? outcome !== 'skipped' || reason !== '' : outcome === 'failed' || (outcome === 'skipped' && reason !== '')))
  const ended = isDryRun ? states.tried : states.done
  const state = isEnded ? ended : record.state
  const written = await updateDocument(tx, type.manifest, at, record.rev, { state, owner: record.owner, data: { ...data, [type.manifest.stateField]: state }, by: session.actor.id, at: now })
  if (written === undefined) throw new Error(`${record.key} was changed while it was locked.`)
  if (!isEnded) return true
  const changes = Object.fromEntries([figures.total, figures.posted, figures.skipped, figures.failed].map((name) => [name, { to: data[name] ?? 0 }]))
  await appendEvent(tx, { ...at, kind: isDryRun ? 'dry-run-ended' : 'run-ended', actor: session.actor.id, from: record.state, to: state, changes, ip: null, at: now })
  const { ctx } = await contextWithRefs(tx, command, type, [written.data])
  if (!isDryRun) for (const notice of job.notifies) await sendNotice(tx, command, notice, { type, record: written, doc: docOf(type, written), ctx })
  return false
}
