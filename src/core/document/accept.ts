import type { FieldIssue } from '../errors.ts'
import { nearest } from '../manifest/read/nearest.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { Pieces } from '../pieces.ts'
import { toUtc } from './date-time.ts'
import { plainText } from './plain-text.ts'
import type { FieldPaths } from '../redaction/redacted-fields.ts'
import { isObject, isSame } from './json.ts'
import type { Doc, Json, JsonObject } from './json.ts'
import { message } from './messages.ts'
import { isAbsentOnWire, isEmptyList } from '../absence.ts'
import { readValue } from './read-value.ts'
import { storedForm } from './stored-form.ts'
import { linesFailure, mayStay } from './value-failure.ts'
import { isServerOwned, isStateField, labelOf, lineKeyNames, wireExtras, wireIndex } from './wire-fields.ts'
import { wireState } from './wire-state.ts'

export interface Accepted { doc: Doc; issues: FieldIssue[] }

export interface AcceptOptions {
  /** If there is no stored document: the new one, with defaults and stamps. */
  fresh?: Doc
  /** Creates a new line of the array with its defaults, over the header as it was sent. */
  makingLine?: (array: string, header: Doc) => Pieces<JsonObject>
  /** The time zone of date-times without an offset. */
  timeZone?: string | undefined
  /** Fields that are redacted for the client: they keep their values, and a value sent for one is treated like an unknown field. */
  redacted?: FieldPaths
  /** Whether the user may choose whose a new record is (`ownerChosenBy`). */
  choosesOwner?: boolean
}

/** Enough to correct the input by; a hostile body does not get a megabyte in response. */
const MAX_ISSUES = 50

/**
 * Reads what a client sent into a document by inner names. A field that is not sent keeps its stored value; null, '' and 0001-01-01 clear
 * it. An array of lines that is sent holds all lines, and each is matched to a stored one by its line key. Server-owned fields may be sent
 * back unchanged. Fields that are redacted for the client keep their stored values. No piece is larger than a line. Never throws.
 */
export function* accepting(manifest: ResolvedDocumentType, wire: unknown, stored: Doc | undefined, options: AcceptOptions = {}): Pieces<Accepted> {
  const walk = new Walk(manifest, stored, options)
  const doc = yield* walk.document(wire)
  return { doc, issues: walk.issues }
}

/** The object being read: the document or one of its lines. */
interface Level {
  /** Prefix of its fields' paths in issues: `lines.0.`. */
  prefix: string
  /** The same prefix as permissions write it: `lines.`. */
  declared: string
  isNew: boolean
  /** Names allowed besides the fields. */
  extras: ReadonlySet<string>
}

class Walk {
  readonly issues: FieldIssue[] = []
  readonly #manifest: ResolvedDocumentType
  readonly #stored: Doc | undefined
  readonly #options: AcceptOptions

  constructor(manifest: ResolvedDocumentType, stored: Doc | undefined, options: AcceptOptions) {
    this.#manifest = manifest
    this.#stored = stored
    this.#options = options
  }

