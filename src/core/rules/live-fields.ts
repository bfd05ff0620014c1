import type { Doc, Json, JsonObject } from '../document/json.ts'
import { dependenciesOf } from '../expressions/dependencies.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolved.ts'
import { roundMoney } from '../money.ts'

/** Whether records of the type have fields that are worked out as they are read. */
export function hasLiveFields({ shape }: ResolvedDocumentType): boolean {
  return liveFields(shape).length > 0 || Object.values(shape.fields).some(({ line }) => line !== undefined && liveFields(line).length > 0)
}

/** Names of the lookups that live fields read. */
export function figuresOfLive({ shape, lookups }: ResolvedDocumentType): string[] {
  const fields = [shape, ...Object.values(shape.fields).flatMap(({ line }) => line ?? [])].flatMap(liveFields)
  const read = fields.flatMap(({ compute = '' }) => dependenciesOf(compute)).flatMap(([root, name]) => (root === 'lookups' && name !== undefined ? [name] : []))
  return [...new Set(read)].filter((name) => Object.hasOwn(lookups, name))
}

/** What may be stored of a document: all but its live fields. */
export function withoutLive(manifest: ResolvedDocumentType, doc: Doc): Doc {
  return hasLiveFields(manifest) ? changed(manifest, doc, () => undefined) : doc
}

/** The document with its live fields worked out from the figures of the context; without figures, without them. */
export function withLive(manifest: ResolvedDocumentType, expressions: TypeExpressions, doc: Doc, ctx: RuleContext): Doc {
  if (ctx.lookups === undefined) return withoutLive(manifest, doc)
  const header = expressions.hostOf(doc, ctx)
  const lines = new Map<string, JsonObject[]>()
  const ofLines = (array: string, shape: ResolvedShape): JsonObject[] => expressions.eachLine(doc, ctx, array, (place, host) => (
    Object.fromEntries(liveFields(shape).map((field) => [field.name, rounded(field, expressions.value(field.compute ?? '', place, 'value', host))]))
  ))
  return changed(manifest, doc, (field, array, index) => {
    if (array === undefined) return rounded(field, expressions.value(field.compute ?? '', { at: 'header' }, 'value', header))
    const known = lines.get(array.name) ?? ofLines(array.name, array.line)
    lines.set(array.name, known)
    return known[index]?.[field.name] ?? undefined
  })
}

type ValueOf = (field: ResolvedField, array: { name: string; line: ResolvedShape } | undefined, index: number) => Json | undefined

function changed({ shape }: ResolvedDocumentType, doc: Doc, valueOf: ValueOf): Doc {
  const next: Doc = { ...doc }
  for (const field of liveFields(shape)) put(next, field.name, valueOf(field, undefined, 0))
  for (const { name, line } of Object.values(shape.fields)) {
    const rows = next[name]
    if (line === undefined || liveFields(line).length === 0 || !Array.isArray(rows)) continue
    next[name] = (rows as JsonObject[]).map((row, index) => {
      const copy = { ...row }
      for (const field of liveFields(line)) put(copy, field.name, valueOf(field, { name, line }, index))
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

function rounded({ money }: ResolvedField, value: Json | undefined): Json {
  return money !== undefined && typeof value === 'number' ? roundMoney(value) : (value ?? null)
}
