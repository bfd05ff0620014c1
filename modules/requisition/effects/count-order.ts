import type { Effect, EffectInput } from '../../../src/server/sdk.ts'
import { exact } from './exact.ts'

/** Adds the requested quantities of stock items to their quantities on order, so that low stock is proposed for purchase only once. */
export const countOrder: Effect = (input) => change(input, 1)

/** Subtracts what was not delivered: the document was withdrawn, rejected or stopped. */
export const uncountOrder: Effect = (input) => change(input, -1)

async function change({ doc, change: changeOf }: EffectInput, sign: 1 | -1): Promise<void> {
  const ordered = new Map<string, number>()
  for (const { restocks, outstanding } of linesOf(doc['requisitionLines'])) ordered.set(restocks, (ordered.get(restocks) ?? 0) + outstanding)
  // In a fixed order, so that two concurrent requests for the same items do not deadlock.
  for (const [stock, quantity] of [...ordered].sort(([a], [b]) => a.localeCompare(b))) {
    await changeOf('stock-item', stock, (before) => ({ ...before, onOrder: Math.max(exact(Number(before['onOrder'] ?? 0) + sign * quantity), 0) }))
  }
}

function linesOf(lines: unknown): { restocks: string; outstanding: number }[] {
  if (!Array.isArray(lines)) return []
  return (lines as Record<string, unknown>[]).flatMap(({ restocks, outstanding }) => (typeof restocks === 'string' && restocks !== '' ? [{ restocks, outstanding: Number(outstanding ?? 0) }] : []))
}
