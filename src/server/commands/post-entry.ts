/** Entries that the server creates itself, posted by actions, approvals and effects. */
import { dependenciesOf, isAbsent, type CompiledType, type JsonObject, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import type { Tx } from '../store/connection/database.ts'
import { contextWithRefs, plainContext, withLists, type CommandContext } from './context.ts'
import { writePosted } from './write-record.ts'

/**
 * Writes an entry with its defaults, stamps and computed values, none of which an empty value replaces; returns it unless it gets its number
 * only before the commit. @throws AppError rule-failed if a required value is missing
 */
export async function postEntry(tx: Tx, command: CommandContext, to: string, given: JsonObject): Promise<StoredRecord | undefined> {
  const values = withoutEmpty(given)
  const target = command.engine.type(to)
  const plain = startsFromLists(target) ? await withLists(tx, command, target, {}, {}) : plainContext(command)
  const { owner } = target.manifest
  const stamped = await runSliced(target.stamping({ ...(await runSliced(target.makingDocument(plain))), ...values }, plain))
  // A record that is posted for somebody else is theirs.
  if (owner !== undefined && !isAbsent(values[owner])) stamped[owner] = values[owner] ?? null
  const { ctx } = await contextWithRefs(tx, command, target, [stamped])
  const entry = await runSliced(target.recomputingComputedFields(stamped, ctx))
  for (const field of target.manifest.shape.required) {
    if (isAbsent(entry[field]) && field !== target.manifest.key) throw new AppError('rule-failed', { field: target.manifest.shape.fields[field]?.title ?? field })
  }
  return writePosted(tx, command, target, entry)
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
