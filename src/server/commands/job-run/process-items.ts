/** What a job does for a batch of items: computes their lines, takes their keys, posts, and runs actions. */
import type { CompiledType, Doc, FieldIssue, JsonObject, ResolvedJob, RuleContext } from '../../../core/index.ts'
import { t } from '../../../core/index.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { runSliced } from '../../in-pieces.ts'
import type { Tx } from '../../store/connection/database.ts'
import { takeJobKeys } from '../../store/delivery/job-keys.ts'
import type { JobResult, Outcome } from '../../store/delivery/job-results.ts'
import { fullContext, type CommandContext } from '../context.ts'
import { postEntries } from '../post-entry.ts'
import { runAction, runOnMade } from '../run-action.ts'

export interface Batch { doc: Doc; lines: JsonObject[]; /** The number of the first item in the run. */ first: number; /** Messages of items that were refused when they were tried alone, by their index. */ refused: ReadonlyMap<number, string> }

interface Item { index: number; line: JsonObject; refusal: string | undefined }
interface Wish { index: number; post: number; key: string; values: JsonObject }

/**
 * Does the work of the items in this transaction, and returns what came of each. An item that a rule refuses, or whose key cannot be
 * computed, fails; an item whose keys are all taken was done by an earlier run. What cannot be posted throws.
 */
export async function processItems(tx: Tx, command: CommandContext, type: CompiledType, { doc, lines, first, refused }: Batch): Promise<JobResult[]> {
  const { job } = type.manifest
  if (job === undefined) return []
  const whole = { ...doc, [job.items]: lines }
  const { ctx } = await fullContext(tx, command, type, whole, { prev: doc })
  const evaluation = await runSliced(type.evaluating(whole, ctx))
  const computed = evaluation.doc
  const shown = Array.isArray(computed[job.items]) ? (computed[job.items] as JsonObject[]) : lines
  const issues = refusals(job, evaluation.issues)
  const items = shown.map((line, index): Item => ({ index, line, refusal: refused.get(index) ?? issues.get(index) }))
  const wanted = await testEach(type, job, job.when, { wanted: items.map(({ refusal }) => refusal === undefined), doc: computed, ctx })
  const { wishes, keyless } = await wishesOf(type, job, { wanted, doc: computed, ctx })
  const taken = await takeJobKeys(tx, command.session.company.code, [...new Set(wishes.map(({ key }) => key))], command.now)
  const granted = firstOfEach(wishes.filter(({ key }) => taken.has(key)))
  const wished = new Set(wishes.map(({ index }) => index))
  const done = new Set(granted.map(({ index }) => index))
  await postAll(tx, command, job, granted)
  for (const index of await runAll(tx, command, type, job, { wanted, doc: computed, ctx, lines: shown })) done.add(index)
  const whys = job.why === undefined ? [] : await runSliced(type.findingValuesOfEach({ why: job.why }, job.items, computed, ctx))
  return items.map(({ index, line, refusal }) => {
    const result = (outcome: Outcome, reason = ''): JobResult => ({ number: first + index, outcome, reason, data: line })
    if (refusal !== undefined) return result('failed', refusal)
    if (keyless.has(index)) return result('failed', t('Its key could not be computed, so nothing was posted: it might be posted twice.'))
    if (done.has(index)) return result('posted')
    if (wished.has(index)) return result('skipped', t('Done by an earlier run.'))
    const why = whys[index]?.['why']
    return result('skipped', typeof why === 'string' ? why : '')
  })
}

/** The first error of each line; the inputs of the run were checked when it began. */
function refusals({ items }: ResolvedJob, issues: readonly FieldIssue[]): Map<number, string> {
  const found = new Map<number, string>()
  for (const { path, message, severity } of issues) {
    const [array, index] = path.split('.')
    if (severity === 'error' && array === items && !found.has(Number(index))) found.set(Number(index), message)
  }
  return found
}

/** The items that are to be done, as the document with all of them says. */
interface Wanted { wanted: boolean[]; doc: Doc; ctx: RuleContext }

/** What is to be posted for which item, under which key; and the items whose key is empty or fails. */
async function wishesOf(type: CompiledType, job: ResolvedJob, { wanted, doc, ctx }: Wanted): Promise<{ wishes: Wish[]; keyless: Set<number> }> {
  const wishes: Wish[] = []
  const keyless = new Set<number>()
  for (const [place, { when, key = job.key, values }] of job.posts.entries()) {
    const isPosted = await testEach(type, job, when, { wanted, doc, ctx })
    const found = await runSliced(type.findingValuesOfEach({ ...values, ...(key !== undefined && { [KEY]: key }) }, job.items, doc, ctx, isPosted))
    for (const [index, { [KEY]: name, ...given }] of found.entries()) {
      if (isPosted[index] !== true) continue
      if (typeof name === 'string' && name !== '') wishes.push({ index, post: place, key: name, values: given })
      else keyless.add(index)
    }
  }
  return { wishes: wishes.filter(({ index }) => !keyless.has(index)), keyless }
}

/** The wanted items for which the expression holds. */
async function testEach(type: CompiledType, { items }: ResolvedJob, expression: string | undefined, { wanted, doc, ctx }: Wanted): Promise<boolean[]> {
  return expression === undefined ? wanted : runSliced(type.testingEach(expression, items, doc, ctx, wanted))
}

/** What says of an action that there is nothing to do, or nothing any more. */
const NOTHING_TO_DO: ReadonlySet<ErrorCode> = new Set(['wrong-state', 'action-not-now', 'not-found'])

/** Runs the declared actions on the records of the items, and returns the items for which one was run. */
async function runAll(tx: Tx, command: CommandContext, type: CompiledType, job: ResolvedJob, { wanted, doc, ctx, lines }: Wanted & { lines: readonly JsonObject[] }): Promise<Set<number>> {
  const done = new Set<number>()
  for (const { of, action, input } of job.runs) {
    const target = type.manifest.lookups[job.over[of] ?? '']?.of ?? ''
    const inputs = await runSliced(type.findingValuesOfEach(input, job.items, doc, ctx, wanted))
    for (const [index, line] of lines.entries()) {
      const key = line[of]
      if (wanted[index] !== true || typeof key !== 'string') continue
      try {
        await runAction(tx, command, { type: target, key, action, rev: undefined, input: { ...inputs[index] }, isRun: true })
        done.add(index)
      } catch (error) {
        // These are known before anything is written.
        if (!(error instanceof AppError) || !NOTHING_TO_DO.has(error.code)) throw error
      }
    }
  }
  return done
}

/** No field has this name. */
const KEY = ' key'

/** An item may post several entries under its key; of two items with the same key, the second has nothing left to do. */
function firstOfEach(wishes: Wish[]): Wish[] {
  const holders = new Map<string, number>()
  return wishes.filter(({ key, index }) => {
    if (!holders.has(key)) holders.set(key, index)
    return holders.get(key) === index
  })
}

/** Posts entry by entry of the declaration, those of all items together. */
async function postAll(tx: Tx, command: CommandContext, job: ResolvedJob, wishes: readonly Wish[]): Promise<void> {
  for (const [place, { to, then }] of job.posts.entries()) {
    const records = await postEntries(tx, command, to, wishes.filter(({ post }) => post === place).map(({ values }) => values))
    if (then !== undefined) for (const { key } of records) await runOnMade(tx, command, command.engine.type(to), { key, action: then })
  }
}
