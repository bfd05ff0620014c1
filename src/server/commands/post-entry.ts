/** Entries that the server creates itself, posted by actions, approvals and effects. */
import { dependenciesOf, isAbsent, type CompiledType, type Doc, type JsonObject, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import type { Tx } from '../store/connection/database.ts'
import { contextWithRefs, plainContext, withLists, type CommandContext } from './context.ts'
import { writeAllPosted, writePosted } from './write-record.ts'

/**
 * Writes an entry with its defaults, stamps and computed values, none of which an empty value replaces; returns it unless it gets its number
 * only before the commit. @throws AppError rule-failed if a required value is missing
 */
export async function postEntry(tx: Tx, command: CommandContext, to: string, given: JsonObject): Promise<StoredRecord | undefined> {
  const type = command.engine.type(to)
  const [entry = {}] = await makeEntries(tx, command, type, [given])
  return writePosted(tx, command, type, entry)
}

/** The same for many entries of a type, in a few statements; returns those that have their numbers now. */
export async function postEntries(tx: Tx, command: CommandContext, to: string, given: readonly JsonObject[]): Promise<StoredRecord[]> {
  if (given.length === 0) return []
  const type = command.engine.type(to)
  return writeAllPosted(tx, command, type, await makeEntries(tx, command, type, given))
}

async function makeEntries(tx: Tx, command: CommandContext, type: CompiledType, given: readonly JsonObject[]): Promise<Doc[]> {
  const plain = startsFromLists(type) ? (await withLists(tx, command, type, {}, {})).ctx : plainContext(command)
  const { owner } = type.manifest
  const first = await runSliced(type.makingDocument(plain))
  const stamped: Doc[] = []
  for (const values of given.map(withoutEmpty)) {
    const entry = await runSliced(type.stamping({ ...first, ...values }, plain))
    // A record that is posted for somebody else is theirs.
    if (owner !== undefined && !isAbsent(values[owner])) entry[owner] = values[owner] ?? null
    stamped.push(entry)
  }
  const { ctx } = await contextWithRefs(tx, command, type, stamped)
  const entries: Doc[] = []
  for (const one of stamped) entries.push(requireValues(type, await runSliced(type.recomputingComputedFields(one, ctx))))
  return entries
}

function requireValues({ manifest: { shape, key } }: CompiledType, entry: Doc): Doc {
  const missing = shape.required.find((field) => isAbsent(entry[field]) && field !== key)
  if (missing !== undefined) throw new AppError('rule-failed', { field: shape.fields[missing]?.title ?? missing })
  return entry
}

const fromLists = new WeakMap<CompiledType, boolean>()

/** Whether first values of the type's records come from lists, such as what a company keeps its accounts by. */
function startsFromLists(type: CompiledType): boolean {
  const known = fromLists.get(type) ?? Object.values(type.manifest.shape.fields).some(({ defaultExpression }) => defaultExpression !== undefined && dependenciesOf(defaultExpression).some(([root]) => root === 'lists'))
  fromLists.set(type, known)
  return known
}

/** The values without those that are empty. */
export function withoutEmpty(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}
