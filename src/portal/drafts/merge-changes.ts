import { isAbsentOnWire, isSame } from '../../core/index.ts'
import type { Doc, Json, JsonObject, ResolvedField, ResolvedShape } from '../../core/index.ts'
import { isSentToServer } from '../form/wire.ts'

/** A field that both sides changed differently: mine is kept, theirs is reported. */
export interface Clash { path: string; theirs: Json | undefined }

/**
 * Merges my changes since `base` into another user's version. A change to a field that only one of us changed is kept. Lines match if the
 * server gave them the same number. A line that one of us added stays; a line that one removed goes, unless the other changed it meanwhile.
 */
export function mergeChanges(shape: ResolvedShape, versions: { base: Doc; mine: Doc; theirs: Doc }): { doc: Doc; clashes: Clash[] } {
  const clashes: Clash[] = []
  const doc = mergeFields(shape, versions, '', clashes)
  return { doc, clashes }
}

interface Versions { base: JsonObject; mine: JsonObject; theirs: JsonObject }

function mergeFields(shape: ResolvedShape, versions: Versions, prefix: string, clashes: Clash[]): JsonObject {
  const merged: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    const value = field.line ? mergeLines(field, field.line, versions, prefix, clashes) : mergeValue(field, versions, prefix, clashes)
    if (!isAbsentOnWire(value) && value !== undefined) merged[field.name] = value
  }
  return merged
}

function mergeValue(field: ResolvedField, { base, mine, theirs }: Versions, prefix: string, clashes: Clash[]): Json | undefined {
  const { name } = field
  if (!isSentToServer(field) || isSame(mine[name], base[name], isAbsentOnWire)) return theirs[name]
  if (!isSame(theirs[name], base[name], isAbsentOnWire) && !isSame(theirs[name], mine[name], isAbsentOnWire)) clashes.push({ path: prefix + name, theirs: theirs[name] })
  return mine[name]
}

function mergeLines(field: ResolvedField, shape: ResolvedShape, versions: Versions, prefix: string, clashes: Clash[]): JsonObject[] {
  const path = prefix + field.name
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map((doc) => linesIn(doc, field.name)) as [JsonObject[], JsonObject[], JsonObject[]]
  const numberOf = (line: JsonObject): Json | undefined => (field.lineKey === undefined ? undefined : line[field.lineKey])
  const sameLine = (lines: JsonObject[], line: JsonObject): JsonObject | undefined => lines.find((one) => numberOf(one) !== undefined && numberOf(one) === numberOf(line))
  const isChanged = (line: JsonObject, before: JsonObject | undefined): boolean =>
    before === undefined || Object.values(shape.fields).some((inner) => isSentToServer(inner) && !isSame(line[inner.name], before[inner.name], isAbsentOnWire))

  const merged: JsonObject[] = []
  for (const line of theirs) {
    const [own, before] = [sameLine(mine, line), sameLine(base, line)]
    if (own) merged.push({ ...mergeFields(shape, { base: before ?? {}, mine: own, theirs: line }, `${path}.${merged.length}.`, clashes), ...numbered(field, line) })
    else if (isChanged(line, before)) merged.push(line)
  }
  for (const line of mine) {
    if (sameLine(theirs, line)) continue
    // Removed by the other user: dropped, unless it is new or was changed here.
    if (isChanged(line, sameLine(base, line))) merged.push(withoutNumber(field, line))
  }
  return merged
}

const linesIn = (doc: JsonObject, name: string): JsonObject[] => (Array.isArray(doc[name]) ? (doc[name] as JsonObject[]) : [])

function numbered(field: ResolvedField, line: JsonObject): JsonObject {
  const number = field.lineKey === undefined ? undefined : line[field.lineKey]
  return field.lineKey === undefined || number === undefined ? {} : { [field.lineKey]: number }
}

const withoutNumber = (field: ResolvedField, line: JsonObject): JsonObject => Object.fromEntries(Object.entries(line).filter(([name]) => name !== field.lineKey))
