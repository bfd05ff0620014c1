/** What comes before any record is written, whichever command writes it. */
import type { JsonObject, ResolvedDocumentType, StoredRecord } from '../../core/index.ts'
import { requireProofToDecide } from '../sign-in/step-up.ts'
import type { Tx } from '../store/database.ts'
import type { CommandContext } from './context.ts'
import { holdWritten } from './figures.ts'

/** Holds what the record counts for (`holdWritten`). Throws AppError step-up-needed where it hands over decisions that ask who is at the screen. `before` is undefined for a new one. */
export async function prepareWrite(tx: Tx, command: CommandContext, manifest: ResolvedDocumentType, before: StoredRecord | undefined, after: StoredRecord): Promise<void> {
  requireProofToHandOver(command, manifest, before?.data, after.data)
  await holdWritten(tx, command, manifest, before === undefined ? [after] : [before, after])
}

/**
 * Who lets a colleague decide in their place decides who does: a delegation asks what the largest decision would that it gives away. To take
 * it back, and to change what says nothing of who decides on what, asks nothing.
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
  for (const type of delegatedTypes) requireProofToDecide(session, type, typeof largest === 'number' ? largest : Infinity, now)
}
