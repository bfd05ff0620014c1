/**
 * Numbers for entries that a command posts to gapless series. Drawing from such a series blocks everyone else in the company until the
 * commit, so entries are written under a provisional key and numbered as the last step of the transaction.
 */
import { randomUUID } from 'node:crypto'
import type { ResolvedDocumentType } from '../../core/index.ts'
import { beforeCommit } from '../store/connection/before-commit.ts'
import type { Tx } from '../store/connection/database.ts'
import { appendEvent } from '../store/audit/events.ts'
import { notifyLater } from '../store/connection/hints.ts'
import { drawGapless, formatNumber } from '../store/documents/number-series.ts'
import { renumber, takenKeys, type NewKey } from '../store/documents/renumber.ts'
import type { CommandContext } from './context.ts'
import { periodOf, seriesOf } from './numbering.ts'

interface Posted { manifest: ResolvedDocumentType; key: string; state: string; owner: string | undefined }

const postedIn = new WeakMap<Tx, Posted[]>()

/** A key for an entry that is numbered before the transaction commits. */
export const provisionalKey = (): string => `~${randomUUID()}`

/** Schedules the numbering of an entry written under a provisional key; its event is recorded under the final number. */
export function numberLater(tx: Tx, command: CommandContext, posted: Posted): void {
  const all = postedIn.get(tx)
  if (all) {
    all.push(posted)
    return
  }
  const mine = [posted]
  postedIn.set(tx, mine)
  beforeCommit(tx, async () => {
    postedIn.delete(tx)
    // All transactions lock the series in the same order, so that they cannot deadlock.
    const types = [...new Map(mine.map(({ manifest }) => [manifest.id, manifest])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const manifest of types) await numberAll(tx, command, manifest, mine.filter((one) => one.manifest.id === manifest.id))
  })
}

async function numberAll(tx: Tx, command: CommandContext, manifest: ResolvedDocumentType, entries: Posted[]): Promise<void> {
  const { session: { company, actor, ip }, now } = command
  const keys: NewKey[] = []
  while (keys.length < entries.length) {
    const free = await freeNumbers(tx, command, manifest, entries.length - keys.length)
    for (const to of free) keys.push({ from: entries[keys.length]?.key ?? '', to })
  }
  await renumber(tx, manifest, company.code, keys)
  const at = { company: company.code, type: manifest.id }
  for (const [index, { to }] of keys.entries()) {
    await appendEvent(tx, { ...at, key: to, kind: 'created', actor: actor.id, to: entries[index]?.state || null, ip, at: now })
    notifyLater(tx, { kind: 'document', ...at, key: to, owner: entries[index]?.owner ?? null, by: actor.id })
  }
}

/** Draws `count` numbers and drops those already used by imported records. */
async function freeNumbers(tx: Tx, { session: { company, today } }: CommandContext, manifest: ResolvedDocumentType, count: number): Promise<string[]> {
  const first = await drawGapless(tx, { company: company.code, type: manifest.id, period: periodOf(manifest, today) }, count)
  const numbers = Array.from({ length: count }, (_, index) => formatNumber(seriesOf(manifest), today, first + index))
  const taken = await takenKeys(tx, manifest.id, company.code, numbers)
  return numbers.filter((number) => !taken.has(number))
}
