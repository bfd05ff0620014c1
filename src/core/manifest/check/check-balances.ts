import { expectField, type CheckContext, type CheckPass } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedBalanceFigure, ResolvedDocumentType, ResolvedField } from '../resolve/resolved.ts'

const ROLES = ['owner', 'date', 'amount', 'kind', 'by', 'period', 'account', 'document', 'text'] as const

/** The roles of `balances` that not every field can have, with what fits. */
const FITTING: Partial<Record<(typeof ROLES)[number], { fits: (field: ResolvedField) => boolean; expected: string }>> = {
  date: { fits: ({ format }) => format === 'date', expected: 'a field of format date' }, amount: { fits: ({ type }) => type === 'number', expected: 'a number' }, kind: { fits: (field) => field.enum !== undefined, expected: 'a field with an enum' },
}

/** The fields of accounts must exist and be of a kind that can be added up, sorted by and told apart; figures must name what there is. */
export const checkBalances: CheckPass = (context, expanded, type) => {
  const { balances } = type
  if (balances === undefined) return
  const at = ['balances']
  if (type.kind !== 'ledger') context.reporter.inType('E218', expanded, at, 'Only a ledger keeps accounts.', { seen: type.kind, expected: '"kind": "ledger"' })
  for (const role of ROLES) {
    const name = balances[role]
    if (name === undefined || !expectField(context, expanded, [...at, role], name, type.shape)) continue
    const field = type.shape.fields[name]
    const fitting = FITTING[role]
    if (field !== undefined && fitting?.fits(field) === false) context.reporter.inType('E218', expanded, [...at, role], `"${name}" is no ${role} of an account.`, { seen: name, expected: fitting.expected })
  }
  if (balances.only !== undefined && type.shape.fields[balances.by]?.ref === undefined) context.reporter.inType('E218', expanded, [...at, 'only'], `"${balances.by}" refers to no record.`, { seen: balances.by, expected: 'a field with x-ref' })
  for (const figure of Object.values(balances.figures)) checkFigure(context, expanded, type, [...at, 'figures', figure.name], figure)
}

function checkFigure(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, { name, kinds = [], sum, lookup, less }: ResolvedBalanceFigure): void {
  const { balances, shape, lookups } = type
  const known = shape.fields[balances?.kind ?? '']?.enum ?? []
  for (const [index, kind] of kinds.entries()) if (!known.includes(kind)) context.reporter.inType('E218', expanded, [...at, 'kinds', index], `There is no kind "${kind}".`, { seen: kind, known: known.map(String) })
  if (sum !== balances?.amount && expectField(context, expanded, [...at, 'sum'], sum, shape) && shape.fields[sum]?.type !== 'number') context.reporter.inType('E218', expanded, [...at, 'sum'], `"${sum}" is no number.`, { seen: sum, expected: 'a number' })
  const others = Object.keys(balances?.figures ?? {}).filter((one) => one !== name && balances?.figures[one]?.less === undefined)
  if (less !== undefined && !others.includes(less)) context.reporter.inType('E218', expanded, [...at, 'less'], `There is no figure "${less}" to subtract.`, { seen: less, known: others })
  if (lookup === undefined) return
  if (lookups[lookup] === undefined) context.reporter.inType('E251', expanded, [...at, 'lookup'], `There is no lookup "${lookup}".`, { seen: lookup, known: Object.keys(lookups) })
  else if (lookups[lookup].group !== 'string' || balances?.account === undefined) context.reporter.inType('E218', expanded, [...at, 'lookup'], `The groups of "${lookup}" are not accounts.`, { seen: lookup, expected: 'a lookup per a text, and account' })
}
