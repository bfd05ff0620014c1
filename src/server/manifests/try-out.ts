/**
 * Tries an overlay before it is published, so that expressions that do too much are reported to its author rather than to the people working
 * with it. The verdict says something about every value that is evaluated, so a trial evaluates only what its author may read, and invented
 * values for the rest.
 */
import { MAX_TRIAL_STEPS, StepLimit, TOO_MANY_STEPS, emptyFigure, recordDoc, redactedDoc, sampleRecord, type CompiledType, type Doc, type FieldIssue, type JsonObject, type ResolvedDocumentType, type RuleContext, type RuleErrorReport, type SampleSize, t } from '../../core/index.ts'
import { commandContext, plainContext, rowsOf } from '../commands/context.ts'
import { redactedFor } from '../commands/projection-context.ts'
import { runSliced } from '../in-pieces.ts'
import { rowsOfLists } from '../portal/rows-of-lists.ts'
import type { Services, Session, TrialOptions } from '../services.ts'
import { largestRecords, mostLines } from '../store/documents/documents.ts'

/** The number of records of the type to try, from the publisher's company: the largest ones that they may read. */
const RECORDS = 25
/** The lines in each table of an invented record that others refer to. */
const LINES_OF_REFERRED = 10
/** A third of the longest wait for a turn (limits/request-timeouts.ts), because trials run one at a time. */
const MAX_TRIAL_MS = 10_000

/** A document to try, and what the author is told it was tried on. */
interface Trial { doc: Doc; on: string }

/**
 * Returns an issue for each expression that does too much, with one record on which it did. If only the expressions together do too much,
 * it reports the one that reached the limit. A trial that takes too long stops: with an error if it completed no record, otherwise with a
 * warning that gives the number of records tried.
 */
export async function tryOverlay(services: Services, session: Session, overlay: JsonObject, options: TrialOptions): Promise<FieldIssue[]> {
  const { signal, late = AbortSignal.timeout(MAX_TRIAL_MS) } = options
  const ended = AbortSignal.any([signal, late])
  const found = await services.engines.tryOut(overlay, options)
  if (found === undefined || !found.engine.has(found.type)) return []
  const { engine, failures } = found
  const type = engine.type(found.type)
  const issues = new Map<string, FieldIssue>()
  const trials = await trialsOf(services, session, type.manifest)
  const ctx: RuleContext = {
    ...plainContext({ session, now: services.clock.now() }),
    ref: referred(engine.catalogue.types, session.today),
    lists: await rowsOfLists(services, services.engines.forActor(session.actor), type.manifest.id, session),
    lookups: Object.fromEntries(Object.values(type.manifest.lookups).map((lookup) => [lookup.name, emptyFigure(lookup)])),
  }
  /** Whether the document was tried completely before time ran out. */
  const isTried = async (tried: CompiledType, doc: Doc, limit: StepLimit): Promise<boolean> => {
    try {
      ended.throwIfAborted()
      const sources = { ...ctx, limit, prev: doc }
      await runSliced(tried.evaluating(doc, sources, { action: 'save' }), ended)
      await runSliced(tried.findingActions(doc, sources, { isOwner: true, hasOpenEntry: false }, false), ended)
      return true
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted && error === late.reason) return false
      throw error
    }
  }
  /** What does too much on the document without the overlay, too: large records must not stop every overlay of their type. */
  const excessWithout = async (doc: Doc): Promise<Set<string>> => {
    const before = await found.without()
    await isTried(before.engine.type(found.type), doc, new StepLimit(MAX_TRIAL_STEPS))
    return new Set(excessOf(before.failures).map(identityOf))
  }
  for (const [tried, { doc, on }] of trials.entries()) {
    failures.length = 0
    const limit = new StepLimit(MAX_TRIAL_STEPS)
    const isWhole = await isTried(type, doc, limit)
    const excess = excessOf(failures)
    const known = excess.length === 0 ? new Set<string>() : await excessWithout(doc)
    for (const failure of excess.filter((one) => !known.has(identityOf(one))).slice(0, limit.isExhausted ? 1 : undefined)) {
      issues.set(nameOf(failure), { path: '', rule: 'trial', severity: 'error', message: t('Tried on {on}, "{name}" does too much: it has to go through fewer lines or values.', { on, name: nameOf(failure) }) })
    }
    if (!isWhole) issues.set('', tried === 0 ? tooLongOn(on) : { path: '', rule: 'trial', severity: 'warning', message: t('Tried on {tried} of {count} records: it took too long to try all.', { tried, count: trials.length }) })
    if (!isWhole || (limit.isExhausted && issues.size > 0)) break
  }
  return [...issues.values()]
}

/**
 * The largest records that the publisher may read, without the fields that they may not see, and one invented record in each state, with as
 * many lines as the largest records have. What they may read is decided without the overlay, whose conditions may read any field.
 */
async function trialsOf(services: Services, session: Session, { id, states }: ResolvedDocumentType): Promise<Trial[]> {
  const { kysely } = services.database
  const command = commandContext(services, session)
  const type = command.engine.type(id)
  const place = { company: session.company.code, type: id }
  const trials: Trial[] = []
  for (const record of await largestRecords(kysely, { ...place, where: rowsOf(command, type, 'get') }, RECORDS)) {
    trials.push({ doc: redactedDoc(type.manifest, record, await redactedFor(kysely, command, type, record)), on: record.key })
  }
  const size = { lines: await mostLines(kysely, place), today: session.today }
  const on = size.lines === 0 ? 'a sample record' : `a sample record with ${size.lines} lines`
  const named = Object.keys(states)
  const samples = (named.length === 0 ? [''] : named).map((state) => sampleRecord(type.manifest, state, size))
  return [...trials, ...samples.map((sample) => ({ doc: recordDoc(type.manifest, sample), on }))]
}

/** Every reference leads to an invented record of its type. */
function referred(types: Record<string, ResolvedDocumentType>, today: string): RuleContext['ref'] {
  const size: SampleSize = { lines: LINES_OF_REFERRED, today }
  const samples = new Map<string, Doc>()
  return (id) => {
    const manifest = types[id]
    if (manifest === undefined) return undefined
    const sample = samples.get(id) ?? recordDoc(manifest, sampleRecord(manifest, Object.keys(manifest.states)[0] ?? '', size))
    samples.set(id, sample)
    return sample
  }
}

function tooLongOn(on: string): FieldIssue {
  return { path: '', rule: 'trial', severity: 'error', message: t('Tried on {on}, all of it together takes too long: it has to do less.', { on }) }
}

const excessOf = (failures: readonly RuleErrorReport[]): RuleErrorReport[] => failures.filter(({ code }) => code === TOO_MANY_STEPS)
const identityOf = ({ rule, expression }: RuleErrorReport): string => JSON.stringify([rule, expression])

const MAX_SHOWN_LENGTH = 120
/** Rule names shared by conditions in many places, which therefore identify none of them. */
const NAMELESS = new Set(['condition', 'value', 'rows'])

function nameOf({ rule, expression }: RuleErrorReport): string {
  if (!NAMELESS.has(rule)) return rule
  return expression.length > MAX_SHOWN_LENGTH ? `${expression.slice(0, MAX_SHOWN_LENGTH)}…` : expression
}
