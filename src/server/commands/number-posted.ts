/**
 * Numbers for entries that a command posts to gapless series. Drawing from such a series blocks everyone else in the company until the
 * commit, so entries are numbered as the last step of the transaction.
 */
import { randomUUID } from 'node:crypto'
import type { ResolvedDocumentType, StoredRecord } from '../../core/index.ts'
import { beforeCommit } from '../store/connection/before-commit.ts'
import type { Tx } from '../store/connection/database.ts'
import { appendEvent } from '../store/audit/events.ts'
import { notifyLater } from '../store/connection/hints.ts'
import { insertDocuments } from '../store/documents/documents.ts'
import { drawGapless, formatNumber } from '../store/documents/number-series.ts'
import { renumber, takenKeys, type NewKey } from '../store/documents/renumber.ts'
import type { CommandContext } from './context.ts'
import { periodOf, seriesOf } from './numbering.ts'

interface Posted { manifest: ResolvedDocumentType; record: StoredRecord; isInserted: boolean }

const postedIn = new WeakMap<Tx, Posted[]>()

/** A key for an entry that is numbered before the transaction commits. */
export const provisionalKey = (): string => `~${randomUUID()}`

/**
 * Schedules the numbering of entries; their events are recorded under the final numbers. Entries that the transaction reads again were
 * inserted under provisional keys. Those of a job are inserted with their numbers, and announced when its run ends.
 */
export function numberLater(tx: Tx, command: CommandContext, manifest: ResolvedDocumentType, records: readonly StoredRecord[], { isInserted }: Pick<Posted, 'isInserted'>): void {
  const posted = records.map((record) => ({ manifest, record, isInserted }))
  const all = postedIn.get(tx)
  if (all) {
    all.push(...posted)
    return
  }
  const mine: Posted[] = posted
  postedIn.set(tx, mine)
  beforeCommit(tx, async () => {
    postedIn.delete(tx)
    // All transactions lock the series in the same order, so that they cannot deadlock.
    const types = [...new Map(mine.map((one) => [one.manifest.id, one.manifest])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const type of types) await numberAll(tx, command, type, mine.filter((one) => one.manifest.id === type.id))
  })
}

async function numberAll(tx: Tx, command: CommandContext, manifest: ResolvedDocumentType, entries: Posted[]): Promise<void> {
  const { session: { company, actor, ip }, now } = command
  const numbers: string[] = []
  while (numbers.length < entries.length) numbers.push(...(await freeNumbers(tx, command, manifest, entries.length - numbers.length)))
  const numbered = entries.map((entry, index) => ({ ...entry, key: numbers[index]! }))
  const keys = numbered.filter(({ isInserted }) => isInserted).map(({ record, key }): NewKey => ({ from: record.key, to: key }))
  if (keys.length > 0) await renumber(tx, manifest, company.code, keys)
  const fresh = numbered.filter(({ isInserted }) => !isInserted).map(({ record, key }) => ({ ...record, key, data: { ...record.data, [manifest.key]: key } }))
  const written = await insertDocuments(tx, manifest, { company: company.code, by: actor.id, at: now }, fresh)
  if (written.length < fresh.length) throw new Error(`A number of ${manifest.id} was taken as it was drawn.`)
  const at = { company: company.code, type: manifest.id }
  for (const { record: { state, owner }, key, isInserted } of numbered) {
    await appendEvent(tx, { ...at, key, kind: 'created', actor: actor.id, to: state || null, ip, at: now })
    if (isInserted) notifyLater(tx, { kind: 'document', ...at, key, owner: owner ?? null, by: actor.id })
  }
}

/** Draws `count` numbers and drops those already used by imported records. */
async function freeNumbers(tx: Tx, { session: { company, today } }: CommandContext, manifest: ResolvedDocumentType, count: number): Promise<string[]> {
  const first = await drawGapless(tx, { company: company.code, type: manifest.id, period: periodOf(manifest, today) }, count)
  const numbers = Array.from({ length: count }, (_, index) => formatNumber(seriesOf(manifest), today, first + index))
  const taken = await takenKeys(tx, manifest.id, company.code, numbers)
  return numbers.filter((number) => !taken.has(number))
}
