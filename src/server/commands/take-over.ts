/**
 * Who may take over an approval entry. A step decided by a role that the document itself names, such as the second person of dual control,
 * is handed over only within that role.
 */
import { approvalAt, approvalOfEntry, excludedApprovers, rolesFromDocument, type CompiledType, type RuleContext, type StoredRecord } from '../../core/index.ts'
import type { EntryRow } from '../store/approvals/approval-entries.ts'
import type { Db } from '../store/connection/database.ts'
import { withOrganisation } from '../store/approvals/organisation.ts'
import { docOf } from './check-document.ts'
import { contextWithRefs, type CommandContext } from './context.ts'

export interface EntryWithRecord { type: CompiledType; record: StoredRecord; entry: Pick<EntryRow, 'approval' | 'step' | 'roles' | 'excepted'> }

/**
 * The roles of which a successor needs one; otherwise one of the two could hand the other's part to anyone. Null if any employee may take
 * over.
 */
export async function rolesToTakeOver(db: Db, command: CommandContext, { type, record, entry }: EntryWithRecord, known?: RuleContext): Promise<string[] | null> {
  // The round stores the roles; for rounds started before they were stored, they are determined from the document.
  if (entry.roles !== null) return entry.roles
  const approval = approvalOfEntry(type.manifest, entry) ?? approvalAt(type.manifest, record.state)
  const step = approval?.steps.find(({ id }) => id === entry.step)
  if (step?.approver.kind !== 'roleOf') return null
  const doc = docOf(type, record)
  return rolesFromDocument(type, step, doc, known ?? (await contextWithRefs(db, command, type, [doc])).ctx) ?? null
}

/** The numbers of the people, besides the sender, who must not decide on the entry. */
export async function excludedFromDeciding(db: Db, command: CommandContext, { type, record, entry }: EntryWithRecord, known?: RuleContext): Promise<string[]> {
  // As with roles: for rounds started before this was stored, it is determined from the document.
  if (entry.excepted !== null) return entry.excepted
  const approval = approvalOfEntry(type.manifest, entry) ?? approvalAt(type.manifest, record.state)
  if (approval?.except === undefined) return []
  const doc = docOf(type, record)
  return excludedApprovers(type, approval, doc, known ?? (await contextWithRefs(db, command, type, [doc])).ctx)
}

/**
 * Filters people (by number) to those who may take the entry over: they have a required role and are not excluded. Does not check whether
 * they already decide in the same round.
 */
export async function eligibleApprovers(db: Db, command: CommandContext, held: EntryWithRecord, people: string[], known?: RuleContext): Promise<string[]> {
  const excluded = await excludedFromDeciding(db, command, held, known)
  const able = people.filter((number) => !excluded.includes(number))
  const roles = await rolesToTakeOver(db, command, held, known)
  if (roles === null) return able
  const { engine, session } = command
  return withOrganisation(db, engine.catalogue, session.company.code, (organisation) => able.filter((number) => roles.some((role) => organisation.withRole(role).includes(number))))
}
