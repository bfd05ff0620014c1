/** The number of statements of frequent calls: each is a round trip, usually with something locked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raise, raiseAndSend, request } from './petty-cash-cases.ts'
import { statementsOf } from './statements.ts'

/** For a call, including the session; with an idempotency key where a client sends one. */
const MAX_STATEMENTS = { create: 10, send: 14, decision: 12, refused: 2 }

describe.each(ONE_KIND)('the statements of a call on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let otieno: Caller
  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    otieno = await test.signIn('otieno@mazingira.example')
    // The first request of the year creates the sequence of its numbers.
    await raise(wanjiku)
  })
  afterAll(() => test.stop())

  /** The statements of a call that responds with the status. */
  async function statementsOfCall(status: number, call: () => ReturnType<Caller['call']>): Promise<string[]> {
    return statementsOf(async () => {
      const answer = await call()
      expect(answer.statusCode, answer.body).toBe(status)
    })
  }

  it('a new request takes as many statements as planned', async () => {
    const sent = await statementsOfCall(201, () => wanjiku.call('POST', 'documents/petty-cash', request({ attachments: undefined }), { 'idempotency-key': 'create' }))
    expect(sent, sent.join('\n')).toHaveLength(MAX_STATEMENTS.create)
  })

  it('sending a request takes as many statements as planned', async () => {
    const { no } = await raise(wanjiku)
    const sent = await statementsOfCall(200, () => wanjiku.call('POST', `documents/petty-cash/${no}/actions/send`, {}, { 'idempotency-key': 'send' }))
    expect(sent, sent.join('\n')).toHaveLength(MAX_STATEMENTS.send)
  })

  it('a decision takes as many statements as planned, and fewer once it has been made', async () => {
    const { no } = await raiseAndSend(wanjiku)
    const { entryNo } = await openEntry(otieno, no)
    const sent = await statementsOfCall(200, () => otieno.call('POST', 'approvals/approve', { entryNo }))
    expect(sent, sent.join('\n')).toHaveLength(MAX_STATEMENTS.decision)
    const refused = await statementsOfCall(409, () => otieno.call('POST', 'approvals/approve', { entryNo }))
    expect(refused, refused.join('\n')).toHaveLength(MAX_STATEMENTS.refused)
  })
})
