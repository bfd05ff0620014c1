import { redactsFields, redactedDoc, type CompiledType, type Doc, type FieldPaths, type ProjectionContext, type StoredRecord } from '../../core/index.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { assignedKeys } from '../store/lists/references.ts'
import { holderOf, plainContext, type CommandContext } from './context.ts'

/**
 * What determines which fields of a record the current user sees: the user, the time, and whether the record was assigned to them for
 * approval.
 */
export async function projectionContext(db: Db | Tx, command: CommandContext, { manifest }: CompiledType, record: StoredRecord): Promise<ProjectionContext> {
  const ctx = plainContext(command)
  if (!manifest.approval || !redactsFields(manifest)) return { ctx }
  const asked = await assignedKeys(db, command.session.company.code, [{ type: manifest.id, key: record.key }], holderOf(command.session))
  return { ctx, assigned: new Set(asked.size > 0 ? [record.key] : []) }
}

/** Paths of the record's fields that are redacted for the current user. */
export async function redactedFor(db: Db | Tx, command: CommandContext, type: CompiledType, record: StoredRecord): Promise<FieldPaths> {
  return type.redacted(record, command.session.actor, await projectionContext(db, command, type, record))
}

/** The record's document as the current user sees it; texts for them are rendered from it. */
export async function docFor(db: Db | Tx, command: CommandContext, type: CompiledType, record: StoredRecord): Promise<Doc> {
  return redactedDoc(type.manifest, record, await redactedFor(db, command, type, record))
}
