/** What the organisation's records say about people, by employee number; loaded beforehand. */
export interface OrganisationFacts {
  manager(employee: string): string | undefined
  headOf(department: string): string | undefined
  departmentOf(employee: string): string | undefined
  /** Everyone with the role; `administrator` gives who steps in when a step has no approver. */
  withRole(role: string): string[]
  /** Largest amount the person may approve, in the company's currency; infinite for who may approve any, undefined when none was set. */
  limitOf(employee: string): number | undefined
  isActive(employee: string): boolean
  /** Gets the steps for which nobody else is found. */
  administrator: string
}
