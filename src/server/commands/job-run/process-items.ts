/** What a job does for a batch of items: computes their lines, takes their keys, and posts. */
import type { CompiledType, Doc, FieldIssue, JsonObject, ResolvedJob, RuleContext } from '../../../core/index.ts'
import { t } from '../../../core/index.ts'
import { runSliced } from '../../in-pieces.ts'
import type { Tx } from '../../store/connection/database.ts'
import { takeJobKeys } from '../../store/delivery/job-keys.ts'
import type { JobResult, Outcome } from '../../store/delivery/job-results.ts'
import { fullContext, type CommandContext } from '../context.ts'
import { postEntries } from '../post-entry.ts'
import { runOnMade } from '../run-action.ts'

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
  const { wishes, keyless } = await wishesOf(type, job, items, computed, ctx)
  const taken = await takeJobKeys(tx, command.session.company.code, [...new Set(wishes.map(({ key }) => key))], command.now)
  const granted = firstOfEach(wishes.filter(({ key }) => taken.has(key)))
  const wished = new Set(wishes.map(({ index }) => index))
  const done = new Set(granted.map(({ index }) => index))
  await postAll(tx, command, job, granted)
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

/** What is to be posted for which item, under which key; and the items whose key is empty or fails. */
async function wishesOf(type: CompiledType, job: ResolvedJob, items: Item[], doc: Doc, ctx: RuleContext): Promise<{ wishes: Wish[]; keyless: Set<number> }> {
  const wanted = await testEach(job.when, items.map(({ refusal }) => refusal === undefined))
  const wishes: Wish[] = []
  const keyless = new Set<number>()
  for (const [place, { when, key = job.key, values }] of job.posts.entries()) {
    const isPosted = await testEach(when, wanted)
    const found = await runSliced(type.findingValuesOfEach({ ...values, [KEY]: key }, job.items, doc, ctx, isPosted))
    for (const [index, { [KEY]: name, ...given }] of found.entries()) {
      if (isPosted[index] !== true) continue
      if (typeof name === 'string' && name !== '') wishes.push({ index, post: place, key: name, values: given })
      else keyless.add(index)
    }
  }
  return { wishes: wishes.filter(({ index }) => !keyless.has(index)), keyless }

  /** The wanted items for which the expression holds. */
  async function testEach(expression: string | undefined, isWanted: boolean[]): Promise<boolean[]> {
    return expression === undefined ? isWanted : runSliced(type.testingEach(expression, job.items, doc, ctx, isWanted))
  }
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
