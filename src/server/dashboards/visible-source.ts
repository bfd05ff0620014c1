/**
 * The part of a dashboard source that the current user may see: the rows they may list, through those of their roles for which none of the
 * fields read is redacted.
 */
import { ALWAYS, allOf, expandStates, type CompiledType, type Engine, type ResolvedField, type ResolvedSource, type RowPredicate, type RuleContext } from '../../core/index.ts'
import type { Session } from '../services.ts'
import type { Parts } from './periods.ts'
import { switchedOffFor } from '../settings/arrangement.ts'

export interface VisibleSource {
  type: CompiledType
  rows: RowPredicate
  /** The source's own condition, already part of `rows`. */
  where: RowPredicate
  states: string[] | undefined
  date: ResolvedField | undefined
  sum: ResolvedField | undefined
  by: ResolvedField | undefined
  /** What its figures of a year are counted by. */
  parts: Parts
}

/** The source limited to what the current user may see; undefined if that is nothing, or if the company switched its type off. */
export function visibleSource(engine: Engine, session: Session, source: ResolvedSource & { by?: string; parts?: Parts }, ctx = contextOf(session)): VisibleSource | undefined {
  if (!engine.has(source.type) || switchedOffFor(engine, session).types.has(source.type)) return undefined
  const type = engine.type(source.type)
  const read = [source.date, source.sum, source.by].filter((name) => name !== undefined)
  const roles = session.actor.roles.filter((role) => !read.some((name) => hides(type, role, name)))
  const where = source.where === undefined ? ALWAYS : type.rowsWhere(source.where, ctx)
  const rows = allOf([type.rowPredicate({ ...session.actor, roles }, 'list', ctx), where])
  if (rows.kind === 'never') return undefined
  const field = (name: string | undefined): ResolvedField | undefined => (name === undefined ? undefined : type.manifest.shape.fields[name])
  return { type, rows, where, states: source.states && expandStates(type.manifest, source.states), date: field(source.date), sum: field(source.sum), by: field(source.by), parts: source.parts ?? 'months' }
}

/** The rule context of the current user, without a document. */
export function contextOf({ actor, settings, company, today }: Session): RuleContext {
  return { user: actor, settings, company, today, ref: () => undefined, lists: {} }
}

function hides({ manifest }: CompiledType, role: string, field: string): boolean {
  return Object.hasOwn(manifest.permissions, role) && (manifest.permissions[role]?.hide.includes(field) ?? false)
}
