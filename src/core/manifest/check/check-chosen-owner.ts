import type { CheckPass } from './check-context.ts'
import { expectRole } from './check-context.ts'

/** Checks that the owner of a new record can be chosen, by roles that create records, among employees. */
export const checkChosenOwner: CheckPass = (context, expanded, type) => {
  const { owner, ownerChosenBy } = type
  if (ownerChosenBy === undefined) return
  const refuse = (message: string, seen: string, expected: string): void => context.reporter.inType('E278', expanded, ['ownerChosenBy'], message, { seen, expected })
  for (const [index, role] of ownerChosenBy.entries()) {
    if (!expectRole(context, expanded, ['ownerChosenBy', index], role)) continue
    if (type.permissions[role]?.can.includes('create') !== true) context.reporter.inType('E278', expanded, ['ownerChosenBy', index], `"${role}" creates no records of this type.`, { seen: role, expected: `create in permissions.${role}` })
  }
  if (type.kind === 'ledger') refuse('People do not create entries of a ledger.', type.kind, 'another kind')
  const field = owner === undefined ? undefined : type.shape.fields[owner]
  if (field === undefined) {
    refuse('The type has no owner to be chosen.', type.id, 'owner')
    return
  }
  const { employees } = context.catalogue.organisation
  if (employees === undefined || field.ref?.to !== employees.type) refuse(`"${field.name}" does not offer employees.`, field.name, 'a field with x-ref to the type of employees')
  if (field.readOnly || field.internal || field.hidden || field.wireOnly) refuse(`Nobody enters "${field.name}".`, field.name, 'a field without readOnly, x-stamp, x-compute, x-internal and x-hidden')
}
