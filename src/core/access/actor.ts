import type { JsonObject } from '../document/json.ts'
import type { Delegation } from '../workflow/delegation.ts'

/** The person acting, as rules see them (`user.…`). */
export interface Actor {
  id: string
  email: string
  name: string
  /** Employee number; absent for who is no employee. */
  employee?: string
  department?: string
  /** Of their employee record. */
  grade?: string
  /** Company code. */
  company: string
  /** Own roles plus the built-in ones that apply: everyone, employee, approver, administrator. */
  roles: string[]
  isNavuser: boolean
  isApprover: boolean
  /** In whose place they decide today. */
  delegations?: Delegation[]
}

/** How the actor stands to one record; the store finds it out, `availableActions` asks it. */
export interface Standing {
  isOwner: boolean
  /** Holds an open approval entry on it (as approver or as delegate). */
  hasOpenEntry: boolean
}

export interface Company { code: string; name: string; currency: string; /** IANA name; date-times without an offset are read in it. */ timeZone: string }
export type Settings = Record<string, JsonObject>
