/**
 * The context of a document whose references a person has just entered. A record that they may not read is none for them: what rules,
 * defaults and figures would say of it would be told to somebody who gets a 404 for it.
 */
import { heldReferences, matches, type CompiledType, type Doc, type JsonObject, type ResolvedShape, type RowPredicate, type StoredRecord } from '../../core/index.ts'
import { assignedKeys, refKey, type LoadedRecords } from '../store/lists/references.ts'
import type { Tx } from '../store/connection/database.ts'
import { fullContext, holderOf, rowsOf, withLists, type CommandContext, type ContextSources, type LoadedContext } from './context.ts'

interface Reference { path: string; type: string; key: string }

/** The records that a document refers to, with the place of each reference. */
export function references(shape: ResolvedShape, doc: JsonObject): Reference[] {
  return [...heldReferences(shape, doc)].flatMap(({ ref, path, key }) => (ref === undefined ? [] : [{ path, type: ref.to, key }]))
}

/** Like `fullContext`, without the records that the person may not read and to which the stored document does not refer. */
export function enteredContext(tx: Tx, command: CommandContext, type: CompiledType, doc: Doc, sources: ContextSources, action?: string): Promise<LoadedContext> {
  return withoutUnreadable(tx, command, type, doc, sources, (given) => fullContext(tx, command, type, doc, given, action))
}

/** Like `withLists`, without these records. */
export function enteredLists(tx: Tx, command: CommandContext, type: CompiledType, doc: Doc, sources: ContextSources): Promise<LoadedContext> {
  return withoutUnreadable(tx, command, type, doc, sources, (given) => withLists(tx, command, type, doc, given))
}

async function withoutUnreadable(tx: Tx, command: CommandContext, type: CompiledType, doc: Doc, sources: ContextSources, load: (given: ContextSources) => Promise<LoadedContext>): Promise<LoadedContext> {
  const loaded = await load(sources)
  const closed = await unreadable(tx, command, type, doc, { prev: sources.prev, records: loaded.records })
  if (closed.size === 0) return loaded
  // Again, because figures and lists too depend on what is referred to.
  return load({ ...sources, known: new Map([...loaded.records].filter(([key]) => !closed.has(key))), closed })
}

/** Keys, as `refKey` makes them, of the records that the document newly refers to and that the person may not read. */
async function unreadable(tx: Tx, command: CommandContext, { manifest: { shape } }: CompiledType, doc: Doc, { prev, records }: { prev: Doc | undefined; records: LoadedRecords }): Promise<Set<string>> {
  const kept = new Set(prev === undefined ? [] : references(shape, prev).map((one) => refKey(one.type, one.key)))
  const changed = references(shape, doc).filter((one) => !kept.has(refKey(one.type, one.key)) && records.has(refKey(one.type, one.key)))
  const asked = changed.filter((one) => isAssigned(rowsOf(command, command.engine.type(one.type), 'get')))
  const assigned = await assignedKeys(tx, command.session.company.code, asked, holderOf(command.session))
  const isReadable = ({ type, key }: Reference, record: StoredRecord | undefined): boolean => {
    if (!record) return true
    const mine = new Set(assigned.has(refKey(type, key)) ? [key] : [])
    const target = command.engine.type(type)
    return (['get', 'list'] as const).some((verb) => matches(rowsOf(command, target, verb), record, mine))
  }
  return new Set(changed.filter((one) => !isReadable(one, records.get(refKey(one.type, one.key)))).map((one) => refKey(one.type, one.key)))
}

function isAssigned(predicate: RowPredicate): boolean {
  if (predicate.kind === 'assigned') return true
  if (predicate.kind === 'not') return isAssigned(predicate.term)
  return (predicate.kind === 'and' || predicate.kind === 'or') && predicate.terms.some(isAssigned)
}
