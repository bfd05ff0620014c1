/** A comparison is meaningful only if both servers send the same responses; checked before anything is measured. */
import { isDeepStrictEqual } from 'node:util'
import { ask, creates, readCalls, lists, writeCalls } from './calls.ts'
import type { RequestOf } from './dataset.ts'
import type { Call } from './load.ts'

/** Fields that necessarily differ: generated numbers, entry numbers, instants, and the opaque cursor of the next page. */
const OWN = new Set(['no', 'document_no', 'documentNo', 'recordToApprove', 'entryNo', 'next', 'id', 'attachment', 'self', 'events', 'document', 'link', 'dateTimeSentForApproval'])

/** @throws if the servers respond differently to one of the calls */
export async function checkSameAnswers(engine: string, hand: string, own: RequestOf[], open: RequestOf[]): Promise<void> {
  const [first, second] = open
  if (!first || !second) throw new Error('There are no open requests.')
  const pairs: [string, Call, Call][] = [
    ['list', lists()(), lists()()], ['get', readCalls(own)(), readCalls(own)()], ['create', creates('same-engine')(), creates('same-hand')()],
    ['send', writeCalls([first], 'same-engine')(), writeCalls([second], 'same-hand')()]
  ]
  for (const [name, call, other] of pairs) {
    const [ours, theirs] = [await ask(engine, call), await ask(hand, other)]
    const isWritten = call.method === 'POST'
    const difference = firstDifference(plain(ours, isWritten && name === 'send'), plain(theirs, isWritten && name === 'send'), '')
    if (difference !== undefined) throw new Error(`The servers answer ${name} differently ${difference}`)
  }
}

/** Removes fields that necessarily differ; for two different requests also the person and the text. */
function plain(value: unknown, isOther: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, isOther))
  if (typeof value !== 'object' || value === null) return value
  const other = new Set(['employee_no', 'employee_name', 'payee_name', 'senderID', 'senderName', 'approverID', 'approverName', 'approverEmail', 'description', 'invoiceRef', 'amount', 'total_amount', 'amountLCY', 'posting_date'])
  return Object.fromEntries(Object.entries(value).filter(([name]) => !OWN.has(name) && !(isOther && other.has(name))).map(([name, one]) => [name, plain(one, isOther)]))
}

function firstDifference(ours: unknown, theirs: unknown, path: string): string | undefined {
  if (isDeepStrictEqual(ours, theirs)) return undefined
  const isBoth = typeof ours === 'object' && typeof theirs === 'object' && ours !== null && theirs !== null
  if (!isBoth) return `at ${path}: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)}`
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  for (const name of names) {
    const found = firstDifference((ours as Record<string, unknown>)[name], (theirs as Record<string, unknown>)[name], `${path}/${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
