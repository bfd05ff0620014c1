import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DryRun } from '../../src/contract/index.ts'
import { KINDS, startApp, type TestApp } from './harness.ts'
import { line, NO_CEILINGS, raise, request, snapshot } from './petty-cash-cases.ts'
import { walkIn, type Walk } from './walk.ts'

interface Data { no: string; _rev: number; approvalEntries: { stepTitle: string; approverName: string; status: string }[] }

const TYPE = 'documents/petty-cash'
/** The files of a form, as the portal sends them before the question: their names. */
const NAMED = [{ fileName: 'receipt.png', attachment: '' }]
const form = (more: object = {}): object => request({ attachments: NAMED, ...more })
const costing = (amount: number): object => ({ pettyCashLinesAPI: [line({ amount })] })

describe.each(KINDS)('a dry run on %s', (kind) => {
  let test: TestApp
  const { who, call, done, refused }: Walk<Data> = walkIn<Data>(() => test)

  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
  })
  afterAll(() => test.stop())

  /** The dry run's answer, which must leave everything as it was. */
  async function tried(path: string, body: object): Promise<DryRun['approvals']> {
    await who('wanjiku')
    const before = await snapshot(test, ['sessions'])
    const { data } = await done<DryRun>('wanjiku', 'POST', path, body)
    expect(await snapshot(test, ['sessions'])).toEqual(before)
    return data.approvals
  }

  it.each([[1_200, 1], [60_000, 2], [300_000, 3], [1_200_000, 4]])('tells for %i who decides once it is sent, in %i steps', async (amount, steps) => {
    const ofForm = await tried(`${TYPE}/actions/send/dry-run`, form(costing(amount)))
    const { no, _rev } = await raise(await who('wanjiku'), costing(amount))
    const ofStored = await tried(`${TYPE}/${no}/actions/send/dry-run`, { _rev })
    const { data: { approvalEntries } } = await done('wanjiku', 'POST', `${TYPE}/${no}/actions/send`, { _rev })
    const sent = approvalEntries.map(({ stepTitle, approverName }) => ({ title: stepTitle, names: [approverName], count: 1, mode: 'any' }))
    expect(sent).toHaveLength(steps)
    expect(ofForm).toEqual(sent)
    expect(ofStored).toEqual(sent)
  })

  it('is of the changes that the form brings, not of what is stored', async () => {
    const { no, _rev } = await raise(await who('wanjiku'))
    expect(await tried(`${TYPE}/${no}/actions/send/dry-run`, { ...form(costing(60_000)), _rev })).toHaveLength(2)
    expect((await done('wanjiku', 'GET', `${TYPE}/${no}`)).data).toMatchObject({ _rev, approvalEntries: [] })
  })

  it('takes no number', async () => {
    const first = await raise(await who('wanjiku'))
    await tried(`${TYPE}/actions/send/dry-run`, form())
    const next = await raise(await who('wanjiku'))
    expect(Number(next.no.slice(-5))).toBe(Number(first.no.slice(-5)) + 1)
  })

  it.each<[string, string, object]>([
    ['without a receipt', 'send', request({ attachments: undefined })],
    ['without a line', 'send', request({ pettyCashLinesAPI: [] })],
    ['with an amount below zero', 'send', request(costing(-5))],
    ['with a code that is unknown', 'send', request({ pettyCashLinesAPI: [line({ expense_code: 'NOPE' })] })],
  ])('refuses a form %s as sending does', async (_, action, sent) => {
    const reason = await refused('wanjiku', 'POST', `${TYPE}/actions/${action}/dry-run`, sent)
    const { no, _rev } = await raise(await who('wanjiku'))
    // The receipt that is stored stays if the form brings no list of files.
    const body = { ...sent, ...('attachments' in sent && sent.attachments === undefined ? { attachments: [] } : {}), _rev }
    expect(await refused('wanjiku', 'POST', `${TYPE}/${no}/actions/send`, body)).toBe(reason)
  })

  it('refuses what the action refuses by its state, revision and person', async () => {
    const { no, _rev } = await raise(await who('wanjiku'))
    const path = `${TYPE}/${no}/actions/send`
    for (const [name, body] of [['otieno', { _rev }], ['wanjiku', { _rev: _rev + 1 }]] as const) expect(await refused(name, 'POST', `${path}/dry-run`, body)).toBe(await refused(name, 'POST', path, body))
    await done('wanjiku', 'POST', path, { _rev })
    expect(await refused('wanjiku', 'POST', `${path}/dry-run`, {})).toBe(await refused('wanjiku', 'POST', path, {}))
  })

  it('there is none of actions that start no approval, and none without a document', async () => {
    const { no } = await raise(await who('wanjiku'))
    const statusOf = async (path: string, body: object): Promise<number> => (await call('wanjiku', 'POST', path, body)).status
    expect(await Promise.all(['pay', 'cancel', 'nothing', 'constructor'].map((action) => statusOf(`${TYPE}/${no}/actions/${action}/dry-run`, {})))).toEqual([404, 404, 404, 404])
    expect(await statusOf(`${TYPE}/actions/send/dry-run`, {})).toBe(400)
    expect(await statusOf(`${TYPE}/PC-NONE/actions/send/dry-run`, {})).toBe(404)
  })
})
