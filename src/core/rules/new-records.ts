import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { Place } from '../expressions/language.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolved.ts'
import { inheritedValues, initialState, stampValues, startingValues } from './starting-values.ts'

const HEADER: Place = { at: 'header' }

/** A document that nobody has touched: its initial state and its defaults. The rules have not run over it. */
export function newHeader(manifest: ResolvedDocumentType, expressions: TypeExpressions, ctx: RuleContext): Doc {
  const doc: Doc = {}
  const state = initialState(manifest)
  if (state !== undefined) doc[manifest.stateField] = state
  return Object.assign(doc, startingValues(manifest.shape, (expression, field) => expressions.fieldValue(expression, HEADER, `default ${field.name}`, doc, ctx)))
}

/** A line that nobody has touched: its defaults and over them what it inherits from the header; empty for what is no array of lines. */
export function newLine(manifest: ResolvedDocumentType, expressions: TypeExpressions, array: string, doc: Doc, ctx: RuleContext): JsonObject {
  const shape = manifest.shape.fields[array]?.line
  if (shape === undefined) return {}
  const place: Place = { at: 'line', array }
  const valueOf = (expression: string, field: ResolvedField): Json | undefined => expressions.fieldValue(expression, place, `default ${array}.${field.name}`, doc, ctx)
  return { ...startingValues(shape, valueOf), ...inheritedValues(manifest, array, doc) }
}

/** The document as the server creates it: in its initial state, of its owner, with its `x-stamp` values. */
export function stamped(manifest: ResolvedDocumentType, expressions: TypeExpressions, doc: Doc, ctx: RuleContext): Doc {
  const { owner, stateField, shape } = manifest
  const copy: Doc = { ...doc }
  const state = initialState(manifest)
  if (state !== undefined) copy[stateField] = state
  if (owner !== undefined && ctx.user.employee !== undefined) copy[owner] = ctx.user.employee
  return Object.assign(copy, stampValues(shape, (expression, field) => expressions.fieldValue(expression, HEADER, `stamp ${field.name}`, copy, ctx)))
}
