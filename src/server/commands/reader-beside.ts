import { redactsFields, redactedDoc, type CompiledType, type Doc, type FieldPaths, type ProjectionBeside, type StoredRecord } from '../../core/index.ts'
import type { Db, Tx } from '../store/database.ts'
import { assignedKeys } from '../store/references.ts'
import { holderOf, plainContext, type CommandContext } from './context.ts'

/** What tells the fields of a record that the person sees: who asks when, and whether the record came to them for approval. */
export async function readerBeside(db: Db | Tx, command: CommandContext, { manifest }: CompiledType, record: StoredRecord): Promise<ProjectionBeside> {
  const ctx = plainContext(command)
  if (!manifest.approval || !redactsFields(manifest)) return { ctx }
  const asked = await assignedKeys(db, command.session.company.code, [{ type: manifest.id, key: record.key }], holderOf(command.session))
  return { ctx, assigned: new Set(asked.size > 0 ? [record.key] : []) }
}

/** Paths of the fields that the person does not see of the record. */
export async function redactedFor(db: Db | Tx, command: CommandContext, type: CompiledType, record: StoredRecord): Promise<FieldPaths> {
  return type.redacted(record, command.session.actor, await readerBeside(db, command, type, record))
}

/** The record's document as the person sees it: what texts for them are filled from. */
export async function docFor(db: Db | Tx, command: CommandContext, type: CompiledType, record: StoredRecord): Promise<Doc> {
  return redactedDoc(type.manifest, record, await redactedFor(db, command, type, record))
}
