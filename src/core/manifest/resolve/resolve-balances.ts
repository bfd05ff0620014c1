import type { Balances } from '../language/manifest.generated.ts'
import type { ResolvedBalances } from './resolved.ts'

/** The accounts of a ledger with every default filled in. */
export function resolveBalances({ figures, unit = '', ...roles }: Balances): ResolvedBalances {
  return {
    ...roles, unit,
    figures: Object.fromEntries(Object.entries(figures).map(([name, { sum = roles.amount, negated = false, ...figure }]) => [name, { ...figure, name, sum, negated }])),
  }
}
