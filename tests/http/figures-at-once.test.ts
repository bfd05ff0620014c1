/**
 * A rule's check of a figure over other records holds however many users act at the same moment, through two servers: the second sees the
 * effect of the first. Every figure that several users may act on has a row here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { asTwo, DIMENSIONS, NO_CEILINGS, PIXEL, line, openEntry, raise, raiseAndSend } from './petty-cash-cases.ts'
import { walkIn, type Method } from './walk.ts'

describe.each(ONE_KIND)('concurrent requests on %s', (kind) => {
  let first: TestApp
  /** On PostgreSQL another process shares the database; the embedded one has only one. */
  let second: TestApp
  const { who, done } = walkIn<object>(() => first)
  beforeAll(async () => {
    first = await startApp({ kind, settings: NO_CEILINGS })
    second = first.databaseUrl === undefined ? first : await startApp({ database: first.databaseUrl })
  })
  afterAll(async () => {
    if (second !== first) await second.stop()
    await first.stop()
  })

  /**
   * Sends all calls at the same time, every other one through the second server. Returns how many succeeded and the messages of the others.
   */
  async function atOnce(calls: [name: string, method: Method, path: string, body?: object][]): Promise<{ done: number; told: string[] }> {
    const tokens = await Promise.all(calls.map(async ([name]) => (await who(name)).token))
    const answers = await Promise.all(calls.map(([, method, path, body], index) => (index % 2 === 0 ? first : second).inject({
      method, url: `/api/v1/${path}`, headers: { authorization: `Bearer ${tokens[index]}` }, ...(body !== undefined && { payload: body }),
    })))
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
    const refused = answers.filter(({ statusCode }) => statusCode >= 400)
    return { done: answers.length - refused.length, told: [...new Set(refused.map((answer) => answer.json<{ message: string }>().message))] }
  }

  it('thirteen payments at once do not overdraw a float', async () => {
    await asTwo(await who('mutua'), await who('mwangi'), 'POST', 'documents/petty-cash-bank', { code: 'PC-THIN', name: 'Thin float', site: 'Kisumu', float_limit: 5000 })
    await done('mutua', 'POST', 'documents/petty-cash-bank/PC-THIN/actions/replenish', { input: { amount: 2500, paidOn: '2026-06-15' } })
    const requests: string[] = []
    for (let index = 0; index < 13; index += 1) {
      const { no } = await raiseAndSend(await who('wanjiku'), { pettyCashLinesAPI: [line({ amount: 1000 })] })
      await done('otieno', 'POST', 'approvals/approve', { entryNo: (await openEntry(await who('otieno'), no)).entryNo })
      requests.push(no)
    }
    const { done: paid, told } = await atOnce(requests.map((headerNo) => ['mutua', 'POST', 'hrmis/pettycash/pay', { headerNo, bank: 'PC-THIN', paidOn: '2026-06-15' }]))
    expect({ paid, others: told.filter((one) => !one.startsWith('This float holds only 500, which is less than the 1,000 of ')) }).toEqual({ paid: 2, others: [] })
    const ledger = await done<{ amount: number }[]>('mutua', 'GET', 'documents/petty-cash-ledger?bank=PC-THIN&limit=50')
    expect(ledger.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(500)
  })

  it('four replenishments at once do not fill a float above its limit', async () => {
    await asTwo(await who('mutua'), await who('mwangi'), 'POST', 'documents/petty-cash-bank', { code: 'PC-FULL', name: 'Full float', site: 'Kisumu', float_limit: 5000 })
    const { done: filled } = await atOnce(Array.from({ length: 4 }, () => ['mutua', 'POST', 'documents/petty-cash-bank/PC-FULL/actions/replenish', { input: { amount: 2000, paidOn: '2026-06-15' } }]))
    expect(filled).toBeLessThanOrEqual(2)
    expect(filled).toBeGreaterThan(0)
  })

  it.each([['one posting date', 'chebet', 0], ['six posting dates', 'baraka', 1]])('six requests of %s sent at once stay within the daily limit of their sender', async (_, name, apart) => {
    const requests: string[] = []
    for (let index = 0; index < 6; index += 1) requests.push((await raise(await who(name), { posting_date: `2026-06-${15 - index * apart}`.replace(/-(\d)$/, '-0$1'), pettyCashLinesAPI: [line({ amount: 900 })] })).no)
    await done('admin', 'POST', 'admin/updateSettings', { cashmgt_settings: { pettycash_daily_ceiling: 2000 } })
    try {
      const { done: sent, told } = await atOnce(requests.map((headerNo) => [name, 'POST', 'hrmis/pettycash/sendForApproval', { headerNo }]))
      expect({ sent, told }).toEqual({ sent: 2, told: [expect.stringContaining('would exceed the daily limit of 2,000')] })
    } finally {
      await done('admin', 'POST', 'admin/updateSettings', { cashmgt_settings: { pettycash_daily_ceiling: 0 } })
    }
  })

  describe('a person who may hold one imprest until it is accounted for', () => {
    const make = async (): Promise<string> => {
      const { data: { no } } = await done<{ no: string }>('wanjiku', 'POST', 'hrmis/imprest', {
        imprestType: 'FIELD', Purpose: 'Field days', description: 'Two field days', startDate: '2026-06-20', endDate: '2026-06-21', ...DIMENSIONS,
        imprestLinesAPI: [{ expenseCode: 'TAXI', description: 'Taxi', Quantity: 1, unitCost: 100, ...DIMENSIONS }], attachments: [{ fileName: 'concept.png', attachment: PIXEL }],
      })
      return no
    }
    const block = (imprest_block: string): Promise<unknown> => done('admin', 'POST', 'admin/updateSettings', { cashmgt_settings: { imprest_block } })
    afterAll(() => block('overdue'))

    it('has only one of four requests sent that wait at the same time', async () => {
      const requests = [await make(), await make(), await make(), await make()]
      await block('any')
      const { done: sent, told } = await atOnce(requests.map((docNo) => ['wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo }]))
      expect({ sent, told }).toEqual({ sent: 1, told: [expect.stringContaining('Another imprest that you requested has not been paid yet')] })
      const { data } = await done<{ no: string; stage: string }[]>('wanjiku', 'GET', 'hrmis/imprest?limit=100')
      for (const { no } of data.filter(({ stage }) => stage === 'Pending')) await done('wanjiku', 'POST', 'hrmis/imprest/cancelApprovalRequest', { docNo: no })
    })

    it.each(['any', 'off'])('is issued what the setting "%s" allows of four that were approved before', async (setting) => {
      await block('off')
      const requests = [await make(), await make(), await make(), await make()]
      for (const docNo of requests) {
        await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo })
        await done('otieno', 'POST', 'approvals/approve', { entryNo: (await openEntry(await who('otieno'), docNo)).entryNo })
        await done('mutua', 'POST', `documents/imprest/${docNo}/actions/release`)
      }
      await block(setting)
      const { done: paid, told } = await atOnce(requests.map((no) => ['mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: 'QX1' } }]))
      expect({ paid, told }).toEqual(setting === 'any' ? { paid: 1, told: [expect.stringContaining('has not accounted for an earlier imprest')] } : { paid: 4, told: [] })
    })
  })

  it('the same hours can be requested only once', async () => {
    const hours = { startDate: '2026-06-11T05:00:00Z', endDate: '2026-06-11T14:00:00Z', userLocation: 'Lodwar', reason: 'Field visit' }
    const { done: made, told } = await atOnce(Array.from({ length: 8 }, () => ['wanjiku', 'POST', 'attendance/create-request', hours]))
    expect({ made, told }).toEqual({ made: 1, told: ['You already have a request for these hours'] })
  })

  it('two people cannot delegate to each other', async () => {
    const days = { start: '2026-07-01', end: '2026-07-02' }
    const { done: made, told } = await atOnce([
      ['otieno', 'POST', 'documents/standing-delegation', { toEmployee: 'MRT-002', ...days }], ['achieng', 'POST', 'documents/standing-delegation', { toEmployee: 'MRT-005', ...days }],
      ['otieno', 'POST', 'documents/standing-delegation', { toEmployee: 'MRT-002', ...days }], ['achieng', 'POST', 'documents/standing-delegation', { toEmployee: 'MRT-005', ...days }],
    ])
    expect({ made, told: told.length > 0 }).toEqual({ made: 1, told: true })
  })

  it('only one of three payroll periods opened at once is current', async () => {
    const months = ['2026-04-01', '2026-05-01', '2026-06-01']
    for (const startDate of months) await done('mutua', 'POST', 'documents/pay-period', { startDate })
    await atOnce(months.map((startDate) => ['mutua', 'POST', `documents/pay-period/${startDate}/actions/open`]))
    const { data } = await done<{ status: string }[]>('mutua', 'GET', 'documents/pay-period?limit=100')
    expect(data.filter(({ status }) => status === 'Current')).toHaveLength(1)
  })

  it('no two new records get the same value in a unique field', async () => {
    await first.services.database.kysely.deleteFrom('documents').where('company', '=', 'MRT').where('type', '=', 'dimension').where('key', '=', 'VEHICLE').execute()
    const { done: made, told } = await atOnce(['ONE', 'TWO', 'THREE', 'FOUR'].map((code) => ['admin', 'POST', 'documents/dimension', { code, caption: code, globalNo: 8 }]))
    expect({ made, told }).toEqual({ made: 1, told: ['Another record already has this Number.'] })
  })
})
