/** Files sent inside a document: extracted from the body, checked by content, and stored or removed with the document. */
import { setImmediate } from 'node:timers/promises'
import { fileTypeFromBuffer } from 'file-type'
import { FILE_KINDS, extensionOf, isBlank, kindByName, kindsText, type CompiledType, type Doc, type FieldIssue, type Json, type JsonObject, type RuleContext, t } from '../../core/index.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { scanWithClamd } from '../files/clamd.ts'
import { pictureLibrary } from '../files/picture-library.ts'
import { hasTooManyParts } from '../files/picture-parts.ts'
import { SentFile, sentFileOf } from '../files/sent-file.ts'
import { addFiles, listFiles, removeFiles, type FileOwner, type NewFile } from '../store/files/files.ts'
import type { Tx } from '../store/connection/database.ts'
import type { CommandContext } from './context.ts'
import { takeDailyShare } from './daily-share.ts'

/** The parsed attachments field of a body: new files, and ids of existing files to keep. Absent if the body does not contain the field. */
export interface SentAttachments { added: NewFile[]; kept: string[] }

/** The member of a sent file that holds its content, in base64. */
export const CONTENT = 'attachment'

/**
 * Reads and checks the files of a body. @throws AppError invalid-file with the manifest's message for each refused file, located by its
 * index in the list
 */
export async function readAttachments(type: CompiledType, body: JsonObject, read: FileReader): Promise<SentAttachments | undefined> {
  const rule = type.manifest.attachments
  const sent = rule && body[rule.field]
  if (!rule || sent === undefined || sent === null) return undefined
  if (!Array.isArray(sent)) throw new AppError('invalid-request', { reason: `"${rule.field}" must be a list of files.` })
  if (sent.length > rule.maxFiles) throw invalidFile(type, 'attachments.count', { limit: rule.maxFiles })
  const attachments: SentAttachments = { added: [], kept: [] }
  const refused: FieldIssue[] = []
  const isOneOfSeveral = sent.filter((entry) => !isKept(entry)).length > 1
  for (const [place, entry] of sent.entries()) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw new AppError('invalid-request', { reason: `"${rule.field}" must hold objects.` })
    if (isKept(entry)) {
      attachments.kept.push(String(entry['id']))
      continue
    }
    const file = await read(entry, rule, isOneOfSeveral)
    if ('key' in file) refused.push(fileIssue(type, file, `${rule.field}.${String(place)}`))
    else attachments.added.push(file)
  }
  const [first] = refused
  if (first !== undefined) throw new AppError('invalid-file', { message: first.message }, refused)
  return attachments
}

/** Whether the entry refers to a file that the record already has. */
function isKept(entry: Json): boolean {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry) && typeof entry['id'] === 'string'
}

/** Why a file is refused: a key of the manifest's messages and the values for its placeholders. */
export interface FileRefusal { key: string; values: Record<string, Json> }

/** Turns a member of a body into a file, or says why it is refused. */
export type FileReader = (entry: JsonObject, rule: { maxBytes: number; types: string[] }, isOneOfSeveral?: boolean) => Promise<NewFile | FileRefusal>

/** Reads files that are to be stored: each is checked by its content, and by the scanner if there is one, and counts towards its sender's daily share. */
export const checkedFiles = (command: CommandContext): FileReader => async (entry, rule, isOneOfSeveral) => {
  const file = await checkFile(entry, rule, command.services.config, isOneOfSeveral)
  if ('content' in file) await takeDailyShare(command, file.content.length)
  return file
}

/** Reads files for a dry run, which stores nothing: clients send their names only. */
export const namedFiles: FileReader = (entry) => Promise.resolve({ name: cleanName(entry['fileName']), mediaType: 'application/octet-stream', sha256: '', content: Buffer.alloc(0) })

async function checkFile(entry: JsonObject, rule: { maxBytes: number; types: string[] }, config: ScannerConfig, isOneOfSeveral = false): Promise<NewFile | FileRefusal> {
  const fileName = cleanName(entry['fileName'])
  const sent = sentFileOf(entry[CONTENT])
  if (!(sent instanceof SentFile)) return { key: 'attachments.content', values: { fileName } }
  if (sent.size === 0) return { key: 'attachments.empty', values: { fileName } }
  if (sent.size >= rule.maxBytes) return { key: isOneOfSeveral ? 'attachments.sizes' : 'attachments.size', values: { limit: rule.maxBytes / 1_000_000 } }
  // A request may carry many files: yield to the event loop between them, so that other requests are served.
  await setImmediate()
  const { sha256 } = sent
  const content = await sent.content()
  const kind = await sniff(content, fileName)
  if (kind === undefined || !rule.types.includes(kind)) {
    const kindOfName = kindByName(rule.types, fileName)
    return kindOfName === undefined ? { key: 'attachments.type', values: { fileName, expected: kindsText(rule.types) } } : { key: 'attachments.unreadable', values: { fileName, kind: kindsText([kindOfName]) } }
  }
  const name = nameOfKind(fileName, kind)
  if (name === undefined) return { key: 'attachments.disguised', values: { fileName, kind: kindsText([kind]) } }
  if (PICTURES.has(kind) && !(await isPicture(content))) return { key: 'attachments.unreadable', values: { fileName, kind: kindsText([kind]) } }
  if (await isInfected(content, config)) return { key: 'attachments.infected', values: { fileName } }
  return { name, mediaType: FILE_KINDS[kind]?.mediaType ?? 'application/octet-stream', sha256, content }
}

