import type { Actor } from '../access/actor.ts'
import type { Doc, JsonObject } from '../document/json.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { Place } from '../expressions/language.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { Pieces } from '../pieces.ts'
import { findingStampValues, findingStartingValues, inheritedValues, initialState } from './starting-values.ts'

const HEADER: Place = { at: 'header' }

/** A document not edited yet: its initial state and its defaults. The rules have not run over it. */
export function* makingHeader(manifest: ResolvedDocumentType, expressions: TypeExpressions, ctx: RuleContext): Pieces<Doc> {
  const doc: Doc = {}
  const state = initialState(manifest)
  if (state !== undefined) doc[manifest.stateField] = state
  const valueOf = expressions.fieldValues(HEADER, doc, ctx)
  return Object.assign(doc, yield* findingStartingValues(manifest.shape, (expression, field) => valueOf(expression, `default ${field.name}`)))
}

/**
 * A line not edited yet: its defaults, overridden by what it inherits from the header; empty if there is no such array of lines.
 * @param from the header that it inherits from, if that is not the one its defaults read.
 */
export function* makingLine(manifest: ResolvedDocumentType, expressions: TypeExpressions, array: string, doc: Doc, ctx: RuleContext, from: Doc = doc): Pieces<JsonObject> {
  const shape = manifest.shape.fields[array]?.line
  if (shape === undefined) return {}
  const valueOf = expressions.fieldValues({ at: 'line', array }, doc, ctx)
  const values = yield* findingStartingValues(shape, (expression, field) => valueOf(expression, `default ${array}.${field.name}`))
  return { ...values, ...inheritedValues(manifest, array, from) }
}

/** Whether the user chooses whose a new record is. */
export function choosesOwner({ ownerChosenBy = [] }: Pick<ResolvedDocumentType, 'ownerChosenBy'>, { roles }: Pick<Actor, 'roles'>): boolean {
  return ownerChosenBy.some((role) => roles.includes(role))
}

/** The document as the server creates it: with its initial state, its owner and its `x-stamp` values. */
export function* stamping(manifest: ResolvedDocumentType, expressions: TypeExpressions, doc: Doc, ctx: RuleContext): Pieces<Doc> {
  const { owner, stateField, shape } = manifest
  const copy: Doc = { ...doc }
  const state = initialState(manifest)
  if (state !== undefined) copy[stateField] = state
  if (owner !== undefined && ctx.user.employee !== undefined && !choosesOwner(manifest, ctx.user)) copy[owner] = ctx.user.employee
  const valueOf = expressions.fieldValues(HEADER, copy, ctx)
  return Object.assign(copy, yield* findingStampValues(shape, (expression, field) => valueOf(expression, `stamp ${field.name}`)))
}
