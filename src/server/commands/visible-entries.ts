/** The approval entries that the current user may see. */
import { approvalsOf, matches, type StoredRecord } from '../../core/index.ts'
import { listEntriesFor, type EntryCriteria, type ListedEntry, type SeenEntry } from '../store/approvals/approval-entries.ts'
import type { Db } from '../store/connection/database.ts'
import { toRecord } from '../store/documents/documents.ts'
import { isActive } from '../store/approvals/organisation.ts'
import { loadRecords, refKey, type LoadedRecords } from '../store/lists/references.ts'
import { mapSliced } from '../in-pieces.ts'
import { approverNumber, holderOf, rowsOf, type CommandContext } from './context.ts'

/** `isAssigned`: whether this or another entry of the document names the current user. */
export interface VisibleEntry { row: ListedEntry; record: StoredRecord; isAssigned: boolean; /** Whether the current user still works here, by their employee record. */ isStillHere: boolean }

/** Returns the entries whose documents the current user may see, as a party to the entry or by the type's own permissions. */
export async function visibleEntries(db: Db, command: CommandContext, criteria: EntryCriteria): Promise<VisibleEntry[]> {
  return visibleAmong(db, command, await listEntriesFor(db, command.engine.catalogue, criteria, holderOf(command.session)))
}

/**
 * A page of the newest of them, at most `limit`. `next`: the number of the last entry read, if there are more; these have lower numbers. A
 * page ends early if its documents are large, and may lack entries that the user may not see.
 */
export async function visiblePage(db: Db, command: CommandContext, criteria: EntryCriteria, limit: number): Promise<{ entries: VisibleEntry[]; next: number | undefined }> {
  const rows = await listEntriesFor(db, command.engine.catalogue, { ...criteria, newest: limit + 1 }, holderOf(command.session))
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit || rows[0]?.is_cut === true
  return { entries: await visibleAmong(db, command, page), next: hasMore ? page.at(-1)?.entry_no : undefined }
}

async function visibleAmong(db: Db, command: CommandContext, listed: SeenEntry[]): Promise<VisibleEntry[]> {
  const { engine, session } = command
  const { catalogue } = engine
  const me = approverNumber(session)
  const rows = listed.filter((row) => engine.has(row.type))
  const records = new Map([
    ...await recordsOfOthers(db, command, rows),
    ...rows.flatMap(({ type, record }) => (record === null ? [] : [[refKey(type, record.key), toRecord(record)] as const])),
  ])
  const visible = await mapSliced(rows, ({ is_assigned: isAssigned, is_first: _first, is_cut: _cut, record: _record, own, ...row }) => {
    const record = records.get(refKey(row.type, row.document_key))
    if (!record) return []
    const isVisible = row.sender === me || isAssigned || matches(rowsOf(command, engine.type(row.type), 'get'), record, new Set())
    const isStillHere = session.actor.employee === undefined || isActive(catalogue.organisation, own ?? undefined)
    return isVisible ? [{ row, record, isAssigned, isStillHere }] : []
  })
  return visible.flat()
}

/** Loads documents of types that no longer have an approval. */
async function recordsOfOthers(db: Db, { engine, session }: CommandContext, rows: SeenEntry[]): Promise<LoadedRecords> {
  const refs = rows.filter(({ type, record }) => record === null && approvalsOf(engine.type(type).manifest).length === 0).map((row) => ({ type: row.type, key: row.document_key }))
  return loadRecords(db, session.company.code, [...new Map(refs.map((ref) => [refKey(ref.type, ref.key), ref])).values()])
}
