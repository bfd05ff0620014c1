/** Files as field values (`x-file`), in the header or in lines: checked by content, stored with the record and described in the field. */
import { randomUUID } from 'node:crypto'
import { isObject, wireName } from '../../core/index.ts'
import type { CompiledType, Doc, FieldIssue, Json, JsonObject, ResolvedField, ResolvedShape } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { addFiles, removeFieldFiles, type FileOwner, type NewFile } from '../store/files/files.ts'
import { isExtractedFile } from '../files/sent-file.ts'
import { CONTENT, type FileReader, type FileRefusal } from './attachments.ts'

/** The most files in fields, including those of lines, that one save may bring. The body limit leaves room for as many. */
export const MAX_FIELD_FILES = 10

/** A file of a field, with the id under which it will be stored. */
export interface FieldFile { id: string; path: string; file: NewFile }

/** The fields that hold files, of the header and of each array's lines. */
export function fileFieldsOf(shape: ResolvedShape): { array?: string; field: ResolvedField }[] {
  return Object.values(shape.fields).flatMap((field) => [
    ...(field.file === undefined ? [] : [{ field }]),
    ...Object.values(field.line?.fields ?? {}).flatMap((inner) => (inner.file === undefined ? [] : [{ array: field.name, field: inner }])),
  ])
}

/**
 * Takes the files out of a body and puts their descriptions in their place. With `array`, the body itself may also be a line of that array.
 * @throws AppError invalid-file with a message for each refused file, located at its field; if there are too many files, none is examined
 */
export async function readFileFields(type: CompiledType, sent: JsonObject, reader: FileReader, array?: string): Promise<{ body: JsonObject; files: FieldFile[] }> {
  const wanted = fileFieldsOf(type.manifest.shape)
  if (wanted.length === 0) return { body: sent, files: [] }
  const body = withOwnLines(type.manifest.shape, sent)
  const brought = filesIn(type.manifest.shape, body, array)
  const issueAt = (path: string, { key, values }: FileRefusal): FieldIssue => ({ path, rule: key, message: type.message(key, values), severity: 'error' })
  const excess = brought[MAX_FIELD_FILES]
  if (excess !== undefined) throw invalidFile([issueAt(excess.path, { key: 'attachments.atOnce', values: { limit: MAX_FIELD_FILES } })])
  const files: FieldFile[] = []
  const refused: FieldIssue[] = []
  for (const { field, file, array: of, path, entry, holder } of brought) {
    const read = await reader(entry, file)
    if ('key' in read) {
      refused.push(issueAt(path, read))
      continue
    }
    const id = randomUUID()
    files.push({ id, path: of === undefined ? field.name : `${of}.${field.name}`, file: read })
    holder[field.wire] = factsOf(id, read)
  }
  if (refused.length > 0) throw invalidFile(refused)
  return { body, files }
}

/** A file found in a body: its location, and the file as it was sent. */
interface BroughtFile { field: ResolvedField; file: NonNullable<ResolvedField['file']>; array: string | undefined; path: string; entry: JsonObject; holder: JsonObject }

/** The body with copies of the lines that may hold files, so that the original is not modified. */
function withOwnLines(shape: ResolvedShape, sent: JsonObject): JsonObject {
  const body = { ...sent }
  for (const { array } of fileFieldsOf(shape)) {
    const wire = array === undefined ? undefined : wireName(shape, array)
    const lines = wire === undefined ? undefined : body[wire]
    if (wire !== undefined && Array.isArray(lines)) body[wire] = lines.map((line) => (isObject(line) ? { ...line } : line))
  }
  return body
}

function filesIn(shape: ResolvedShape, body: JsonObject, ofLine: string | undefined): BroughtFile[] {
  return fileFieldsOf(shape).flatMap(({ array, field }) => {
    const lines = array === undefined ? undefined : body[wireName(shape, array)]
    return [
      ...(array === undefined || array === ofLine ? [fileIn(body, field, array, field.name)] : []),
      ...(array !== undefined && Array.isArray(lines) ? lines.map((line, index) => (isObject(line) ? fileIn(line, field, array, `${array}.${index}.${field.name}`) : undefined)) : []),
    ].filter((one) => one !== undefined)
  })
}

function fileIn(holder: JsonObject, field: ResolvedField, array: string | undefined, path: string): BroughtFile | undefined {
  const value = holder[field.wire]
  const { file } = field
  if (file === undefined || value === undefined || value === null || value === '') return undefined
  const entry = typeof value === 'string' || isExtractedFile(value) ? { [CONTENT]: value } : value
  return isObject(entry) && entry[CONTENT] !== undefined ? { field, file, array, path, entry, holder } : undefined
}

function invalidFile(refused: FieldIssue[]): AppError {
  return new AppError('invalid-file', { message: refused[0]?.message ?? '' }, refused)
}

function factsOf(id: string, file: NewFile): JsonObject {
  return { id, fileName: file.name, mediaType: file.mediaType, size: file.content.length }
}

/**
 * Replaces each file's description by the server's own, ignoring what the client claims about it. A file must have been sent just now or
 * already belong to the record; anything else is an issue.
 */
export function keepKnownFiles(type: CompiledType, doc: Doc, prev: Doc | undefined, files: FieldFile[]): { doc: Doc; issues: FieldIssue[] } {
  if (fileFieldsOf(type.manifest.shape).length === 0) return { doc, issues: [] }
  const known = new Map<string, JsonObject>([...heldBy(type, prev ?? {}), ...files.map(({ id, file }): [string, JsonObject] => [id, factsOf(id, file)])])
  const issues: FieldIssue[] = []
  const withFacts = mapFiles(type, doc, (value, path) => {
    const facts = known.get(idOf(value) ?? '')
    if (facts === undefined) issues.push({ path, rule: 'attachments.gone', message: type.message('attachments.gone', {}), severity: 'error' })
    return facts ?? value
  })
  return { doc: withFacts, issues }
}

/** Stores the files that the document now names and removes those that it no longer names. */
export async function applyFileFields(tx: Tx, type: CompiledType, owner: FileOwner, { prev, next, files, by }: { prev: Doc | undefined; next: Doc; files: FieldFile[]; by: string }): Promise<void> {
  if (fileFieldsOf(type.manifest.shape).length === 0) return
  const named = heldBy(type, next)
  const gone = [...heldBy(type, prev ?? {}).keys()].filter((id) => !named.has(id))
  await removeFieldFiles(tx, owner, gone)
  for (const { id, path, file } of files) if (named.has(id)) await addFiles(tx, { ...owner, field: path, isOfField: true }, [{ ...file, id }], by)
}

function heldBy(type: CompiledType, doc: Doc): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  mapFiles(type, doc, (value) => {
    const id = idOf(value)
    if (id !== undefined) found.set(id, value as JsonObject)
    return value
  })
  return found
}

function mapFiles(type: CompiledType, doc: Doc, change: (value: Json, path: string) => Json): Doc {
  const next: Doc = { ...doc }
  for (const { array, field } of fileFieldsOf(type.manifest.shape)) {
    if (array === undefined) {
      if (next[field.name] !== undefined) next[field.name] = change(next[field.name] ?? null, field.name)
      continue
    }
    const lines = next[array]
    if (!Array.isArray(lines)) continue
    next[array] = lines.map((line, index) => (isObject(line) && line[field.name] !== undefined ? { ...line, [field.name]: change(line[field.name] ?? null, `${array}.${index}.${field.name}`) } : line))
  }
  return next
}

function idOf(value: Json): string | undefined {
  return isObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined
}
