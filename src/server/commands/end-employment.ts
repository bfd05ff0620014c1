/** What follows from a change of who works in the company, whichever command writes the employee record. */
import type { ResolvedDocumentType, StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { lastAdministrator } from '../store/users/people.ts'
import { revokeSessionsOfEmployee } from '../store/sign-in/sessions.ts'
import type { CommandContext } from './context.ts'

/**
 * Ends the sessions of an employee who, according to their record, no longer works here. Otherwise these would become valid again if the
 * record were changed back.
 * @throws AppError own-change-refused if the record is the current user's own; last-administrator if nobody else could administer the portal
 */
export async function endEmployment(tx: Tx, { engine, session, now }: CommandContext, manifest: ResolvedDocumentType, before: StoredRecord, after: StoredRecord): Promise<void> {
  const { organisation } = engine.catalogue
  const { employees } = organisation
  if (employees?.active === undefined || employees.type !== manifest.id) return
  const { active } = employees
  const [wasActive, isActive] = [before, after].map(({ data }) => data[active] !== false)
  if (wasActive === isActive) return
  if (before.key === session.actor.employee) throw new AppError('own-change-refused', { fields: manifest.shape.fields[active]?.title ?? active })
  if (isActive) return
  const employee = { company: session.company.code, employee: before.key }
  const name = await lastAdministrator(tx, organisation, employee)
  if (name !== undefined) throw new AppError('last-administrator', { name })
  await revokeSessionsOfEmployee(tx, employee, now)
}
