import type { DecisionKind } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { listEntries } from '../store/approvals/approval-entries.ts'
import type { Tx } from '../store/connection/database.ts'
import { holderOf, typeOf, type CommandContext } from './context.ts'
import { decideEntry, type DecisionRequest } from './decide-entry.ts'
import type { Written } from './written.ts'
import { lockRecord, type LockedRecord } from './load-record.ts'
import { runSliced } from '../in-pieces.ts'
import { permitAction } from './permit-action.ts'

export interface RecordDecision { type: string; key: string; kind: DecisionKind; /** The revision of the record. */ rev: number | undefined; request: DecisionRequest; /** Decides only this entry; if absent, any entry that waits for the caller. */ entryNo?: number | undefined }

/** Decides through the record's own action, on the caller's open entry. */
export async function decideRecord(tx: Tx, command: CommandContext, { type: typeId, key, kind, rev, request, entryNo }: RecordDecision): Promise<Written> {
  const type = typeOf(command.engine, typeId)
  const locked = await lockRecord(tx, command, type, key, rev)
  const at = { company: command.session.company.code, type: type.manifest.id, key }
  const [entry] = await listEntries(tx, command.engine.catalogue.organisation, { ...at, waitingFor: holderOf(command.session), ...(entryNo !== undefined && { entryNo }) })
  if (!entry) throw await whyNoEntry(command, type, kind, locked)
  const { record, warnings } = await decideEntry(tx, command, { ...request, kind, entryNo: entry.entry_no, rev: undefined })
  return { record, warnings }
}

/** Explains why no entry waits for the caller. The document's state is checked before the caller's relation to it. */
async function whyNoEntry(command: CommandContext, type: ReturnType<typeof typeOf>, kind: DecisionKind, { doc, loaded, relation }: LockedRecord): Promise<AppError> {
  const isDeclared = Object.hasOwn(type.manifest.actions, kind)
  const { refused } = await runSliced(type.findingActions(doc, loaded.ctx, relation, false))
  if (isDeclared && refused[kind] !== undefined && refused[kind] !== 'who') await permitAction(type, command, kind, { doc, ctx: loaded.ctx, relation, isNew: false })
  return new AppError(relation.isOwner ? 'self-approval' : 'not-the-approver')
}
