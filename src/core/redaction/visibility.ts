import { hiddenFields } from './hidden-fields.ts'
import { redactedOnNew } from './redacted-fields.ts'
import type { Catalogue, ColumnForRole, ResolvedColumn, ResolvedDocumentType, ResolvedPermission, ResolvedShape, Verb } from '../manifest/resolve/resolved.ts'
import { grantsOf } from '../access/permitted-rows.ts'

/**
 * What people with the same roles do not see, regardless of the record and the user: their manifest is redacted by it. Paths are sorted.
 */
export interface Visibility {
  /** Paths that they neither see in any record nor may fill in. */
  never: string[]
  /** Further paths that they may not fill in on a new record. */
  onNew: string[]
  /** Further paths that are redacted on every row of their lists. */
  unlisted: string[]
  /** Further paths that are redacted on some rows, so that their lists cannot be sorted, filtered or searched by them. */
  inLists: string[]
  /** By type that this one reaches: paths that its records may lack; `all` if they get none of its records. */
  elsewhere: Record<string, string[] | 'all'>
  /** List columns whose visibility is declared for their roles. */
  columns: Record<string, ColumnForRole>
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
  const never = alwaysRedacted(type, roles)
  const further = (paths: Iterable<string>): string[] => [...paths].filter((path) => !never.includes(path)).sort()
  const mayCreate = grants.some((grant) => grant.can.includes('create'))
  const listing = grants.filter((grant) => grant.can.includes('list'))
  const unlisted = further(listing[0]?.hide.filter((path) => listing.every((grant) => grant.hide.includes(path))) ?? [])
  return {
    never,
    onNew: mayCreate ? further(redactedOnNew(type, { roles })) : [],
    unlisted,
    inLists: further(sometimesRedacted(listing)).filter((path) => !unlisted.includes(path)),
    elsewhere: Object.fromEntries(reachedFrom(catalogue, type).flatMap((other) => {
      const missing = missingOf(other, roles)
      return missing.length === 0 ? [] : [[other.id, missing] as const]
    })),
    columns: Object.fromEntries(Object.values(type.list.columns).flatMap((column) => {
      const said = saidForRoles(column, roles)
      return said === undefined ? [] : [[column.field, said] as const]
    })),
  }
}

/** Columns that the list initially shows to a user with the roles. */
export function columnsShownAtFirst({ list }: Pick<ResolvedDocumentType, 'list'>, roles: string[]): string[] {
  return Object.values(list.columns).filter((column) => (saidForRoles(column, roles) ?? (column.hidden ? 'offered' : 'shown')) === 'shown').map(({ field }) => field)
}

/** What the column's `for` says to the roles; where it says several things, the first of COLUMN_FOR_ROLE. */
function saidForRoles(column: ResolvedColumn, roles: string[]): ColumnForRole | undefined {
  return COLUMN_FOR_ROLE.find((one) => roles.some((role) => column.for?.[role] === one))
}

/** Paths of the type that a user with the roles neither sees in any record nor may fill in on a new one. */
export function alwaysRedacted(type: ResolvedDocumentType, roles: string[]): string[] {
  const grants = grantsOf(type, { roles }).filter(({ can }) => can.includes('create') || READING.some((verb) => can.includes(verb)))
  const all = hiddenFields(type)
  return [...new Set(all)].filter((path) => grants.every((grant) => grant.hide.includes(path))).sort()
}

/** Paths that a grant hides on rows where no other of the grants shows them. */
function sometimesRedacted(grants: ResolvedPermission[]): Set<string> {
  const shows = (grant: ResolvedPermission, path: string, rows: string): boolean => !grant.hide.includes(path) && (grant.rows === 'true' || grant.rows === rows)
  return new Set(grants.flatMap(({ hide, rows }) => hide.filter((path) => !grants.some((other) => shows(other, path, rows)))))
}

function missingOf(type: ResolvedDocumentType, roles: string[]): string[] | 'all' {
  const grants = grantsOf(type, { roles }).filter(({ can }) => READING.some((verb) => can.includes(verb)))
  return grants.length === 0 ? 'all' : [...sometimesRedacted(grants)].sort()
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

function referredTypes(shape: ResolvedShape): string[] {
  return Object.values(shape.fields).flatMap(({ ref, line }) => [...(ref === undefined ? [] : [ref.to]), ...(line === undefined ? [] : referredTypes(line))])
}
