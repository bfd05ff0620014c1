import { referredTypes } from '../document/referred.ts'
import { redactedOnNew, redactedOnSomeRows, hiddenFields } from './redacted-fields.ts'
import type { Catalogue, ColumnForRole, ResolvedColumn, ResolvedDocumentType, ResolvedPermission, Verb } from '../manifest/resolve/resolved.ts'
import { grantsOf } from '../access/permitted-rows.ts'

/**
 * What people with the same roles do not see, regardless of the record and the user: their manifest is redacted by it. Paths are sorted.
 */
export interface Visibility {
  /** Paths that they neither see in any record nor may fill in. */
  redactedAlways: string[]
  /** Further paths that they may not fill in on a new record. */
  redactedOnNew: string[]
  /** Further paths that are redacted on every row of their lists. */
  redactedOnAllRows: string[]
  /** Further paths that are redacted on some rows, so that their lists cannot be sorted, filtered or searched by them. */
  redactedOnSomeRows: string[]
  /** By type that this one reaches: paths that its records may lack; `all` if they get none of its records. */
  redactedInOtherTypes: Record<string, string[] | 'all'>
  /** List columns whose visibility is declared for their roles. */
  columnsByRole: Record<string, ColumnForRole>
}

/** In order of precedence: a person with several roles gets the first of these that one of the roles has. */
const COLUMN_FOR_ROLE: ColumnForRole[] = ['shown', 'offered', 'none']
const READING: Verb[] = ['list', 'get']

/**
 * What a user with the roles does not see of the type and of the types that its rules reach, and the visibility of list columns declared
 * for the roles.
 */
export function visibilityOf(catalogue: Catalogue, type: ResolvedDocumentType, roles: string[]): Visibility {
  const grants = grantsOf(type, { roles })
  const always = alwaysRedacted(type, roles)
  const further = (paths: Iterable<string>): string[] => [...paths].filter((path) => !always.includes(path)).sort()
  const mayCreate = grants.some((grant) => grant.can.includes('create'))
  const listing = grants.filter((grant) => grant.can.includes('list'))
  const onAllRows = further(listing[0]?.hide.filter((path) => listing.every((grant) => grant.hide.includes(path))) ?? [])
  return {
    redactedAlways: always,
    redactedOnNew: mayCreate ? further(redactedOnNew(type, { roles })) : [],
    redactedOnAllRows: onAllRows,
    redactedOnSomeRows: further(redactedOnSomeRows(listing, rowsByText)).filter((path) => !onAllRows.includes(path)),
    redactedInOtherTypes: Object.fromEntries(reachedFrom(catalogue, type).flatMap((other) => {
      const missing = missingOf(other, roles)
      return missing.length === 0 ? [] : [[other.id, missing] as const]
    })),
    columnsByRole: Object.fromEntries(Object.values(type.list.columns).flatMap((column) => {
      const declared = columnForRoles(column, roles)
      return declared === undefined ? [] : [[column.field, declared] as const]
    })),
  }
}

/** Columns that the list initially shows to a user with the roles. */
export function columnsShownAtFirst({ list }: Pick<ResolvedDocumentType, 'list'>, roles: string[]): string[] {
  return Object.values(list.columns).filter((column) => (columnForRoles(column, roles) ?? (column.offered ? 'offered' : 'shown')) === 'shown').map(({ field }) => field)
}

/** The visibility that the column's `for` declares for the roles; of several, the first in COLUMN_FOR_ROLE. */
function columnForRoles(column: ResolvedColumn, roles: string[]): ColumnForRole | undefined {
  return COLUMN_FOR_ROLE.find((visibility) => roles.some((role) => column.for?.[role] === visibility))
}

/** Paths of the type that a user with the roles neither sees in any record nor may fill in on a new one. */
export function alwaysRedacted(type: ResolvedDocumentType, roles: string[]): string[] {
  const grants = grantsOf(type, { roles }).filter(({ can }) => can.includes('create') || READING.some((verb) => can.includes(verb)))
  const all = hiddenFields(type)
  return [...new Set(all)].filter((path) => grants.every((grant) => grant.hide.includes(path))).sort()
}

/** For roles alone, without a person whose rows could be compared, two conditions cover the same rows only if they are written alike. */
function rowsByText({ rows }: ResolvedPermission): string[] {
  return [rows]
}

function missingOf(type: ResolvedDocumentType, roles: string[]): string[] | 'all' {
  const grants = grantsOf(type, { roles }).filter(({ can }) => READING.some((verb) => can.includes(verb)))
  return grants.length === 0 ? 'all' : [...redactedOnSomeRows(grants, rowsByText)].sort()
}

const reached = new WeakMap<Catalogue, Map<string, ResolvedDocumentType[]>>()

/** The types that references and lists lead to, over any number of steps. */
function reachedFrom(catalogue: Catalogue, type: ResolvedDocumentType): ResolvedDocumentType[] {
  const ofCatalogue = reached.get(catalogue) ?? new Map<string, ResolvedDocumentType[]>()
  reached.set(catalogue, ofCatalogue)
  const known = ofCatalogue.get(type.id)
  if (known !== undefined) return known
  const found = new Set(nextTypes(type))
  for (const id of found) for (const next of nextTypes(catalogue.types[id])) found.add(next)
  const types = [...found].flatMap((id) => catalogue.types[id] ?? [])
  ofCatalogue.set(type.id, types)
  return types
}

function nextTypes(type: ResolvedDocumentType | undefined): string[] {
  if (type === undefined) return []
  const inputs = Object.values(type.actions).flatMap((action) => action.input ?? [])
  return [...[type.shape, ...inputs].flatMap(referredTypes), ...Object.values(type.lists).map((list) => list.of)]
}
