/** What precedes every write of a record, whichever command performs it. */
import type { JsonObject, ResolvedDocumentType, StoredRecord } from '../../core/index.ts'
import { requireStepUpForDecision } from '../sign-in/step-up.ts'
import { settleNotices } from '../store/delivery/notifications.ts'
import type { Tx } from '../store/connection/database.ts'
import type { CommandContext } from './context.ts'
import { endEmployment } from './end-employment.ts'
import { holdWritten } from './figures.ts'

/** Precedes the insertion of new records; locks the figures that they count towards (`holdWritten`). @throws AppError step-up-needed */
export async function prepareNew(tx: Tx, command: CommandContext, manifest: ResolvedDocumentType, records: StoredRecord[]): Promise<void> {
  for (const { data } of records) requireProofToHandOver(command, manifest, undefined, data)
  await holdWritten(tx, command, manifest, records)
}

/**
 * Precedes a change of a record. Locks the figures that it counts towards (`holdWritten`), ends the sessions of an employee who leaves, and
 * settles the reminders of the state that the record leaves. @throws AppError step-up-needed if the record delegates decisions that require a
 * confirmation of identity; own-change-refused or last-administrator if an employee may not leave by this change
 */
export async function prepareWrite(tx: Tx, command: CommandContext, manifest: ResolvedDocumentType, before: StoredRecord, after: StoredRecord): Promise<void> {
  requireProofToHandOver(command, manifest, before.data, after.data)
  await endEmployment(tx, command, manifest, before, after)
  await settleReminders(tx, command, manifest, before, after)
  await holdWritten(tx, command, manifest, [before, after])
}

async function settleReminders(tx: Tx, { session, now }: CommandContext, manifest: ResolvedDocumentType, before: StoredRecord, { key, state }: StoredRecord): Promise<void> {
  if (before.state === state || Object.keys(manifest.reminders).length === 0) return
  await settleNotices(tx, { company: session.company.code, type: manifest.id, key }, { state }, now)
}

/**
 * To delegate is to choose who decides, so a delegation requires the confirmation of the largest decision it covers. Withdrawing it
 * requires none, nor does a change that leaves untouched who decides on what.
 */
function requireProofToHandOver({ engine, session, now }: CommandContext, manifest: ResolvedDocumentType, before: JsonObject | undefined, after: JsonObject): void {
  const { organisation: { delegations }, types } = engine.catalogue
  if (delegations?.type !== manifest.id) return
  const { from, to, start, end, types: only, amount } = delegations
  const delegatingFields = [from, to, start, end, only, amount].flatMap((name) => name ?? [])
  if (before !== undefined && delegatingFields.every((name) => JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null))) return
  const largest = amount === undefined ? undefined : after[amount]
  const named = only === undefined ? undefined : after[only]
  const delegatedTypes = Array.isArray(named) && named.length > 0 ? named.flatMap((id) => types[String(id)] ?? []) : Object.values(types)
  for (const type of delegatedTypes) requireStepUpForDecision(session, type, typeof largest === 'number' ? largest : Infinity, now)
}