/** The part of the configuration that locates the virus scanner. */
export type ScannerConfig = Pick<Config, 'scannerUrl'>

/** False if no scanner is configured. @throws AppError scanner-silent if the scanner does not respond: no unscanned file is accepted. */
async function isInfected(content: Buffer, { scannerUrl }: ScannerConfig): Promise<boolean> {
  if (scannerUrl === undefined) return false
  const found = await scanWithClamd(scannerUrl, content).catch(() => { throw new AppError('scanner-silent') })
  return found !== undefined
}

function fileIssue(type: CompiledType, { key, values }: FileRefusal, path: string): FieldIssue {
  return { path, rule: key, message: type.message(key, values), severity: 'error' }
}

function invalidFile(type: CompiledType, key: string, values: Record<string, Json>): AppError {
  const issue = fileIssue(type, { key, values }, type.manifest.attachments?.field ?? 'attachments')
  return new AppError('invalid-file', { message: issue.message }, [issue])
}

const MAX_SENT_LENGTH = 1_000

/** Strips folders and control characters and cuts the name to 150 characters, keeping the extension. */
export function cleanName(value: Json | undefined): string {
  // Only the tail is examined, so that a name of several megabytes costs nothing.
  const last = typeof value === 'string' ? (value.slice(-MAX_SENT_LENGTH).split(/[\\/]/).pop() ?? '') : ''
  // Control characters, and those that reverse the writing direction to disguise an extension.
  const clean = last.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').replace(/^\.+/, '').trim()
  if (isBlank(clean)) return 'file'
  if (clean.length <= 150) return clean
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, 150 - extension.length) + extension
}

const JPEG = 'jpg'

/** Returns the name with an extension that fits its kind, adding one if it has none; undefined if the extension belongs to another kind. */
function nameOfKind(name: string, kind: string): string | undefined {
  const extension = extensionOf(name)
  const fitting = FILE_KINDS[kind]?.extensions ?? [kind]
  if (extension === undefined) return `${name}.${fitting[0] ?? kind}`
  return fitting.includes(extension) ? name : undefined
}

/** A file of a few kB can claim so many pixels that the browser that shows it runs out of memory. Cameras take 50 million. */
const MAX_PIXELS = 100_000_000
const PICTURES = new Set(['png', 'jpeg', 'gif', 'webp'])

/** Whether the picture's header states a width and height within reason: three bytes alone are enough to pass as a JPEG. Does not decode it. */
async function isPicture(content: Buffer): Promise<boolean> {
  if (hasTooManyParts(content)) return false
  const sharp = await pictureLibrary()
  const { width = 0, height = 0 } = await sharp(content, { failOn: 'none', limitInputPixels: false }).metadata().catch(() => ({ width: 0, height: 0 }))
  return width > 0 && height > 0 && width * height <= MAX_PIXELS
}

const OLE = 'cfb'

/**
 * Detects the kind of a file by its content. Legacy Office files share one container format, so where the content does not tell, the
 * extension decides between doc and xls.
 */
async function sniff(content: Buffer, name: string): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(content).catch(() => undefined))?.ext
  if (found === JPEG) return 'jpeg'
  if (found === OLE) return oleKind(content, name)
  return found
}

function oleKind(content: Buffer, name: string): string | undefined {
  const holds = (stream: string): boolean => content.includes(Buffer.from(stream, 'utf16le'))
  if (holds('WordDocument')) return 'doc'
  if (holds('Workbook')) return 'xls'
  const extension = /\.(doc|xls)$/i.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && holds('Root Entry') && holds('Book') ? extension : undefined
}

/** Makes the record's files match what was sent. Returns the names of added and removed files. */
export async function applyAttachments(tx: Tx, type: CompiledType, owner: FileOwner, sent: SentAttachments | undefined, by: string): Promise<{ added: string[]; removed: string[] }> {
  const rule = type.manifest.attachments
  if (!rule || !sent) return { added: [], removed: [] }
  const present = await listFiles(tx, owner)
  if (sent.kept.some((id) => !present.some((file) => file.id === id))) throw invalidFile(type, 'attachments.gone', {})
  const gone = present.filter((file) => !sent.kept.includes(file.id)).map((file) => file.id)
  if (present.length - gone.length + sent.added.length > rule.maxFiles) throw invalidFile(type, 'attachments.count', { limit: rule.maxFiles })
  const removed = await removeFiles(tx, owner, gone)
  await addFiles(tx, { ...owner, field: rule.field }, sent.added, by)
  return { added: sent.added.map((file) => file.name), removed }
}

/** @throws AppError invalid-document if the action requires an attachment for the document as it is now and the record has none */
export async function requireAttachment(tx: Tx, type: CompiledType, owner: FileOwner, action: string, prefix: string, { doc, ctx }: { doc: Doc; ctx: RuleContext }): Promise<void> {
  const rule = type.manifest.attachments
  if (!rule?.requiredFor.includes(action) || (rule.requiredWhen !== undefined && !type.test(rule.requiredWhen, doc, ctx)) || (await listFiles(tx, owner)).length > 0) return
  const message = type.message('attachments.required', {})
  throw new AppError('invalid-document', { message: t(prefix) + message }, [{ path: rule.field, rule: 'attachments.required', message, severity: 'error' }])
}
