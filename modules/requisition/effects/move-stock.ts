import type { EffectInput } from '../../../src/server/sdk.ts'

interface Movement { stock: string; description: string; /** What comes is positive, what goes negative. */ quantity: number }
type Value = EffectInput['doc'][string]
interface Entry { kind: string; on: Value | undefined; employeeNo?: Value | undefined; employeeName?: Value | undefined }

/** Takes what was just issued out of the stores that it came from; an entry of the stock ledger tells of each. More than a store holds is refused. */
export async function moveStock(input: EffectInput): Promise<void> {
  const { doc } = input
  const movements = linesOf(doc['requisitionLines']).map((line) => ({ stock: textOf(line, 'stockNo'), description: textOf(line, 'description') || textOf(line, 'billingItemCode'), quantity: -Number(line['lastIssued'] ?? 0) }))
  await move(input, movements, { kind: 'Issue', on: input.ctx.input?.['issuedOn'], employeeNo: doc['requestedFor'], employeeName: doc['requesterName'] })
}

/** Puts what was bought for stores into them, where they keep it; an entry of the stock ledger tells of each. */
export async function receiveStock(input: EffectInput): Promise<void> {
  const movements = linesOf(input.doc['requisitionLines']).map((line) => ({ stock: textOf(line, 'restocks'), description: textOf(line, 'description'), quantity: Number(line['quantity'] ?? 0) }))
  await move(input, movements.filter(({ stock }) => stock !== ''), { kind: 'Receipt', on: input.ctx.input?.['receivedOn'] })
}

async function move({ record, ctx, change, post, refuse }: EffectInput, movements: Movement[], { kind, on, employeeNo = '', employeeName = '' }: Entry): Promise<void> {
  const moved: (Movement & { balance: number })[] = []
  // All stock first and in one order, so that two who move the same at once wait for each other instead of for ever.
  for (const movement of movements.filter(({ quantity }) => quantity !== 0).sort((a, b) => a.stock.localeCompare(b.stock))) {
    const { stock, description, quantity } = movement
    const left = await change('stock-item', stock, (before) => {
      const available = Number(before['AvailableQty'] ?? 0)
      if (available + quantity < 0) refuse(`The store holds only ${available} of ${description}.`)
      return { ...before, AvailableQty: available + quantity }
    })
    if (left !== undefined) moved.push({ ...movement, balance: Number(left['AvailableQty'] ?? 0) })
    else if (quantity < 0) refuse(`${description} is not kept in this store.`)
  }
  for (const { stock, quantity, balance } of moved) {
    await post('stock-entry', { stock, kind, postingDate: on ?? ctx.today, documentNo: record.key, employeeNo, employeeName, quantity, balance })
  }
}

function linesOf(lines: unknown): Record<string, unknown>[] {
  return Array.isArray(lines) ? (lines as Record<string, unknown>[]) : []
}

function textOf(line: Record<string, unknown>, name: string): string {
  const value = line[name]
  return typeof value === 'string' ? value : ''
}
