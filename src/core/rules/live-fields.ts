import type { Doc, Json, JsonObject } from '../document/json.ts'
import { dependenciesOf } from '../expressions/dependencies.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import { roundMoney } from '../money.ts'
import type { Pieces } from '../pieces.ts'

/** Whether records of the type have fields that are computed when they are read. */
export function hasLiveFields({ shape }: ResolvedDocumentType): boolean {
  return liveFields(shape).length > 0 || Object.values(shape.fields).some(({ line }) => line !== undefined && liveFields(line).length > 0)
}

/** Names of the lookups that live fields read. */
export function figuresOfLive({ shape, lookups }: ResolvedDocumentType): string[] {
  const fields = [shape, ...Object.values(shape.fields).flatMap(({ line }) => line ?? [])].flatMap(liveFields)
  const read = fields.flatMap(({ compute = '' }) => dependenciesOf(compute)).flatMap(([root, name]) => (root === 'lookups' && name !== undefined ? [name] : []))
  return [...new Set(read)].filter((name) => Object.hasOwn(lookups, name))
}

/** The part of a document that may be stored: all but its live fields. */
export function withoutLive(manifest: ResolvedDocumentType, doc: Doc): Doc {
  return hasLiveFields(manifest) ? changed(manifest, doc, () => undefined) : doc
}

/**
 * The document with its live fields computed from the figures of the context, in pieces; without these fields if the context has no
 * figures.
 */
export function* makingLive(manifest: ResolvedDocumentType, expressions: TypeExpressions, doc: Doc, ctx: RuleContext): Pieces<Doc> {
  if (ctx.lookups === undefined) return withoutLive(manifest, doc)
  const header = expressions.hostOf(doc, ctx)
  const lines = new Map<string, JsonObject[]>()
  for (const { name, line } of Object.values(manifest.shape.fields)) {
    const live = line === undefined ? [] : liveFields(line)
    if (live.length === 0) continue
    lines.set(name, yield* expressions.evaluatingPerLine(doc, ctx, name, (place, host) => expressions.findingValues(computesOf(live), place, host)))
  }
  const own = yield* expressions.findingValues(computesOf(liveFields(manifest.shape)), { at: 'header' }, header)
  return changed(manifest, doc, (field, array, index) => rounded(field, (array === undefined ? own : lines.get(array)?.[index])?.[field.name]))
}

type ValueOf = (field: ResolvedField, array: string | undefined, index: number) => Json | undefined

function changed({ shape }: ResolvedDocumentType, doc: Doc, valueOf: ValueOf): Doc {
  const next: Doc = { ...doc }
  for (const field of liveFields(shape)) put(next, field.name, valueOf(field, undefined, 0))
  for (const { name, line } of Object.values(shape.fields)) {
    const rows = next[name]
    if (line === undefined || liveFields(line).length === 0 || !Array.isArray(rows)) continue
    next[name] = (rows as JsonObject[]).map((row, index) => {
      const copy = { ...row }
      for (const field of liveFields(line)) put(copy, field.name, valueOf(field, name, index))
      return copy
    })
  }
  return next
}

function put(record: JsonObject, name: string, value: Json | undefined): void {
  if (value === undefined || value === null) delete record[name]
  else record[name] = value
}

function liveFields(shape: ResolvedShape): ResolvedField[] {
  return Object.values(shape.fields).filter(({ live }) => live !== undefined)
}

function computesOf(fields: ResolvedField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, compute = '' }) => [name, compute]))
}

function rounded({ money }: ResolvedField, value: Json | undefined): Json {
  return money !== undefined && typeof value === 'number' ? roundMoney(value) : (value ?? null)
}
