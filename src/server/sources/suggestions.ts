/** Records of a master found by an external service: suggested during a search, and created when one is chosen. */
import { MAX_SOUGHT_LENGTH, MIN_SOUGHT_LENGTH, type SuggestionsAnswer, type ImportRequest } from '../../contract/index.ts'
import type { CompiledType, Doc, Evaluation, Json, JsonObject, Pieces, ResolvedField, RuleContext, StoredRecord } from '../../core/index.ts'
import { asText, plainContext, type CommandContext } from '../commands/context.ts'
import { writeNewRecord } from '../commands/write-record.ts'
import type { FindingService } from '../config-services.ts'
import { AppError } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { lockKeys } from '../store/transactions/lock-keys.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import { bucketOf, countHit, type Limit } from '../store/requests/throttles.ts'
import { askService } from './ask-service.ts'

const MINUTE = 60_000
/** Per person: typing sends a few requests per word. */
const OF_A_PERSON: Limit = { max: 60, windowMs: MINUTE }
/** Per company: services limit how often one installation may call them. */
const OF_A_COMPANY: Limit = { max: 300, windowMs: MINUTE }
const TAKEN_BY_A_PERSON: Limit = { max: 60, windowMs: 60 * MINUTE }

/**
 * What the service finds and no record exists for yet. Empty, without an error, if the service fails or the rate limit is reached: existing
 * records can still be chosen.
 */
export async function suggest(db: Db, command: CommandContext, type: CompiledType, search: string): Promise<SuggestionsAnswer> {
  const service = serviceFor(command, type)
  if (service === undefined) return { offered: false, found: [] }
  const sought = clean(search).slice(0, MAX_SOUGHT_LENGTH)
  if (!(await mayAsk(db, command, type, sought))) return { offered: true, found: [] }
  const docs = await found(command, type, service, sought).catch((error: unknown) => {
    command.services.log.warn({ err: error, type: type.manifest.id }, 'a service that finds records did not answer')
    return []
  })
  const { key, label } = type.manifest
  const known = await loadRecords(db, command.session.company.code, docs.map((doc) => ({ type: type.manifest.id, key: asText(doc[key]) })))
  const fresh = docs.filter((doc) => !known.has(refKey(type.manifest.id, asText(doc[key]))))
  return { offered: true, found: fresh.map((doc) => ({ key: asText(doc[key]), label: asText(doc[label]) })) }
}

/**
 * What the service found under a key, as a new record: its values come from the service, never from the person who chose it. @throws
 * AppError not-found if there is no such result, too-many-requests, or source-silent if the service fails
 */
export async function foundUnder(db: Db, command: CommandContext, type: CompiledType, { search, key }: ImportRequest): Promise<Doc> {
  const service = serviceFor(command, type)
  const sought = clean(search).slice(0, MAX_SOUGHT_LENGTH)
  if (service !== undefined && !(await mayAsk(db, command, type, sought))) throw new AppError('too-many-requests')
  const docs = service === undefined ? [] : await found(command, type, service, sought).catch(() => { throw new AppError('source-silent') })
  const doc = docs.find((one) => one[type.manifest.key] === key)
  if (doc === undefined) throw new AppError('not-found')
  return doc
}

/** The existing record for the key, or a new one. */
export async function createFromSource(tx: Tx, command: CommandContext, type: CompiledType, doc: Doc): Promise<StoredRecord> {
  const { id } = type.manifest
  const company = command.session.company.code
  const key = asText(doc[type.manifest.key])
  await lockKeys(tx, company, [`${id} ${key}`])
  const standing = (await loadRecords(tx, company, [{ type: id, key }])).get(refKey(id, key))
  if (standing !== undefined) return standing
  if (!(await countHit(tx, bucketOf('source-taken', command.session.actor.id), TAKEN_BY_A_PERSON, command.now))) throw new AppError('too-many-requests')
  return writeNewRecord(tx, command, type, doc)
}

/** The service, if it is configured in this installation and the company uses it. */
function serviceFor(command: CommandContext, type: CompiledType): FindingService | undefined {
  const { source } = type.manifest
  if (source === undefined || (source.when !== undefined && !type.test(source.when, {}, plainContext(command)))) return undefined
  return command.services.config.services[source.service]
}

/** Whether the text is long enough and the rate limits of the person and the company allow another request. */
async function mayAsk(db: Db, { session, now }: CommandContext, { manifest: { id } }: CompiledType, sought: string): Promise<boolean> {
  if ([...sought].length < MIN_SOUGHT_LENGTH) return false
  const own = await countHit(db, bucketOf('source', `${id} ${session.actor.id}`), OF_A_PERSON, now)
  return own && countHit(db, bucketOf('source', `${id} ${session.company.code} company`), OF_A_COMPANY, now)
}

/** The results as new records, unique by key, without those that break a rule of the type. */
async function found(command: CommandContext, type: CompiledType, service: FindingService, search: string): Promise<Doc[]> {
  const { config } = command.services
  const rows = await askService(service, { search, rows: type.manifest.source?.rows ?? [], from: config.publicUrl, now: command.now })
  const plain = plainContext(command)
  const docs: Evaluation[] = []
  for (const row of rows) docs.push(await runSliced(takingOver(type, plain, row)))
  const right = docs.filter(({ doc, issues }) => asText(doc[type.manifest.key]) !== '' && !issues.some(({ severity }) => severity === 'error'))
  return [...new Map(right.map(({ doc }) => [asText(doc[type.manifest.key]), doc])).values()]
}

/** A new record from one result of the service. */
function* takingOver(type: CompiledType, plain: RuleContext, input: JsonObject): Pieces<Evaluation> {
  const given: Doc = {}
  for (const [name, expression] of Object.entries(type.manifest.source?.values ?? {})) {
    const value = fitted(type.manifest.shape.fields[name], type.value(expression, given, { ...plain, input }))
    if (value !== undefined) given[name] = value
    yield
  }
  const fresh = yield* type.makingDocument(plain)
  return yield* type.evaluating(yield* type.stamping({ ...fresh, ...given }, plain), plain)
}

/** Makes a text fit the field: one line, within its maximum length. */
function fitted(field: ResolvedField | undefined, value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value
  const text = [...clean(value)].slice(0, field?.maxLength ?? MAX_TEXT_LENGTH).join('').trim()
  return text === '' ? undefined : text
}

const MAX_TEXT_LENGTH = 250

/** Replaces control characters and runs of whitespace by single spaces. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}
