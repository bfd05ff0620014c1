/** Approves many entries, each in its own transaction: a refusal is reported in that entry's row and does not stop the others. */
import type { BulkRow } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { documentsOfEntries } from '../store/approvals/approval-entries.ts'
import { holderOf, messageFor, typeOf, type CommandContext } from './context.ts'
import { decideEntry, findDecision, queueKey, type DecisionCase, type FoundDecision } from './decide-entry.ts'
import { requireStepUpForDecision } from '../sign-in/step-up.ts'
import { docFor } from './projection-context.ts'

export interface EachCase { entryNo: number; rev: number | undefined }

/** One row in steps: what is looked up before its transaction, and what runs in it. */
export interface RowCommand { prepare: () => Promise<FoundDecision>; turn: (found: FoundDecision) => string; work: (tx: Tx, found: FoundDecision) => Promise<BulkRow> }
/** Runs one row; with a client's idempotency key, a repeated request returns the stored row. */
export type RunRow = (entryNo: number, command: RowCommand) => Promise<BulkRow>

/**
 * Returns the document number of each entry, and throws what stops the whole call.
 * @throws AppError bulk-mixed for documents of several types, or step-up-needed if one of the caller's own entries requires it
 */
export async function prepareEach({ services, session, engine, now }: CommandContext, entries: EachCase[]): Promise<Map<number, string>> {
  const found = await documentsOfEntries(services.database.kysely, session.company.code, entries.map(({ entryNo }) => entryNo))
  if (new Set(found.map(({ type }) => type)).size > 1) throw new AppError('bulk-mixed')
  // Entries that are not the caller's are refused in their own row; checking their amount here would disclose it.
  const { number, delegations } = holderOf(session)
  const own = found.filter(({ approver }) => approver === number || delegations.some(({ of }) => of === approver))
  for (const { amount, type } of own) {
    requireStepUpForDecision(session, typeOf(engine, type).manifest, amount, now)
  }
  return new Map(found.map(({ entryNo, key }) => [entryNo, key]))
}

/**
 * Approves the entries one by one and yields each row when it is done. `isWanted` is called before each entry, so that no work is started
 * for a client that has disconnected.
 */
export async function* approveEach(command: CommandContext, entries: EachCase[], runRow: RunRow, isWanted: () => boolean): AsyncGenerator<BulkRow> {
  const documents = await prepareEach(command, entries)
  for (const entry of entries) {
    if (!isWanted()) return
    yield await approveOne(command, entry, documents, runRow)
  }
}

async function approveOne(command: CommandContext, { entryNo, rev }: EachCase, documents: Map<number, string>, runRow: RunRow): Promise<BulkRow> {
  try {
    const decision: DecisionCase = { kind: 'approve', entryNo, rev, reason: undefined, to: undefined, input: {}, body: {} }
    return await runRow(entryNo, {
      prepare: () => findDecision(command.services.database.kysely, command, decision),
      turn: ({ at }) => queueKey(at),
      work: async (tx, found) => {
        const { type, record, warnings } = await decideEntry(tx, command, decision, found)
        const message = messageFor(type, command.session, type.manifest.actions['approve']?.success ?? 'approve', await docFor(tx, command, type, record))
        const texts = [...new Set(warnings.map((one) => one.message))]
        return { entryNo, documentNo: record.key, isDone: true, code: '', message: [message, ...texts].join(' '), ...(texts.length > 0 && { warnings: texts }) }
      },
    })
  } catch (error) {
    const known = error instanceof AppError
    if (!known) command.services.log.error({ err: error, entryNo }, 'an entry of several could not be approved')
    const { code, message } = known ? error : new AppError('internal-error')
    // A caller who may not see the entry must not learn which document it belongs to.
    return { entryNo, documentNo: code === 'not-found' ? '' : (documents.get(entryNo) ?? ''), isDone: false, code, message }
  }
}
