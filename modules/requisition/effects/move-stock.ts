import type { EffectInput } from '../../../src/server/sdk.ts'
import { exact } from './exact.ts'

interface Movement { stock: string; description: string; /** Positive for receipts, negative for issues. */ quantity: number }
type Line = Record<string, unknown>

/**
 * Moves what was just issued out of its store, and what was just received into the store that keeps it, where it is then no longer on
 * order. Each movement posts an entry to the stock ledger. Refuses to issue more than a store holds.
 */
export async function moveStock({ record, doc, ctx, change, post, refuse }: EffectInput): Promise<void> {
  const moved: (Movement & { balance: number })[] = []
  // All stock first and in a fixed order, so that two concurrent movements of the same items do not deadlock.
  for (const movement of linesOf(doc['requisitionLines']).flatMap(movementsOf).sort((a, b) => a.stock.localeCompare(b.stock))) {
    const { stock, description, quantity } = movement
    const left = await change('stock-item', stock, (before) => {
      const available = numberOf(before, 'AvailableQty')
      if (exact(available + quantity) < 0) refuse(`The store holds only ${available} of ${description}.`)
      const onOrder = quantity > 0 ? { onOrder: Math.max(exact(numberOf(before, 'onOrder') - quantity), 0) } : {}
      return { ...before, AvailableQty: exact(available + quantity), ...onOrder }
    })
    if (left !== undefined) moved.push({ ...movement, balance: numberOf(left, 'AvailableQty') })
    else if (quantity < 0) refuse(`${description} is not kept in this store.`)
  }
  for (const { stock, quantity, balance } of moved) {
    const told = quantity < 0 ? { kind: 'Issue', postingDate: ctx.input?.['issuedOn'], employeeNo: doc['requestedFor'] ?? '', employeeName: doc['requesterName'] ?? '' } : { kind: 'Receipt', postingDate: ctx.input?.['receivedOn'] }
    await post('stock-entry', { stock, ...told, postingDate: told.postingDate ?? ctx.today, documentNo: record.key, quantity, balance })
  }
}

/** The movements of a line: its last issue, and its last receipt if a store keeps the item. */
function movementsOf(line: Line): Movement[] {
  const description = textOf(line, 'description') || textOf(line, 'billingItemCode')
  const issue = { stock: textOf(line, 'stockNo'), description, quantity: -numberOf(line, 'lastIssued') }
  const receipt = { stock: textOf(line, 'restocks'), description, quantity: numberOf(line, 'lastReceived') }
  return [issue, ...(receipt.stock === '' ? [] : [receipt])].filter(({ quantity }) => quantity !== 0)
}

function linesOf(lines: unknown): Line[] {
  return Array.isArray(lines) ? (lines as Line[]) : []
}

function textOf(line: Line, name: string): string {
  const value = line[name]
  return typeof value === 'string' ? value : ''
}

function numberOf(record: Line, name: string): number {
  return Number(record[name] ?? 0)
}
