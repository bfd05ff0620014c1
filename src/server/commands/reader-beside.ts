import { hidesFields, type CompiledType, type ProjectionBeside, type StoredRecord } from '../../core/index.ts'
import type { Db, Tx } from '../store/database.ts'
import { assignedKeys } from '../store/references.ts'
import { approverNumber, plainContext, type CommandContext } from './context.ts'

/** What tells the fields of a record that the person sees: who asks when, and whether the record came to them for approval. */
export async function readerBeside(db: Db | Tx, command: CommandContext, { manifest }: CompiledType, record: StoredRecord): Promise<ProjectionBeside> {
  const ctx = plainContext(command)
  if (!manifest.approval || !hidesFields(manifest)) return { ctx }
  const asked = await assignedKeys(db, command.session.company.code, [{ type: manifest.id, key: record.key }], approverNumber(command.session))
  return { ctx, assigned: new Set(asked.size > 0 ? [record.key] : []) }
}
