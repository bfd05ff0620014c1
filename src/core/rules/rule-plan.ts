import { hasStoredForm } from '../document/stored-form.ts'
import { isServerOwned, labelOf } from '../document/wire-fields.ts'
import type { ReadPath } from '../expressions/dependencies.ts'
import { placeOfEffect, type CompiledExpression, type Language, type Place } from '../expressions/language.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedRule, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { Pieces } from '../pieces.ts'
import type { FieldState } from './evaluation.ts'

/** A rule ready to run; `x-compute` is one without a condition other than `x-compute-while`. */
export interface PlannedRule {
  name: string
  /** Its position among the rules of the type; `x-compute` comes before all of them. */
  order: number
  effect: ResolvedRule['effect']
  expression: CompiledExpression
  when?: CompiledExpression
  source?: ResolvedRule
  /** It reads figures that only the server knows. */
  needsLookups: boolean
  /** It reads the document, so its result can change while the document is edited. */
  readsDocument: boolean
  reads: FieldRead[]
}

/** A field that a rule reads. */
export interface FieldRead {
  /** `description`, `lines` (how many there are) or `lines.amount`. */
  key: string
  /** On the line that the rule is for; otherwise in the header or on any line. */
  same: boolean
}

/** Everything about one field of the header, or one field of every line of an array. */
export interface FieldPlan {
  key: string
  name: string
  array: string | undefined
  field: ResolvedField
  label: string
  base: FieldState
  /** Required by the shape, from people rather than from the server. */
  shapeRequired: boolean
  /** Whether shape checks apply: what the server owns is the server's responsibility. */
  checked: boolean
  values: PlannedRule[]
  visible: PlannedRule[]
  enabled: PlannedRule[]
  required: PlannedRule[]
  labels: PlannedRule[]
  checks: PlannedRule[]
  mins: PlannedRule[]
  maxs: PlannedRule[]
  unavailables: PlannedRule[]
  fills: PlannedRule[]
  /** It has rules that may write the field's value, or stores it in a form of its own, so that what a document brings is written once more; such plans run in the order of `rank`. */
  writes: boolean
  rank: number
  /** Position in its scope's list of fields. */
  index: number
  /** Fields whose rules read this one. */
  readers: Reader[]
}

export interface Reader { plan: FieldPlan; part: 'write' | 'late'; same: boolean }

export interface DocumentPlan {
  manifest: ResolvedDocumentType
  header: FieldPlan[]
  /** By array field. */
  lines: Record<string, FieldPlan[]>
  byKey: Map<string, FieldPlan>
  writers: FieldPlan[]
  /** Keys of fields whose values depend on each other in a cycle. */
  circles: string[][]
}

/** Compiles the rules of a type and orders them by what they read. */
export function* planningDocument(manifest: ResolvedDocumentType, language: Language): Pieces<DocumentPlan> {
  const header = planShape(manifest, manifest.shape, undefined)
  const lines: Record<string, FieldPlan[]> = {}
  for (const plan of header) {
    if (plan.field.line !== undefined) lines[plan.name] = planShape(manifest, plan.field.line, plan.name, plan.field)
  }
  const all = [...header, ...Object.values(lines).flat()]
  const plan: DocumentPlan = { manifest, header, lines, byKey: new Map(all.map((one) => [one.key, one])), writers: [], circles: [] }
  for (const one of all) {
    if (one.field.compute === undefined) continue
    addCompute(one, plan, language)
    yield
  }
  for (const [order, rule] of Object.values(manifest.rules).entries()) {
    addRule(rule, order, plan, language)
    yield
  }
  for (const one of all) one.writes = hasStoredForm(one.field) || one.values.length + one.visible.length + one.enabled.length > 0
  linkReaders(plan, all)
  orderWriters(plan, all)
  return plan
}

function planShape(manifest: ResolvedDocumentType, shape: ResolvedShape, array: string | undefined, arrayField?: ResolvedField): FieldPlan[] {
  return Object.values(shape.fields).map((field, index) => {
    const isLineNumber = arrayField !== undefined && (field.name === arrayField.lineKey || field.name === arrayField.parentKey)
    const serverOwned = isLineNumber || field.wireOnly || isServerOwned(manifest, field, array === undefined ? 'header' : 'line')
    const shapeRequired = shape.required.includes(field.name) && !serverOwned
    return {
      key: array === undefined ? field.name : `${array}.${field.name}`,
      name: field.name, array, field, label: labelOf(field),
      base: { visible: !field.hidden && !field.internal && !field.wireOnly, enabled: !serverOwned || field.compute !== undefined, required: shapeRequired, locked: field.compute !== undefined },
      shapeRequired, checked: !serverOwned || field.compute !== undefined,
      values: [], visible: [], enabled: [], required: [], labels: [], checks: [], mins: [], maxs: [], unavailables: [], fills: [],
      writes: false, rank: 0, index, readers: [],
    }
  })
}

