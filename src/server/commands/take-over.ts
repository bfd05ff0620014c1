/** Who may be given an entry. Steps that are decided by a role which the document itself names, as the second person of a dual control is, change hands only within that role. */
import { approvalAt, approvalOfEntry, exceptedBy, rolesNamed, type CompiledType, type RuleContext, type StoredRecord } from '../../core/index.ts'
import type { EntryRow } from '../store/approval-entries.ts'
import type { Db } from '../store/database.ts'
import { withOrganisation } from '../store/organisation.ts'
import { docOf } from './check-document.ts'
import { contextWithRefs, type CommandContext } from './context.ts'

export interface HeldEntry { type: CompiledType; record: StoredRecord; entry: Pick<EntryRow, 'approval' | 'step' | 'roles' | 'excepted'> }

/** Of which roles whoever takes the entry over needs one: otherwise one of two could hand the other's part to anybody. Null where anybody may. */
export async function rolesToTakeOver(db: Db, command: CommandContext, { type, record, entry }: HeldEntry, known?: RuleContext): Promise<string[] | null> {
  // The round that asked for them says so; of one that was begun before that was kept the document does.
  if (entry.roles !== null) return entry.roles
  const approval = approvalOfEntry(type.manifest, entry) ?? approvalAt(type.manifest, record.state)
  const step = approval?.steps.find(({ id }) => id === entry.step)
  if (step?.approver.kind !== 'roleOf') return null
  const doc = docOf(type, record)
  return rolesNamed(type, step, doc, known ?? (await contextWithRefs(db, command, type, [doc])).ctx) ?? null
}

/** Who does not decide on the entry beside the sender, by number. */
export async function exceptedFrom(db: Db, command: CommandContext, { type, record, entry }: HeldEntry, known?: RuleContext): Promise<string[]> {
  // As with the roles: of a round that was begun before that was kept the document says so.
  if (entry.excepted !== null) return entry.excepted
  const approval = approvalOfEntry(type.manifest, entry) ?? approvalAt(type.manifest, record.state)
  if (approval?.except === undefined) return []
  const doc = docOf(type, record)
  return exceptedBy(type, approval, doc, known ?? (await contextWithRefs(db, command, type, [doc])).ctx)
}

/** Those of the people who may take the entry over, by number: with a role that it asks for, and not excepted. Whether they decide in its round already is not asked. */
export async function whoMayTakeOver(db: Db, command: CommandContext, held: HeldEntry, people: string[], known?: RuleContext): Promise<string[]> {
  const excepted = await exceptedFrom(db, command, held, known)
  const able = people.filter((number) => !excepted.includes(number))
  const roles = await rolesToTakeOver(db, command, held, known)
  if (roles === null) return able
  const { engine, session } = command
  return withOrganisation(db, engine.catalogue, session.company.code, (organisation) => able.filter((number) => roles.some((role) => organisation.withRole(role).includes(number))))
}
