/** Who decides on what the current user asks for. */
import { NoApproverError, resolveSteps, type CompiledType } from '../../core/index.ts'
import type { StandingApprover } from '../../contract/index.ts'
import { runSliced } from '../in-pieces.ts'
import { withOrganisation } from '../store/approvals/organisation.ts'
import type { Db } from '../store/connection/database.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import { contextWithRefs, plainContext, type CommandContext } from './context.ts'

/** A role may have hundreds of members. */
const MAX_APPROVERS = 200

/** The approvers of a new record of the current user, step by step, as far as that does not depend on what is entered in it; none if a step has nobody. */
export async function approversOfNew(db: Db, command: CommandContext, type: CompiledType): Promise<StandingApprover[]> {
  const { approval } = type.manifest
  if (approval === undefined) return []
  const { engine: { catalogue }, session: { company } } = command
  const plain = plainContext(command)
  const doc = await runSliced(type.stamping(await runSliced(type.makingDocument(plain)), plain))
  const { ctx } = await contextWithRefs(db, command, type, [doc])
  const steps = await withOrganisation(db, catalogue, company.code, (organisation) => noneWithout(() => resolveSteps(type, approval, doc, ctx, organisation)))
  const found = steps.flatMap(({ sequence, title, approvers }) => approvers.map((approverID) => ({ approverID, sequence, step: title }))).slice(0, MAX_APPROVERS)
  const { employees } = catalogue.organisation
  if (employees === undefined) return found
  const records = await loadRecords(db, company.code, found.map(({ approverID: key }) => ({ type: employees.type, key })))
  return found.map((one) => {
    const name = records.get(refKey(employees.type, one.approverID))?.data[employees.name]
    return { ...one, ...(typeof name === 'string' && { name }) }
  })
}

function noneWithout<T>(resolve: () => T[]): T[] {
  try {
    return resolve()
  } catch (error) {
    if (error instanceof NoApproverError) return []
    throw error
  }
}
