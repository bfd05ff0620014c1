import type { Effect, EffectInput } from '../../../src/server/sdk.ts'
import { exact } from './exact.ts'

/** Counts what the document asks for, of what stores keep, as on order there: what runs low is proposed for buying once. */
export const countOrder: Effect = (input) => change(input, 1)

/** Takes off again what has not come of it: the document was taken back, rejected or stopped. */
export const uncountOrder: Effect = (input) => change(input, -1)

async function change({ doc, change: changeOf }: EffectInput, sign: 1 | -1): Promise<void> {
  const ordered = new Map<string, number>()
  for (const { restocks, outstanding } of linesOf(doc['requisitionLines'])) ordered.set(restocks, (ordered.get(restocks) ?? 0) + outstanding)
  // In one order, so that two who ask for the same at once wait for each other instead of for ever.
  for (const [stock, quantity] of [...ordered].sort(([a], [b]) => a.localeCompare(b))) {
    await changeOf('stock-item', stock, (before) => ({ ...before, onOrder: Math.max(exact(Number(before['onOrder'] ?? 0) + sign * quantity), 0) }))
  }
}

function linesOf(lines: unknown): { restocks: string; outstanding: number }[] {
  if (!Array.isArray(lines)) return []
  return (lines as Record<string, unknown>[]).flatMap(({ restocks, outstanding }) => (typeof restocks === 'string' && restocks !== '' ? [{ restocks, outstanding: Number(outstanding ?? 0) }] : []))
}
