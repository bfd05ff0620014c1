/**
 * Numbers of what a command posts into series without gaps. Whoever draws from such a series keeps all others of the company waiting
 * until the commit, so that entries are written under a key of their own first and numbered as the last thing of the transaction.
 */
import { randomUUID } from 'node:crypto'
import type { ResolvedDocumentType } from '../../core/index.ts'
import { beforeCommit } from '../store/before-commit.ts'
import type { Tx } from '../store/database.ts'
import { appendEvent } from '../store/events.ts'
import { notifyLater } from '../store/hints.ts'
import { drawGapless, formatNumber } from '../store/number-series.ts'
import { renumber, takenKeys, type NewKey } from '../store/renumber.ts'
import type { CommandContext } from './context.ts'
import { periodOf, seriesOf } from './numbering.ts'

interface Posted { manifest: ResolvedDocumentType; key: string; state: string; owner: string | undefined }

const postedIn = new WeakMap<Tx, Posted[]>()

/** A key for an entry that gets its number before the transaction commits. */
export const provisionalKey = (): string => `~${randomUUID()}`

/** Leaves the entry, which was written under a provisional key, to be numbered; what happened is recorded under its number. */
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
    // Everybody locks the series in one order.
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

/** So many further numbers, less those that records brought in from elsewhere have already. */
async function freeNumbers(tx: Tx, { session: { company, today } }: CommandContext, manifest: ResolvedDocumentType, count: number): Promise<string[]> {
  const first = await drawGapless(tx, { company: company.code, type: manifest.id, period: periodOf(manifest, today) }, count)
  const numbers = Array.from({ length: count }, (_, index) => formatNumber(seriesOf(manifest), today, first + index))
  const taken = await takenKeys(tx, manifest.id, company.code, numbers)
  return numbers.filter((number) => !taken.has(number))
}
