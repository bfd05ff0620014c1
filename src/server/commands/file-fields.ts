/** Files that are values of fields (`x-file`), of the header or of lines: checked by their content, kept with the record and named in the field. */
import { randomUUID } from 'node:crypto'
import { isObject } from '../../core/index.ts'
import type { CompiledType, Doc, FieldIssue, Json, JsonObject, ResolvedField, ResolvedShape } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { addFiles, removeFieldFiles, type FileOwner, type NewFile } from '../store/files.ts'
import { isTakenOut } from '../files/sent-file.ts'
import { CONTENT, checkFile, type ScannerConfig } from './attachments.ts'

/** A file of a field, with the id under which it will be kept. */
export interface FieldFile { id: string; path: string; file: NewFile }

/** The fields that hold files: of the header, and of each line of an array. */
export function fileFieldsOf(shape: ResolvedShape): { array?: string; field: ResolvedField }[] {
  return Object.values(shape.fields).flatMap((field) => [
    ...(field.file === undefined ? [] : [{ field }]),
    ...Object.values(field.line?.fields ?? {}).flatMap((inner) => (inner.file === undefined ? [] : [{ array: field.name, field: inner }])),
  ])
}

/**
 * Takes the files out of a body and puts their names in. With `array` the body may also be a line of that array itself.
 * Throws `invalid-file` with a sentence for each file that is refused, at its field.
 */
export async function readFileFields(type: CompiledType, sent: JsonObject, config: ScannerConfig, array?: string): Promise<{ body: JsonObject; files: FieldFile[] }> {
  const wanted = fileFieldsOf(type.manifest.shape)
  if (wanted.length === 0) return { body: sent, files: [] }
  const reader = new FileReader(type, config)
  const body = { ...sent }
  for (const { array: of, field } of wanted) {
    if ((of === undefined || of === array) && body[field.wire] !== undefined) body[field.wire] = (await reader.value(field, of, body[field.wire], field.name)) ?? null
    const wire = of === undefined ? undefined : (type.manifest.shape.fields[of]?.wire ?? of)
    const lines = wire === undefined ? undefined : body[wire]
    if (wire === undefined || !Array.isArray(lines)) continue
    const read: Json[] = []
    for (const [index, line] of lines.entries()) {
      const isBare = !isObject(line) || line[field.wire] === undefined
      read.push(isBare ? line : { ...line, [field.wire]: (await reader.value(field, of, line[field.wire], `${of ?? ''}.${index}.${field.name}`)) ?? null })
    }
    body[wire] = read
  }
  const [first] = reader.refused
  if (first !== undefined) throw new AppError('invalid-file', { message: first.message }, reader.refused)
  return { body, files: reader.files }
}

class FileReader {
  readonly files: FieldFile[] = []
  readonly refused: FieldIssue[] = []
  readonly #type: CompiledType
  readonly #config: ScannerConfig

  constructor(type: CompiledType, config: ScannerConfig) {
    this.#type = type
    this.#config = config
  }

  async value(field: ResolvedField, array: string | undefined, value: Json | undefined, path: string): Promise<Json | undefined> {
    if (field.file === undefined || value === undefined || value === null || value === '') return value
    const entry = typeof value === 'string' || isTakenOut(value) ? { [CONTENT]: value } : value
    if (!isObject(entry) || entry[CONTENT] === undefined) return value
    const read = await checkFile(entry, field.file, this.#config)
    if ('key' in read) {
      this.refused.push({ path, rule: read.key, message: this.#type.message(read.key, read.values), severity: 'error' })
      return value
    }
    const id = randomUUID()
    this.files.push({ id, path: array === undefined ? field.name : `${array}.${field.name}`, file: read })
    return factsOf(id, read)
  }
}

function factsOf(id: string, file: NewFile): JsonObject {
  return { id, fileName: file.name, mediaType: file.mediaType, size: file.content.length }
}

/**
 * The document with each file as the server knows it, whatever the client said of it: one that it has just sent, or one that
 * the record held before. Anything else is an issue.
 */
export function settleFiles(type: CompiledType, doc: Doc, prev: Doc | undefined, files: FieldFile[]): { doc: Doc; issues: FieldIssue[] } {
  if (fileFieldsOf(type.manifest.shape).length === 0) return { doc, issues: [] }
  const known = new Map<string, JsonObject>([...heldBy(type, prev ?? {}), ...files.map(({ id, file }): [string, JsonObject] => [id, factsOf(id, file)])])
  const issues: FieldIssue[] = []
  const settled = mapFiles(type, doc, (value, path) => {
    const facts = known.get(idOf(value) ?? '')
    if (facts === undefined) issues.push({ path, rule: 'attachments.gone', message: type.message('attachments.gone', {}), severity: 'error' })
    return facts ?? value
  })
  return { doc: settled, issues }
}

/** Keeps the files that the document names now and removes those that it named before. */
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
