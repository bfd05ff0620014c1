/** The data that the blocks of one printed sheet are rendered from: the record as the current user may see it, and helpers to format it. */
import { createHash } from 'node:crypto'
import { isObject, recordDoc, redactedDoc } from '../../core/index.ts'
import type { CompiledType, Json, JsonObject, ResolvedField, RuleContext } from '../../core/index.ts'
import { runSliced } from '../in-pieces.ts'
import type { PrintInput } from '../services.ts'
import type { FormatContext } from './format.ts'
import { formatField } from './format.ts'

export interface Sheet {
  type: CompiledType
  input: PrintInput
  title: string
  /** The record as the current user may see it. */
  doc: JsonObject
  /** The complete record, for conditions. */
  whole: JsonObject
  format: FormatContext
  context: RuleContext
  printedAt: Date
  code: string
  /** Less space and smaller type, to save a page. */
  isDense: boolean
  /** Width between the page margins, in points. */
  room: number
  /** A header field by name; undefined if the current user may not see it. */
  field(name: string): ResolvedField | undefined
  /** The field's caption, which rules may set. */
  caption(name: string): string
  lineField(array: string, name: string): ResolvedField | undefined
  rows(array: string): JsonObject[]
  /** Replaces each {{expression}} in a text with its value. */
  fill(text: string): string
}

/** Prepares everything the blocks need. Fields redacted for the current user's roles are left out, as everywhere else. */
export async function createSheet(input: PrintInput, { printedAt, room }: Pick<Sheet, 'printedAt' | 'room'>): Promise<Sheet> {
  const { engine, record, session } = input
  const type = engine.type(input.type)
  const { manifest } = type
  const { redacted } = input.shown
  const whole = recordDoc(manifest, record)
  const doc = redactedDoc(manifest, record, redacted)
  const context: RuleContext = {
    user: session.actor, settings: session.settings, company: session.company, today: session.today, ref: input.ref, lists: input.lists ?? {},
    approvals: input.approvals,
  }
  const seen: RuleContext = { ...context, ref: input.shown.ref, redacted }
  const format: FormatContext = {
    // The complete record, so that an amount is never shown in a currency other than its own.
    doc: whole, companyCurrency: session.company.currency, timeZone: session.company.timeZone, manifest,
    labelOf: (to, key) => (engine.has(to) ? textOf(input.shown.ref(to, key)?.[engine.type(to).manifest.label]) : undefined),
  }
  const visible = (field: ResolvedField | undefined, prefix: string): ResolvedField | undefined =>
    field === undefined || field.internal || field.wireOnly || redacted.has(prefix + field.name) ? undefined : field
  const { fields: states } = await runSliced(type.evaluating(whole, seen))
  const field = (name: string): ResolvedField | undefined => visible(manifest.shape.fields[name], '')
  const fill = (text: string): string => text.replaceAll(/\{\{(.+?)\}\}/g, (_, expression: string) => fillOne(expression.trim(), type, doc, { context: seen, format }))
  const form = manifest.print[input.print]
  return {
    type, input, doc, whole, format, context, printedAt, field, fill, room, isDense: false,
    title: fill(form?.heading ?? form?.title ?? manifest.title.one),
    code: verificationCode(session.company.code, manifest.id, record),
    caption: (name) => states[name]?.label ?? manifest.shape.fields[name]?.title ?? name,
    lineField: (array, name) => visible(field(array)?.line?.fields[name], `${array}.`),
    rows: (array) => rowsOf(doc[array]),
  }
}

function fillOne(expression: string, type: CompiledType, doc: JsonObject, { context, format }: { context: RuleContext; format: FormatContext }): string {
  const [, name] = /^doc\.(\w+)$/.exec(expression) ?? []
  const field = name === undefined ? undefined : type.manifest.shape.fields[name]
  if (field !== undefined) return formatField(field, doc[field.name], format)
  const value = type.value(expression, doc, context)
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/**
 * A short code unique to this revision of this record: a print that was altered, or that a later change made out of date, shows a different
 * code from a fresh one.
 */
export function verificationCode(company: string, type: string, record: PrintInput['record']): string {
  const parts = [company, type, record.key, record.rev, record.state, JSON.stringify(record.data)]
  const digest = createHash('sha256').update(parts.join('\u0000')).digest()
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const letters = Array.from(digest.subarray(0, 12), (byte) => alphabet[byte % 32]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function rowsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
