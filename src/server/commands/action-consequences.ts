/** What an action or the final approval does besides changing the state: sets fields, posts entries and runs effects of the module. */
import { targetChoices, type CompiledType, type Consequences, type Doc, type Json, type JsonObject, type ResolvedPost, type RuleContext, type StoredRecord, type Target } from '../../core/index.ts'
import { runSliced } from '../in-pieces.ts'
import type { Tx } from '../store/connection/database.ts'
import { outstandingEntries } from '../store/lists/ledger-entries.ts'
import type { CommandContext } from './context.ts'
import { sendNotice } from './declared-notices.ts'
import { effectTools } from './effect-tools.ts'
import { beginMade } from './job-run/begin-made.ts'
import { postEntry, withoutEmpty } from './post-entry.ts'

/** Returns the document with `sets` applied and its computed values recalculated. */
export async function withSets(type: CompiledType, consequences: Pick<Consequences, 'sets'>, doc: Doc, ctx: RuleContext): Promise<Doc> {
  if (Object.keys(consequences.sets).length === 0) return doc
  const next: Doc = { ...doc }
  const own = await runSliced(type.findingValues(Object.fromEntries(Object.entries(consequences.sets).filter(([field]) => !field.includes('.'))), doc, ctx))
  for (const [field, expression] of Object.entries(consequences.sets)) {
    const [name = '', inner] = field.split('.')
    if (inner !== undefined) next[name] = withLineValues(next[name], inner, (await runSliced(type.findingValuesOfEach({ [inner]: expression }, name, doc, ctx))).map((one) => one[inner]))
    else setOrDelete(next, name, own[name])
  }
  return runSliced(type.recomputingComputedFields(next, ctx))
}

function withLineValues(lines: Json | undefined, field: string, values: (Json | undefined)[]): Json {
  if (!Array.isArray(lines)) return []
  return lines.map((line, index) => {
    const next = { ...(line as JsonObject) }
    setOrDelete(next, field, values[index])
    return next
  })
}

/** Removes the field if the value is empty. */
function setOrDelete(record: JsonObject, field: string, value: Json | undefined): void {
  if (value === undefined || value === null || value === '') delete record[field]
  else record[field] = value
}

/** Resolves a target to a state, evaluated over the document after `sets`; undefined if no choice of the target applies. */
export async function stateOf(type: CompiledType, target: Target | undefined, doc: Doc, ctx: RuleContext): Promise<string | undefined> {
  for (const { to, when } of target === undefined ? [] : targetChoices(target)) {
    if (when === undefined || (await runSliced(type.testing(when, doc, ctx)))) return to
  }
  return undefined
}

export interface Consequence { type: CompiledType; /** The action's id, or `approved`. */ action: string; record: StoredRecord; doc: Doc; ctx: RuleContext }

/** Posts the entries, runs the effects and stores the notices, all in the same transaction, so that a failure also rolls back the action. */
export async function applyConsequences(tx: Tx, command: CommandContext, consequences: Consequences, brought: Consequence): Promise<void> {
  for (const posting of consequences.posts) await post(tx, command, posting, brought)
  const registry = command.services.engines.effects()
  for (const name of consequences.effects) {
    const effect = Object.hasOwn(registry, name) ? registry[name] : undefined
    if (!effect) throw new Error(`The effect ${name} of ${brought.type.manifest.id}.${brought.action} is not registered.`)
    await effect({ services: command.services, tx, session: command.session, ...brought, ...effectTools(tx, command, brought) })
  }
  for (const notice of consequences.notifies) await sendNotice(tx, command, notice, brought)
}

async function post(tx: Tx, command: CommandContext, posting: ResolvedPost, brought: Consequence): Promise<void> {
  const { type, doc, ctx } = brought
  const { to, when, each, values, reverses, begins } = posting
  if (each !== undefined) {
    const isWanted = when === undefined ? undefined : await runSliced(type.testingEach(when, each, doc, ctx))
    for (const [index, entry] of (await runSliced(type.findingValuesOfEach(values, each, doc, ctx, isWanted))).entries()) if (isWanted?.[index] !== false) await postOne(entry)
    return
  }
  if (when !== undefined && !(await runSliced(type.testing(when, doc, ctx)))) return
  if (reverses !== undefined) return reverseEntries(tx, command, { ...posting, reverses }, brought)
  await postOne(await valuesOf(values, brought))

  async function postOne(entry: JsonObject): Promise<void> {
    const record = await postEntry(tx, command, to, entry)
    if (begins === true && record !== undefined) await beginMade(tx, command, command.engine.type(to), record)
  }
}

/** Posts the reverse of the entries' outstanding amounts, so that they net to zero. */
async function reverseEntries(tx: Tx, command: CommandContext, { to, reverses, sum = '', values }: ResolvedPost & { reverses: string }, brought: Consequence): Promise<void> {
  const { type, doc, ctx } = brought
  const { manifest } = command.engine.type(to)
  const stamped = Object.values(manifest.shape.fields).filter((field) => field.stamp !== undefined).map((field) => field.name)
  const except = [manifest.key, ...stamped, ...Object.keys(values)]
  const standing = await outstandingEntries(tx, command.session.company.code, manifest, type.rowsOfType(to, reverses, doc, ctx), { sum, except })
  // An empty value leaves that of the entry.
  const postedValues = withoutEmpty(await valuesOf(values, brought))
  for (const { rest, amount } of standing) await postEntry(tx, command, to, { ...rest, ...postedValues, [sum]: -amount })
}

async function valuesOf(values: ResolvedPost['values'], { type, doc, ctx }: Consequence): Promise<JsonObject> {
  return runSliced(type.findingValues(values, doc, ctx))
}
