import type { ResolvedDocumentType, ResolvedShape } from '../manifest/resolved.ts'
import type { Place } from './language.ts'

/** An expression of a manifest and where it stands. */
export interface PlacedExpression {
  /** Path of keys in the resolved manifest, e.g. `rules.amount-from-rate.expression`. */
  path: string
  place: Place
  source: string
  /** The CEL type it must give; undefined where any will do. */
  gives?: 'bool' | 'string' | 'double'
}

/** Every expression of a document type except those of its rows (permissions, lists, lookups), which the database answers. */
export function* expressionsOf(manifest: ResolvedDocumentType): Generator<PlacedExpression> {
  for (const { array, shape } of shapesOf(manifest)) {
    const place: Place = array === undefined ? { at: 'header' } : { at: 'line', array }
    for (const field of Object.values(shape.fields)) {
      const path = array === undefined ? `shape.${field.name}` : `shape.${array}.${field.name}`
      if (field.compute !== undefined) yield { path: `${path}.compute`, place, source: field.compute }
      if (field.stamp !== undefined) yield { path: `${path}.stamp`, place, source: field.stamp }
      if (field.defaultExpression !== undefined) yield { path: `${path}.default`, place, source: field.defaultExpression }
      const { ref } = field
      if (ref?.options !== undefined) yield { path: `${path}.options`, place: { at: 'option', to: ref.to, ...(array === undefined ? {} : { array }) }, source: ref.options, gives: 'bool' }
    }
  }
  for (const rule of Object.values(manifest.rules)) {
    const place: Place = rule.on.length === 2 ? { at: 'line', array: rule.on[0] } : { at: 'header' }
    const gives = rule.effect === 'value' || rule.effect === 'fill' ? {} : { gives: rule.effect === 'label' ? 'string' as const : 'bool' as const }
    yield { path: `rules.${rule.name}.${rule.effect}`, place, source: rule.expression, ...gives }
    if (rule.when !== undefined) yield { path: `rules.${rule.name}.when`, place, source: rule.when, gives: 'bool' }
  }
  for (const action of Object.values(manifest.actions)) {
    const place: Place = { at: 'action', ...(action.input === undefined ? {} : { input: action.input }) }
    const path = `actions.${action.id}`
    if (action.when !== undefined) yield { path: `${path}.when`, place: { at: 'header' }, source: action.when, gives: 'bool' }
    for (const [field, source] of Object.entries(action.sets)) yield { path: `${path}.sets.${field}`, place, source }
    for (const [index, post] of action.posts.entries()) {
      if (post.when !== undefined) yield { path: `${path}.posts.${index}.when`, place, source: post.when, gives: 'bool' }
      for (const [field, source] of Object.entries(post.values)) yield { path: `${path}.posts.${index}.values.${field}`, place, source }
    }
  }
  const header: Place = { at: 'header' }
  for (const step of manifest.approval?.steps ?? []) {
    const path = `approval.steps.${step.id}`
    if (step.when !== undefined) yield { path: `${path}.when`, place: header, source: step.when, gives: 'bool' }
    if (step.approver.kind === 'employee') yield { path: `${path}.approver.employee`, place: header, source: step.approver.expression, gives: 'string' }
    if (step.approver.kind === 'limit') yield { path: `${path}.approver.limit`, place: header, source: step.approver.expression, gives: 'double' }
  }
  for (const section of Object.values(manifest.card.sections)) {
    if (section.when !== undefined) yield { path: `card.sections.${section.name}.when`, place: header, source: section.when, gives: 'bool' }
  }
  for (const print of Object.values(manifest.print)) {
    if (print.when !== undefined) yield { path: `print.${print.name}.when`, place: { at: 'print' }, source: print.when, gives: 'bool' }
  }
}

/** The header's shape, then those of its lines. */
function shapesOf(manifest: ResolvedDocumentType): { array?: string; shape: ResolvedShape }[] {
  const lines = Object.values(manifest.shape.fields).flatMap((field) => (field.line === undefined ? [] : [{ array: field.name, shape: field.line }]))
  return [{ shape: manifest.shape }, ...lines]
}
