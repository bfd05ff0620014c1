import type { JsonObject } from '../document/json.ts'
import type { Delegation } from '../delegation/deciding-for.ts'

/** The user on whose behalf something is done, as rules see them (`user.…`). */
export interface Actor {
  id: string
  email: string
  /** From their employee record; of people who are not employees, the name of the account. */
  name: string
  /** Employee number; absent for people who are not employees. */
  employee?: string
  department?: string
  /** From their employee record. */
  grade?: string
  /** Company code. */
  company: string
  /** Assigned roles plus the built-in ones that apply (`rolesOf`). */
  roles: string[]
  isNavuser: boolean
  isApprover: boolean
  /** In whose place they may decide today. */
  delegations?: Delegation[]
}

/** The actor's relation to one record. The store determines it, `availableActions` reads it. */
export interface RecordRelation {
  isOwner: boolean
  /** Holds an open approval entry on it, as approver or as delegate. */
  hasOpenEntry: boolean
  /** The action or approval of another record runs the action. */
  isRun?: true
}

export interface Company { code: string; name: string; currency: string; /** IANA name; date-times without an offset are read in this time zone. */ timeZone: string }
export type Settings = Record<string, JsonObject>