  *document(wire: unknown): Pieces<Doc> {
    const base = { ...(this.#stored ?? this.#options.fresh) }
    if (!isObject(wire)) {
      this.#report('', 'type', { label: this.#manifest.title.one, expected: 'an object of fields' })
      return base
    }
    const at = { prefix: '', declared: '', isNew: this.#stored === undefined, extras: wireExtras(this.#manifest) }
    return yield* this.#object(this.#manifest.shape, wire, base, at)
  }

  *#object(shape: ResolvedShape, wire: JsonObject, base: JsonObject, at: Level): Pieces<JsonObject> {
    const { prefix } = at
    const result: JsonObject = { ...base }
    // Lines come last, because a new line starts from the values of the header.
    const sent = [...this.#sent(shape, wire, base, at)].sort(([one], [other]) => Number(one.line !== undefined) - Number(other.line !== undefined))
    for (const [field, value] of sent) {
      if (field.wireOnly) continue
      const path = prefix + field.name
      if (this.#isOwned(field, prefix)) this.#sameAsKept(field, value, this.#onWire(field, base[field.name], prefix), path)
      else if (field.line === undefined) this.#put(result, field, value, path, at.isNew ? undefined : base[field.name])
      else {
        const lines = yield* this.#lines(field, field.line, value, result, path)
        if (lines !== undefined) result[field.name] = lines
      }
    }
    return result
  }

  /** The fields sent, without duplicates. Names that are not fields, and names of one field with different values, become issues. */
  #sent(shape: ResolvedShape, wire: JsonObject, base: JsonObject, at: Level): Map<ResolvedField, Json> {
    const { prefix } = at
    const index = wireIndex(shape)
    const isRedacted = (field: ResolvedField): boolean => this.#options.redacted?.has(at.declared + field.name) === true
    const sent = new Map<ResolvedField, Json>()
    for (const [name, value] of Object.entries(wire)) {
      if (at.extras.has(name)) continue
      const field = index.get(name)
      if (field !== undefined && isRedacted(field) && isPassedOver(field, value, at.isNew ? base[field.name] : undefined)) continue
      if (this.issues.length >= MAX_ISSUES) break
      if (field === undefined || isRedacted(field)) this.#unknown(prefix, name, [...index].flatMap(([known, one]) => (isRedacted(one) ? [] : [known])))
      else if (sent.has(field) && !isSame(sent.get(field), value, isAbsentOnWire)) this.#report(prefix + field.name, 'alias', { label: labelOf(field) })
      else sent.set(field, value)
    }
    return sent
  }

  #put(result: JsonObject, field: ResolvedField, value: Json, path: string, stored: Json | undefined): void {
    const read = readValue(field, value, this.#options.timeZone)
    if (!read.ok && mayStay(read.rule, value, stored)) return
    if (!read.ok) this.#report(path, read.rule, { label: labelOf(field), ...read.values })
    else if (read.value === undefined) delete result[field.name]
    else result[field.name] = read.value
  }

  *#lines(field: ResolvedField, shape: ResolvedShape, value: Json, header: JsonObject, path: string): Pieces<JsonObject[] | undefined> {
    if (isAbsentOnWire(value)) return []
    const failure = linesFailure(field, value)
    if (failure !== undefined || !Array.isArray(value)) return this.#report(path, failure?.rule ?? 'type', { label: labelOf(field), ...failure?.values })
    const kept = new LineMatcher(field, header[field.name])
    const lines: JsonObject[] = []
    for (const [position, row] of value.entries()) {
      const linePath = `${path}.${position}`
      const line = isObject(row) ? yield* this.#line(field, shape, row, { kept, header }, linePath) : this.#report(linePath, 'type', { label: labelOf(field), expected: 'a line' })
      if (line !== undefined) lines.push(line)
      yield
    }
    return lines
  }

  *#line(field: ResolvedField, shape: ResolvedShape, row: JsonObject, { kept, header }: { kept: LineMatcher; header: JsonObject }, path: string): Pieces<JsonObject | undefined> {
    const match = this.#stored === undefined ? undefined : kept.take(row)
    if (match === 'unknown' || match === 'repeated') return this.#report(path, match === 'unknown' ? 'unknownLine' : 'repeatedLine', {})
    const { makingLine } = this.#options
    const base = match ?? (makingLine === undefined ? {} : yield* makingLine(field.name, header))
    const parent = field.parentKey === undefined ? {} : { [field.parentKey]: this.#stored?.[this.#manifest.key] ?? '' }
    const at = { prefix: `${path}.`, declared: `${field.name}.`, isNew: match === undefined, extras: NO_EXTRAS }
    const line = yield* this.#object(keyedShape(shape, field), this.#withoutDraftKey(field, row), { ...base, ...parent }, at)
    if (field.parentKey !== undefined) delete line[field.parentKey]
    return line
  }

  /** Lines of a new document have no numbers yet: whatever key the screen gave them is dropped. */
  #withoutDraftKey(field: ResolvedField, row: JsonObject): JsonObject {
    if (this.#stored !== undefined || field.lineKey === undefined) return row
    const names = lineKeyNames(field)
    return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
  }

  #isOwned(field: ResolvedField, prefix: string): boolean {
    if (isServerOwned(this.#manifest, field, prefix === '' ? 'header' : 'line')) return true
    const { key, owner } = this.#manifest
    if (prefix !== '') return false
    return this.#stored === undefined ? field.name === owner && this.#options.choosesOwner !== true : [key, owner].includes(field.name)
  }

  /** The stored value as records carry it: of the state field, the state's wire name. */
  #onWire(field: ResolvedField, kept: Json | undefined, prefix: string): Json | undefined {
    return prefix === '' && isStateField(this.#manifest, field) && typeof kept === 'string' ? wireState(this.#manifest, kept) : kept
  }

  #sameAsKept(field: ResolvedField, value: Json, kept: Json | undefined, path: string): void {
    // A computed value that is sent back is a copy of what the screen showed. The stored or recalculated value is used in any case.
    if (field.compute !== undefined || isAbsentOnWire(value)) return
    // Screens send a list without lines for a field that has none.
    if (field.line !== undefined && isEmptyList(value) && kept === undefined) return
    const sent = field.format === 'date-time' && typeof value === 'string' ? (toUtc(value, this.#options.timeZone) ?? value) : storedForm(field, value)
    if (!isSame(sent, kept ?? field.default, isAbsentOnWire)) this.#report(path, 'readOnly', { label: labelOf(field) })
  }

  #unknown(prefix: string, name: string, known: string[]): void {
    const suggestion = nearest(name.slice(0, 100), known)
    const shown = name.slice(0, 60)
    if (suggestion === undefined) this.#report(prefix + shown, 'unknownField', { name: shown })
    else this.#report(prefix + shown, 'unknownField', { name: shown, suggestion }, 'unknownFieldNear')
  }

  #report(path: string, rule: string, values: Record<string, Json>, key = rule): undefined {
    if (this.issues.length < MAX_ISSUES) this.issues.push({ path, rule, message: message(this.#manifest, key, values), severity: 'error' })
  }
}

const NO_EXTRAS: ReadonlySet<string> = new Set()
/** Line shapes in which the line's own number and the document's key are read-only: compared, but never written. */
const keyedShapes = new WeakMap<ResolvedShape, ResolvedShape>()

function keyedShape(shape: ResolvedShape, array: ResolvedField): ResolvedShape {
  const known = keyedShapes.get(shape)
  if (known !== undefined) return known
  const fields = Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => {
    const isKey = name === array.lineKey || name === array.parentKey
    return [name, isKey ? { ...field, readOnly: true } : field]
  }))
  const keyed = { ...shape, fields }
  keyedShapes.set(shape, keyed)
  return keyed
}

/** Finds stored lines by their line key, each at most once. */
class LineMatcher {
  readonly #lines = new Map<string, JsonObject>()
  readonly #taken = new Set<string>()
  readonly #name: string | undefined
  readonly #wireNames: string[]

  constructor(field: ResolvedField, stored: Json | undefined) {
    this.#name = field.lineKey
    this.#wireNames = lineKeyNames(field)
    const lines = Array.isArray(stored) ? stored.filter(isObject) : []
    for (const line of lines) {
      const key = this.#name === undefined ? undefined : line[this.#name]
      if (key !== undefined) this.#lines.set(plainText(key), line)
    }
  }

  /** The stored line; undefined for a new one. */
  take(row: JsonObject): JsonObject | 'unknown' | 'repeated' | undefined {
    const name = this.#wireNames.find((one) => Object.hasOwn(row, one))
    const sent = name === undefined ? undefined : row[name]
    if (sent === undefined || isAbsentOnWire(sent) || sent === 0) return undefined
    const key = plainText(sent)
    if (this.#taken.has(key)) return 'repeated'
    const line = this.#lines.get(key)
    if (line === undefined) return 'unknown'
    this.#taken.add(key)
    return line
  }
}

/**
 * Whether the value sent for a redacted field carries no information. A form sends each field that it does not get as empty, and those of a
 * new record with their defaults. Computed fields are recalculated in any case.
 */
function isPassedOver(field: ResolvedField, value: Json, start: Json | undefined): boolean {
  if (field.compute !== undefined || isAbsentOnWire(value) || isEmptyList(value)) return true
  return start !== undefined && isSame(value, start, isAbsentOnWire)
}
