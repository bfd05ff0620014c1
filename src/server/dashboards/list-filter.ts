import { selectsOwnOnly, includesOthers, rangeParameters, statesOfWire, wireState, wireName, type FieldPaths, type ResolvedDocumentType, type RowPredicate } from '../../core/index.ts'
import type { Session } from '../services.ts'
import { contextOf, type VisibleSource } from './visible-source.ts'

/**
 * The list filters, by their names on the wire, that show what the source counts in the year. Includes only filters that the list offers
 * the current user.
 */
export function listFilter({ type, where, date, states }: VisibleSource, year: number, session: Session): Record<string, string> {
  const { manifest } = type
  const redacted = type.redactedInLists(session.actor, contextOf(session))
  const isDated = date !== undefined && manifest.list.filters[date.name] === 'range' && !redacted.has(date.name)
  const wire = states && singleWireState(manifest, states)
  const terms = where.kind === 'and' ? where.terms : [where]
  const isOwn = terms.some((term) => selectsOwnOnly(term, session.actor)) && includesOthers(manifest, type.rowPredicate(session.actor, 'list', contextOf(session)), session.actor)
  return {
    ...Object.fromEntries(terms.flatMap((term) => valueFilter(manifest, redacted, term))),
    ...(isOwn && { mine: '1' }),
    ...(isDated && yearFilter(date.wire, year)),
    ...(wire !== undefined && { [wireName(manifest.shape, manifest.stateField)]: wire }),
  }
}

/** The wire name that all these states share with no other state, which the list can filter by. */
function singleWireState(manifest: ResolvedDocumentType, states: string[]): string | undefined {
  const [wire, ...others] = [...new Set(states.map((state) => wireState(manifest, state)))]
  return wire !== undefined && others.length === 0 && statesOfWire(manifest, wire).length === states.length ? wire : undefined
}

/** Range parameters from the first to the last day of the year. */
function yearFilter(wire: string, year: number): Record<string, string> {
  const { from, to } = rangeParameters(wire)
  return { [from]: `${year}-01-01`, [to]: `${year}-12-31` }
}

/** An equality condition as a filter, if the list has an `equals` filter for its field. */
function valueFilter({ shape, list }: ResolvedDocumentType, redacted: FieldPaths, term: RowPredicate): [string, string][] {
  if (term.kind !== 'compare' || term.op !== '=' || redacted.has(term.field.name) || list.filters[term.field.name] !== 'equals') return []
  return [[wireName(shape, term.field.name), String(term.value)]]
}
