/** A person in whose place another one decides for a time, and the limits of that. */
export interface Delegation {
  /** Employee number of the person whose approvals they are. */
  of: string
  /** Document types; all if absent. */
  types?: string[]
  /** Maximum amount, in the company's currency. */
  ceiling?: number
}

/** The parts of an approval entry that determine who may decide it. */
export interface DecidableEntry { approver: string; sender: string; type: string; status: string; /** In the company's currency; null if the type has no amount. */ amount: number | null }

/**
 * Whether a person may decide an open entry in its holder's place. Nobody may for what they sent themselves. Delegations do not chain: they
 * cover the entries that the delegator holds, not those that the delegator decides as a delegate.
 * @param me the number of the person.
 */
export function isDelegateFor(delegations: readonly Delegation[], entry: DecidableEntry, me: string): boolean {
  if (entry.status !== 'Open' || entry.sender === me || entry.approver === me) return false
  return delegations.some(({ of, types, ceiling }) => of === entry.approver && (types === undefined || types.includes(entry.type)) && (ceiling === undefined || entry.amount === null || entry.amount <= ceiling))
}

/** What an entry and its round require of a person who decides in the approver's place. */
export interface DelegateRequirements {
  /** They need one of these roles; null if anyone may decide. */
  roles: readonly string[] | null
  /** People who, besides the sender, may not decide on the document; null if that was not recorded. */
  excepted: readonly string[] | null
  /** People who take part in the round: nobody decides twice. */
  deciders: readonly string[]
}

/**
 * Whether a person may decide an open entry in its holder's place: they are the holder's delegate, have a role that the step requires, are
 * not excepted, and do not take part in the round themselves.
 * @param own the roles of the person.
 */
export function mayDecideFor(delegations: readonly Delegation[], entry: DecidableEntry & DelegateRequirements, me: string, own: readonly string[]): boolean {
  if (!isDelegateFor(delegations, entry, me) || entry.deciders.includes(me) || entry.excepted?.includes(me) === true) return false
  return entry.roles === null || entry.roles.some((role) => own.includes(role))
}
