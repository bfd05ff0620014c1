/**
 * Inserts new records with their key, owner, state and line numbers, and the event that records it. The contents have already been checked.
 */
import { foldedKey, numberLines, type CompiledType, type Doc, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { insertDocument } from '../store/documents/documents.ts'
import { appendEvent } from '../store/audit/events.ts'
import { lockKeys } from '../store/transactions/lock-keys.ts'
import { lookAlike } from '../store/documents/look-alikes.ts'
import { asText, titleFor, type CommandContext } from './context.ts'
import { prepareWrite } from './prepare-write.ts'
import { numberLater, provisionalKey } from './number-posted.ts'
import { nextFreeNumber, nextNumber } from './numbering.ts'

/** An import may take a free number at the same moment; numbering tries at most this many times. */
const MAX_NUMBERS_TRIED = 10

/** Assigns a checked document its key, owner, state and line numbers, inserts it and records the insertion in the audit trail. */
export async function writeNewRecord(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc, reason?: string): Promise<StoredRecord> {
  const { session, now } = command
  const record = await insertNumbered(tx, command, type, checked)
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  await appendEvent(tx, { ...at, kind: 'created', actor: session.actor.id, to: record.state || null, ...(reason !== undefined && { reason }), ip: session.ip, at: now })
  return record
}

/**
 * Like `writeNewRecord`, for an entry that the server creates itself. In a gapless series it has a provisional key until it is numbered
 * just before the commit.
 */
export async function writePosted(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc): Promise<StoredRecord | undefined> {
  if (type.manifest.gapless !== true || enteredKey(type, checked) !== undefined) return writeNewRecord(tx, command, type, checked)
  const record = await writerOf(tx, command, type, checked)(provisionalKey(), true)
  if (!record) throw new Error('A random key was taken.')
  numberLater(tx, command, { manifest: type.manifest, key: record.key, state: record.state, owner: record.owner })
  return undefined
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
  const numbered = numberLines(manifest, checked)
  const state = Object.values(manifest.states).find((one) => one.initial)?.name ?? ''
  const owner = manifest.owner === undefined ? undefined : numbered[manifest.owner]
  return async (key, isProvisional = false) => {
    const record = { key, state, rev: 1, data: { ...numbered, [manifest.key]: key, ...(state !== '' && { [manifest.stateField]: state }) }, ...(typeof owner === 'string' && { owner }) }
    await prepareWrite(tx, command, manifest, undefined, record)
    return insertDocument(tx, manifest, { company: command.session.company.code, key, state, owner: record.owner, data: record.data, by: command.session.actor.id, at: command.now, isProvisional })
  }
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
