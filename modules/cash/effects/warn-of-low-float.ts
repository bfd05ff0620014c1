import type { EffectInput } from '../../../src/server/sdk.ts'

/** Notifies finance when a payment takes the float below its minimum: once, when it falls below, not at each later payment. */
export async function warnOfLowFloat({ ctx, doc, lookUp, read, notify }: EffectInput): Promise<void> {
  const code = ctx.input?.['bank']
  const paid = doc['amountLCY']
  if (typeof code !== 'string' || typeof paid !== 'number') return
  const float = await read('petty-cash-bank', code)
  const minimum = float?.['minimum_float']
  if (typeof minimum !== 'number') return
  const balance = Number(await lookUp('floatBalance'))
  const wasEnough = balance + paid >= minimum
  if (balance >= minimum || !wasEnough) return
  const shown = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const name = typeof float?.['name'] === 'string' ? float['name'] : code
  await notify({ role: 'finance' }, `${name} is to be replenished`, `${name} holds ${shown.format(balance)} after the last payment; its minimum is ${shown.format(minimum)}. Please replenish it.`)
}
