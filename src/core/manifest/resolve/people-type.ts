import type { Catalogue } from './resolved.ts'

/** What a list call may give of people besides their fields. */
export const IS_APPROVER = 'isApprover'

/** Whether the records of the type are the people of the organisation. */
export function isPeopleType({ organisation }: Pick<Catalogue, 'organisation'>, type: string): boolean {
  return organisation.employees?.type === type
}
