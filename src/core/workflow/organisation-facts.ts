/** What the organisation's records say about people, by employee number; loaded in advance. */
export interface OrganisationFacts {
  manager(employee: string): string | undefined
  headOf(department: string): string | undefined
  departmentOf(employee: string): string | undefined
  /** Everyone with the role; `administrator` gives the people who step in if a step has no approver. */
  withRole(role: string): string[]
  /** The maximum amount that the person may approve, in the company's currency; infinite if unlimited, undefined if none was set. */
  limitOf(employee: string): number | undefined
  isActive(employee: string): boolean
  /** Gets the steps for which no other approver is found. */
  administrator: string
}
