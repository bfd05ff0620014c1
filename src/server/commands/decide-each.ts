/** Approves many entries, each in a transaction of its own: what is refused is reported in its row and stops nothing else. */
import type { BulkRow } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { documentsOfEntries } from '../store/approval-entries.ts'
import { holderOf, messageFor, typeOf, type CommandContext } from './context.ts'
import { decideEntry, findDecision, turnOf, type DecisionCase, type FoundDecision } from './decide-entry.ts'
import { requireProofToDecide } from '../sign-in/step-up.ts'
import { docFor } from './reader-beside.ts'

export interface EachCase { entryNo: number; rev: number | undefined }

/** How one row comes about: what is found before its transaction, and what runs in that. */
export interface RowCommand { prepare: () => Promise<FoundDecision>; turn: (found: FoundDecision) => string; work: (tx: Tx, found: FoundDecision) => Promise<BulkRow> }
/** Runs one row; with a key of the client's a repetition gets the row that was kept. */
export type RunRow = (entryNo: number, command: RowCommand) => Promise<BulkRow>

/** Throws what stands in the way of all: documents of several types (`bulk-mixed`), or that it asks first who it is, where one of the person's own would. Answers their documents' numbers. */
export async function prepareEach({ services, session, engine, now }: CommandContext, entries: EachCase[]): Promise<Map<number, string>> {
  const found = await documentsOfEntries(services.database.kysely, session.company.code, entries.map(({ entryNo }) => entryNo))
  if (new Set(found.map(({ type }) => type)).size > 1) throw new AppError('bulk-mixed')
  // What is not theirs to decide is refused in its row, and says nothing of its amount.
  const { number, delegations } = holderOf(session)
  const own = found.filter(({ approver }) => approver === number || delegations.some(({ of }) => of === approver))
  for (const { amount, type } of own) {
    requireProofToDecide(session, typeOf(engine, type).manifest, amount, now)
  }
  return new Map(found.map(({ entryNo, key }) => [entryNo, key]))
}

/** Approves one after the other and gives each row as it is done. `isWanted` is asked before each: nothing is begun for who has left. */
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
      turn: ({ at }) => turnOf(at),
      work: async (tx, found) => {
        const { type, record } = await decideEntry(tx, command, decision, found)
        const message = messageFor(type, command.session, type.manifest.actions['approve']?.success ?? 'approve', await docFor(tx, command, type, record))
        return { entryNo, documentNo: record.key, isDone: true, code: '', message }
      },
    })
  } catch (error) {
    const known = error instanceof AppError
    if (!known) command.services.log.error({ err: error, entryNo }, 'an entry of several could not be approved')
    const { code, message } = known ? error : new AppError('surprise')
    // Who may not see the entry does not learn of which document it is.
    return { entryNo, documentNo: code === 'not-found' ? '' : (documents.get(entryNo) ?? ''), isDone: false, code, message }
  }
}