function addCompute(target: FieldPlan, plan: DocumentPlan, language: Language): void {
  const { compute, computeWhile } = target.field
  if (compute === undefined) return
  target.values.push(planRule(plan, target, language, { name: `compute ${target.key}`, order: -1, effect: 'value', expression: compute, ...(computeWhile === undefined ? {} : { when: computeWhile }) }))
}

const SLOTS = { value: 'values', visible: 'visible', enabled: 'enabled', required: 'required', label: 'labels', check: 'checks', min: 'mins', max: 'maxs', unavailable: 'unavailables', fill: 'fills' } as const

function addRule(rule: ResolvedRule, order: number, plan: DocumentPlan, language: Language): void {
  const target = plan.byKey.get(rule.on.join('.'))
  if (target === undefined) return
  const { name, effect, expression, when } = rule
  target[SLOTS[effect]].push(planRule(plan, target, language, { name, order, effect, expression, source: rule, ...(when === undefined ? {} : { when }) }))
}

interface RuleText { name: string; order: number; effect: ResolvedRule['effect']; expression: string; when?: string; source?: ResolvedRule }

function planRule(plan: DocumentPlan, target: FieldPlan, language: Language, text: RuleText): PlannedRule {
  const place: Place = target.array === undefined ? { at: 'header' } : { at: 'line', array: target.array }
  const compile = (source: string, at: Place): CompiledExpression => compileSafely(language, plan.manifest.id, at, source)
  const expression = compile(text.expression, placeOfEffect(text.effect, place))
  const when = text.when === undefined ? undefined : compile(text.when, place)
  const paths = [...expression.reads, ...(when?.reads ?? [])]
  return {
    name: text.name, order: text.order, effect: text.effect, expression,
    ...(when === undefined ? {} : { when }), ...(text.source === undefined ? {} : { source: text.source }),
    needsLookups: paths.some(([root]) => root === 'lookups'),
    readsDocument: paths.some(([root]) => root === 'doc' || root === 'line' || root === 'self'),
    reads: paths.flatMap((path) => fieldReads(plan, path, target.array)),
  }
}

/** An expression that does not parse throws its error when it is run, so that one bad rule denies and the others still work. */
function compileSafely(language: Language, typeId: string, place: Place, source: string): CompiledExpression {
  try {
    return language.compile(typeId, place, source)
  } catch (error) {
    return { source, reads: [], isConstant: true, run: () => { throw error } }
  }
}

/** The fields that a path reaches, read from the header or from a line of `array`. */
export function fieldReads(plan: Pick<DocumentPlan, 'header' | 'lines'>, path: ReadPath, array: string | undefined): FieldRead[] {
  const [root, ...rest] = path
  if (array !== undefined && (root === 'line' || root === 'self')) return named(plan.lines[array] ?? [], rest[0]).map((one) => ({ key: one.key, same: true }))
  if (root !== 'doc' && root !== 'self') return []
  return named(plan.header, rest[0]).flatMap((one) => {
    const lines = plan.lines[one.name]
    const self = { key: one.key, same: false }
    if (lines === undefined || rest[1] === '#') return [self]
    return [self, ...named(lines, rest[2]).map((line) => ({ key: line.key, same: false }))]
  })
}

/** The field of that name, or whose referenced record has that name; all if no name is given. */
function named(plans: FieldPlan[], name: string | undefined): FieldPlan[] {
  return name === undefined ? plans : plans.filter((one) => one.name === name || one.field.ref?.as === name)
}

function linkReaders(plan: DocumentPlan, all: FieldPlan[]): void {
  for (const reader of all) {
    link(reader, 'write', [...reader.values, ...reader.visible, ...reader.enabled])
    link(reader, 'late', [...reader.required, ...reader.labels, ...reader.checks, ...reader.mins, ...reader.maxs, ...reader.unavailables])
  }
  function link(reader: FieldPlan, part: Reader['part'], rules: PlannedRule[]): void {
    const seen = new Set<string>()
    for (const { key, same } of rules.flatMap((rule) => rule.reads)) {
      if (seen.has(`${key} ${same}`)) continue
      seen.add(`${key} ${same}`)
      plan.byKey.get(key)?.readers.push({ plan: reader, part, same })
    }
  }
}

/** Depth first over what each writer reads, in manifest order. A cycle is entered where it is met, and recorded. */
function orderWriters(plan: DocumentPlan, all: FieldPlan[]): void {
  const sources = new Map<FieldPlan, Set<FieldPlan>>()
  for (const one of all) {
    for (const reader of one.readers) {
      if (reader.part !== 'write' || !one.writes || reader.plan === one) continue
      sources.set(reader.plan, (sources.get(reader.plan) ?? new Set()).add(one))
    }
  }
  const done = new Set<FieldPlan>()
  const path: FieldPlan[] = []
  const visit = (one: FieldPlan): void => {
    if (done.has(one)) return
    const at = path.indexOf(one)
    if (at >= 0) {
      plan.circles.push(path.slice(at).map((member) => member.key))
      return
    }
    path.push(one)
    for (const source of sources.get(one) ?? []) visit(source)
    path.pop()
    done.add(one)
    one.rank = plan.writers.length
    plan.writers.push(one)
  }
  for (const one of all) if (one.writes) visit(one)
}
