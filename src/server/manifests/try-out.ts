/**
 * Tries an overlay on real records before it is published, so that expressions that do too much are reported to its author rather than to
 * the people working with it.
 */
import { MAX_TRIAL_STEPS, StepLimit, TOO_MANY_STEPS, recordDoc, type FieldIssue, type JsonObject, type RuleErrorReport, type StoredRecord } from '../../core/index.ts'
import { commandContext, fullContext } from '../commands/context.ts'
import { runSliced } from '../in-pieces.ts'
import type { Services, Session, TrialOptions } from '../services.ts'
import { largestRecords } from '../store/documents/documents.ts'

/** The number of records of the type to try, from the publisher's company: the largest ones. */
const RECORDS = 25
/** A third of the longest wait for a turn (limits/request-timeouts.ts), because trials run one at a time. */
const MAX_TRIAL_MS = 10_000

/**
 * Returns an issue for each expression that does too much, with one record on which it did. If only the expressions together do too much,
 * it reports the one that reached the limit. A trial that takes too long stops: with an error if it completed no record, otherwise with a
 * warning that gives the number of records tried.
 */
export async function tryOverlay(services: Services, session: Session, overlay: JsonObject, options: TrialOptions): Promise<FieldIssue[]> {
  const { signal, late = AbortSignal.timeout(MAX_TRIAL_MS) } = options
  const ended = AbortSignal.any([signal, late])
  const tried = await services.engines.tryOut(overlay, options)
  if (tried === undefined || !tried.engine.has(tried.type)) return []
  const { engine, type: id, failures } = tried
  const type = engine.type(id)
  const command = { ...commandContext(services, session), engine, limit: new StepLimit(MAX_TRIAL_STEPS) }
  const issues = new Map<string, FieldIssue>()
  /** Whether the record was tried completely before time ran out. */
  const isTried = async (record: StoredRecord): Promise<boolean> => {
    const doc = recordDoc(type.manifest, record)
    try {
      ended.throwIfAborted()
      const { ctx } = await services.database.transaction((tx) => fullContext(tx, command, type, doc, { prev: doc }))
      // Outside the transaction, so that nobody waits for the database meanwhile.
      await runSliced(type.evaluating(doc, ctx, { action: 'save' }), ended)
      await runSliced(type.findingActions(doc, ctx, { isOwner: true, hasOpenEntry: false }, false), ended)
      return true
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted && error === late.reason) return false
      throw error
    }
  }
  const records = await largestRecords(services.database.kysely, { company: session.company.code, type: id }, RECORDS)
  for (const [tried, record] of records.entries()) {
    failures.length = 0
    const isWhole = await isTried(record)
    for (const failure of failures.filter(({ code }) => code === TOO_MANY_STEPS).slice(0, command.limit.isExhausted ? 1 : undefined)) {
      issues.set(nameOf(failure), { path: '', rule: 'trial', severity: 'error', message: `Tried on ${record.key}, "${nameOf(failure)}" does too much: it has to go through fewer lines or values.` })
    }
    if (!isWhole) issues.set('', tried === 0 ? tooLongOn(record.key) : { path: '', rule: 'trial', severity: 'warning', message: `Tried on ${tried} of ${records.length} records: it took too long to try all.` })
    if (!isWhole || command.limit.isExhausted) break
  }
  return [...issues.values()]
}

function tooLongOn(key: string): FieldIssue {
  return { path: '', rule: 'trial', severity: 'error', message: `Tried on ${key}, all of it together takes too long: it has to do less.` }
}

const MAX_SHOWN_LENGTH = 120
/** Rule names shared by conditions in many places, which therefore identify none of them. */
const NAMELESS = new Set(['condition', 'value', 'rows'])

function nameOf({ rule, expression }: RuleErrorReport): string {
  if (!NAMELESS.has(rule)) return rule
  return expression.length > MAX_SHOWN_LENGTH ? `${expression.slice(0, MAX_SHOWN_LENGTH)}…` : expression
}
