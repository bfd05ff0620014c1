/** Somebody in whose place a person decides for a time, with what it is narrowed to. */
export interface Delegation {
  /** Employee number of whose approvals they are. */
  of: string
  /** Document types; all when absent. */
  types?: string[]
  /** Largest amount, in the company's currency. */
  ceiling?: number
}

/** What of an approval entry tells whether somebody may decide it. */
export interface HeldEntry { approver: string; sender: string; type: string; status: string; /** In the company's currency; null where the type has none. */ amount: number | null }

/**
 * Whether somebody may decide an open entry in the place of who holds it. Nobody does for what they sent themselves, and a
 * delegation is not handed on: it is asked for whoever holds the entry, not for those in whose place that person decides.
 * @param me the person's number.
 */
export function isDelegateFor(delegations: readonly Delegation[], entry: HeldEntry, me: string): boolean {
  if (entry.status !== 'Open' || entry.sender === me || entry.approver === me) return false
  return delegations.some(({ of, types, ceiling }) => of === entry.approver && (types === undefined || types.includes(entry.type)) && (ceiling === undefined || entry.amount === null || entry.amount <= ceiling))
}

/** What an entry and its round ask of whoever decides in the place of who was asked. */
export interface AskedOfDelegates {
  /** They need one of these roles; null where anybody may. */
  roles: readonly string[] | null
  /** Who does not decide on the document beside its sender; null where that was not kept. */
  excepted: readonly string[] | null
  /** Who takes part in the round: nobody does twice. */
  deciders: readonly string[]
}

/**
 * Whether somebody decides an open entry in the place of who holds it: they are their delegate, have a role that its step asks
 * for, are not excepted, and do not decide in the round themselves.
 * @param own the roles of the person.
 */
export function mayDecideFor(delegations: readonly Delegation[], entry: HeldEntry & AskedOfDelegates, me: string, own: readonly string[]): boolean {
  if (!isDelegateFor(delegations, entry, me) || entry.deciders.includes(me) || entry.excepted?.includes(me) === true) return false
  return entry.roles === null || entry.roles.some((role) => own.includes(role))
}
