/** Somebody in whose place a person decides for a time, with what it is narrowed to. */
export interface Deputyship {
  /** Employee number of whose approvals they are. */
  of: string
  /** Document types; all when absent. */
  types?: string[]
  /** Largest amount, in the company's currency. */
  most?: number
}

/** What of an approval entry tells whether somebody may decide it. */
export interface HeldEntry { approver: string; sender: string; type: string; status: string; /** In the company's currency; null where the type has none. */ amount: number | null }

/**
 * Whether somebody may decide an open entry in the place of who holds it. Nobody does for what they sent themselves, and a
 * deputyship is not handed on: it is asked for whoever holds the entry, not for those in whose place that person decides.
 * @param me the person's number.
 */
export function mayStandIn(deputyships: readonly Deputyship[], entry: HeldEntry, me: string): boolean {
  if (entry.status !== 'Open' || entry.sender === me || entry.approver === me) return false
  return deputyships.some(({ of, types, most }) => of === entry.approver && (types === undefined || types.includes(entry.type)) && (most === undefined || entry.amount === null || entry.amount <= most))
}

/** What an entry and its round ask of whoever decides in the place of who was asked. */
export interface AskedOfDeputies {
  /** They need one of these roles; null where anybody may. */
  roles: readonly string[] | null
  /** Who does not decide on the document beside its sender; null where that was not kept. */
  excepted: readonly string[] | null
  /** Who takes part in the round: nobody does twice. */
  deciders: readonly string[]
}

/**
 * Whether somebody decides an open entry in the place of who holds it: they stand in for them, have a role that its step asks
 * for, are not excepted, and do not decide in the round themselves.
 * @param own the roles of the person.
 */
export function mayDecideFor(deputyships: readonly Deputyship[], entry: HeldEntry & AskedOfDeputies, me: string, own: readonly string[]): boolean {
  if (!mayStandIn(deputyships, entry, me) || entry.deciders.includes(me) || entry.excepted?.includes(me) === true) return false
  return entry.roles === null || entry.roles.some((role) => own.includes(role))
}
