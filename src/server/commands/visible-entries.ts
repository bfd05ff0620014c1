/** Which approval entries a person may know of. */
import { matches, type StoredRecord } from '../../core/index.ts'
import { listEntries, type EntryQuestion, type EntryRow } from '../store/approval-entries.ts'
import type { Db } from '../store/database.ts'
import { assignedKeys, loadRecords, refKey } from '../store/references.ts'
import { approverNumber, holderOf, rowsOf, type CommandContext } from './context.ts'

/** `isAssigned`: whether some entry of the document names the person, this one or another. */
export interface VisibleEntry { row: EntryRow; record: StoredRecord; isAssigned: boolean }

/** Entries whose documents the person may see: as a party to the entry, or by the type's own permissions. */
export async function visibleEntries(db: Db, command: CommandContext, question: EntryQuestion): Promise<VisibleEntry[]> {
  const { engine, session } = command
  const rows = (await listEntries(db, engine.catalogue.organisation, question)).filter((row) => engine.has(row.type))
  const refs = [...new Map(rows.map((row) => [refKey(row.type, row.document_key), { type: row.type, key: row.document_key }])).values()]
  const records = await loadRecords(db, question.company, refs)
  const me = approverNumber(session)
  const assigned = await assignedKeys(db, question.company, refs, holderOf(command.session))
  return rows.flatMap((row) => {
    const id = refKey(row.type, row.document_key)
    const record = records.get(id)
    if (!record) return []
    const isAssigned = assigned.has(id)
    const isVisible = row.sender === me || isAssigned || matches(rowsOf(command, engine.type(row.type), 'get'), record, new Set())
    return isVisible ? [{ row, record, isAssigned }] : []
  })
}
