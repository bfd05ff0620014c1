import { boolean, described, list, named, number, object, optional, record, text, type TypeOf } from './schema.ts'

/** The balances of a person in one period of a ledger. */
export const BalancesAnswer = named('Balances', object({
  data: described(list(record), 'One row for each account: its code, its period, its title under `_title`, and its figures by name.'),
  message: text,
  employee: described(text, 'Whose balances these are.'), name: text,
  team: described(list(object({ employee: text, name: text })), 'The people who report to the caller, whose balances the caller may read.'),
  isForAll: described(boolean, 'Whether the caller may read everybody’s.'),
  period: described(text, 'The period shown.'), periods: described(list(text), 'The periods with entries of this person, latest first.'),
  figures: described(list(object({ name: text, title: text, kinds: optional(described(list(text), 'The kinds of entries that it adds up; all of them if left out.')), isOfEntries: described(boolean, 'Whether the amounts of entries explain it; otherwise it is of what is not posted yet, the difference of other figures, or adds up another number of the entries.'), less: optional(described(text, 'The figure that is taken off the balance for it.')) })), 'The figures in the order shown.'),
}))
export type BalancesAnswer = TypeOf<typeof BalancesAnswer>

/** An entry of an account, with the balance after it. */
export const AccountEntry = object({ date: text, no: text, document: text, kind: text, text, amount: number, balance: number })
export type AccountEntry = TypeOf<typeof AccountEntry>

/** The entries of one account, oldest first. */
export const AccountEntries = named('AccountEntries', object({ title: text, entries: list(AccountEntry), isCut: described(boolean, 'Whether there are more entries than listed.') }))
export type AccountEntries = TypeOf<typeof AccountEntries>
