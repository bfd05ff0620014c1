/**
 * Inserts new records with their key, owner, state and line numbers, and the event that records it. The contents have already been checked.
 */
import { foldedKey, numberLines, type CompiledType, type Doc, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { insertDocument, insertDocuments } from '../store/documents/documents.ts'
import { appendEvent } from '../store/audit/events.ts'
import { lockKeys } from '../store/transactions/lock-keys.ts'
import { lookAlike } from '../store/documents/look-alikes.ts'
import { asText, titleFor, type CommandContext } from './context.ts'
import { prepareNew } from './prepare-write.ts'
import { numberLater, provisionalKey } from './number-posted.ts'
import { nextFreeNumber, nextNumber, nextNumbers } from './numbering.ts'

/** An import may take a free number at the same moment; numbering tries at most this many times. */
const MAX_NUMBERS_TRIED = 10

/** Assigns a checked document its key, owner, state and line numbers, inserts it and records the insertion in the audit trail. */
export async function writeNewRecord(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc, reason?: string): Promise<StoredRecord> {
  const record = await insertNumbered(tx, command, type, checked)
  await recordInsertion(tx, command, type, record, reason)
  return record
}

async function recordInsertion(tx: Tx, { session, now }: CommandContext, { manifest }: CompiledType, { key, state }: StoredRecord, reason?: string): Promise<void> {
  const at = { company: session.company.code, type: manifest.id, key }
  await appendEvent(tx, { ...at, kind: 'created', actor: session.actor.id, to: state || null, ...(reason !== undefined && { reason }), ip: session.ip, at: now })
}

/**
 * Like `writeNewRecord`, for an entry that the server creates itself. In a gapless series it has a provisional key until it is numbered
 * just before the commit.
 */
export async function writePosted(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc): Promise<StoredRecord | undefined> {
  if (type.manifest.gapless !== true || enteredKey(type, checked) !== undefined) return writeNewRecord(tx, command, type, checked)
  const record = await writerOf(tx, command, type, checked)(provisionalKey(), true)
  if (!record) throw new Error('A random key was taken.')
  numberLater(tx, command, type.manifest, [record], { isInserted: true })
  return undefined
}

/**
 * Like `writePosted`, for many entries of a type in a few statements. Returns those that are inserted now: entries of a gapless series are
 * inserted with their numbers just before the commit.
 */
export async function writeAllPosted(tx: Tx, command: CommandContext, type: CompiledType, checked: readonly Doc[]): Promise<StoredRecord[]> {
  const { manifest } = type
  if (checked.some((one) => enteredKey(type, one) !== undefined)) return oneByOne(tx, command, type, checked)
  const isNumberedLater = manifest.gapless === true && command.isDryRun !== true
  const keys = await keysFor(tx, command, type, checked.length)
  const records = checked.map((one, index) => newRecord(type, one)(keys[index] ?? provisionalKey()))
  await prepareNew(tx, command, manifest, records)
  if (isNumberedLater) {
    numberLater(tx, command, manifest, records, { isInserted: false })
    return []
  }
  const written = await insertDocuments(tx, manifest, { company: command.session.company.code, by: command.session.actor.id, at: command.now }, records)
  for (const record of written) await recordInsertion(tx, command, type, record)
  if (written.length === records.length) return written
  // Imported records have some of the numbers.
  const free = new Set(written.map(({ key }) => key))
  return [...written, ...(await oneByOne(tx, command, type, checked.filter((_, index) => !free.has(records[index]?.key ?? ''))))]
}

async function oneByOne(tx: Tx, command: CommandContext, type: CompiledType, checked: readonly Doc[]): Promise<StoredRecord[]> {
  const written: StoredRecord[] = []
  for (const one of checked) {
    const record = await writePosted(tx, command, type, one)
    if (record !== undefined) written.push(record)
  }
  return written
}

/** Numbers to insert records with; none while they have to be provisional. */
async function keysFor(tx: Tx, command: CommandContext, { manifest }: CompiledType, count: number): Promise<string[]> {
  const { company, today } = command.session
  return command.isDryRun === true || manifest.gapless === true ? [] : nextNumbers(tx, manifest, company.code, today, count)
}

/** The key that the record brings, for types without a series. */
export function enteredKey({ manifest }: CompiledType, doc: Doc): string | undefined {
  const given = doc[manifest.key]
  return manifest.series !== undefined || given === undefined || given === null || given === '' ? undefined : asText(given)
}

/**
 * @throws AppError key-alike if people could mistake the record's key for that of another record of its type. Two simultaneous creations
 * are serialised, so that the second sees the first.
 */
export async function refuseSimilarKey(tx: Tx, { session }: CommandContext, type: CompiledType, doc: Doc): Promise<void> {
  const key = enteredKey(type, doc)
  if (key === undefined) return
  const { code } = session.company
  const { id } = type.manifest
  await lockKeys(tx, code, [JSON.stringify(['key', id, foldedKey(key)])])
  const like = await lookAlike(tx, { company: code, type: id, key })
  if (like !== undefined) throw new AppError('key-alike', { title: titleFor(type, session), no: key, like })
}

type Write = (key: string, isProvisional?: boolean) => Promise<StoredRecord | undefined>

function writerOf(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc): Write {
  const { manifest } = type
  const recordWith = newRecord(type, checked)
  return async (key, isProvisional = false) => {
    const record = recordWith(key)
    await prepareNew(tx, command, manifest, [record])
    const { state, owner, data } = record
    return insertDocument(tx, manifest, { company: command.session.company.code, key, state, owner, data, by: command.session.actor.id, at: command.now, isProvisional })
  }
}

/** Returns the function that makes the record with a key: in its initial state, its lines numbered. */
function newRecord({ manifest }: CompiledType, checked: Doc): (key: string) => StoredRecord {
  const numbered = numberLines(manifest, checked)
  const state = Object.values(manifest.states).find((one) => one.initial)?.name ?? ''
  const owner = manifest.owner === undefined ? undefined : numbered[manifest.owner]
  return (key) => ({ key, state, rev: 1, data: { ...numbered, [manifest.key]: key, ...(state !== '' && { [manifest.stateField]: state }) }, ...(typeof owner === 'string' && { owner }) })
}

async function insertNumbered(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc): Promise<StoredRecord> {
  const { manifest } = type
  const write = writerOf(tx, command, type, checked)
  const given = enteredKey(type, checked)
  if (given !== undefined) {
    const record = await write(given)
    if (!record) throw new AppError('key-taken', { title: titleFor(type, command.session), no: given })
    return record
  }
  const provisional = command.isDryRun && (await write(provisionalKey(), true))
  if (provisional) return provisional
  const { company, today } = command.session
  for (let tried = 0; tried < MAX_NUMBERS_TRIED; tried += 1) {
    const record = await write(await (tried === 0 ? nextNumber : nextFreeNumber)(tx, manifest, company.code, today))
    if (record) return record
  }
  throw new Error(`Each number of the series of ${manifest.id} was taken as it was drawn.`)
}
