/** Ctrl+K over all of a user's lists, and the menu in the bootstrap. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BootstrapAnswer, HomeAnswer, SearchHit } from '../../src/contract/index.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, raise, raiseAndSend } from './petty-cash-cases.ts'

const PEOPLE = { owner: 'wanjiku@mazingira.example', colleague: 'juma@mazingira.example', approver: 'otieno@mazingira.example', finance: 'mutua@mazingira.example', erp: 'kiptoo@mazingira.example', foreign: 'susan@baraka.example', administrator: 'admin@mazingira.example' }
type Who = keyof typeof PEOPLE

describe.each(ONE_KIND)('the search on %s', (kind) => {
  let test: TestApp
  const callers = new Map<Who, Caller>()
  let sent: string
  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    for (const [who, email] of Object.entries(PEOPLE)) callers.set(who as Who, await test.signIn(email))
    sent = (await raiseAndSend(caller('owner'), { description: 'Jacaranda seedlings' })).no
    for (let more = 0; more < 6; more += 1) await raise(caller('owner'), { description: `Mango trees ${String(more)}` })
  })
  afterAll(() => test.stop())

  function caller(who: Who): Caller {
    const found = callers.get(who)
    if (!found) throw new Error(`${who} has not signed in`)
    return found
  }
  const search = async (who: Who, q: string): Promise<SearchHit[]> => {
    const answer = await caller(who).call('GET', `portal/search?q=${encodeURIComponent(q)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: SearchHit[] }>().data
  }

  it('a hit has everything that a line of results shows', async () => {
    expect(await search('owner', 'jacaranda')).toEqual([{ type: 'petty-cash', key: sent, title: 'Petty Cash', text: 'Jacaranda seedlings', state: { label: 'Pending Approval', tone: 'progress' }, waits: false }])
  })

  it.each([['owner', 1], ['colleague', 0], ['approver', 1], ['finance', 1], ['foreign', 0]] as const)('the person “%s” finds %i matching records', async (who, count) => {
    expect(await search(who, 'jacaranda')).toHaveLength(count)
  })

  it.each([['its number', () => sent], ['its sender', () => 'wanjiku kamau'], ['a word of its description', () => 'seedlings'], ['its type and a word', () => 'petty jacaranda']])('the approver finds first the request that waits for them, by %s', async (_, text) => {
    expect((await search('approver', text()))[0]).toEqual({ type: 'petty-cash', key: sent, title: 'Petty Cash', text: 'Jacaranda seedlings', state: { label: 'Pending Approval', tone: 'progress' }, waits: true })
  })

  it.each([['', 0], ['j', 0], [' j ', 0], ['\0', 0], ['jac\0aranda', 1], ['JACARANDA', 1], ['%', 0], ['nothing is called so', 0]])('the text %j has %i hits', async (q, count) => {
    expect(await search('owner', q)).toHaveLength(count)
  })

  it('a text that is too long is refused', async () => {
    expect((await caller('owner').call('GET', `portal/search?q=${'a'.repeat(101)}`)).statusCode).toBe(400)
  })

  const home = async (who: Who): Promise<HomeAnswer> => {
    const answer = await caller(who).call('GET', 'portal/home')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: HomeAnswer }>().data
  }

  it('the home page has the drafts of a person and what others do with their requests', async () => {
    const { tasks, underWay, shortcuts } = await home('owner')
    const mango = tasks.filter(({ text }) => text.startsWith('Mango trees'))
    expect(mango).toHaveLength(6)
    expect(mango[0]).toMatchObject({ kind: 'draft', type: 'petty-cash', title: 'Petty Cash', amount: 'KES 1,200.00', due: null, person: null, state: { label: 'Open' } })
    expect(underWay.find(({ key }) => key === sent)).toMatchObject({ text: 'Jacaranda seedlings', waitsFor: 'Otieno Ochieng', path: `/pettycash/form?edit=${sent}` })
    expect(shortcuts).toContainEqual({ type: 'petty-cash', title: 'Petty Cash', icon: 'cash', path: '/pettycash/form' })
  })

  it('the home page of an approver has what waits for their decision, those of others do not', async () => {
    const { tasks } = await home('approver')
    expect(tasks.find(({ key }) => key === sent)).toMatchObject({ kind: 'decide', action: 'Approve', person: 'Wanjiku Kamau', path: `/approvals/card/petty-cash/${sent}` })
    for (const who of ['colleague', 'foreign', 'finance', 'administrator'] as const) expect((await home(who)).tasks.some(({ key }) => key === sent), who).toBe(false)
  })

  it('what is approved waits for the role that moves it on, and no longer for the approver', async () => {
    const paid = (await raiseAndSend(caller('owner'), { description: 'Cedar seedlings' })).no
    const [entry] = (await caller('approver').call('GET', `approvals/approvalEntries?documentNo=${paid}`)).json<{ data: { entryNo: number }[] }>().data
    expect((await caller('approver').call('POST', 'approvals/approve', { entryNo: entry?.entryNo })).statusCode).toBe(200)
    const { tasks, queues } = await home('finance')
    expect(tasks.find(({ key }) => key === paid)).toMatchObject({ kind: 'act', action: 'Pay', person: 'Wanjiku Kamau' })
    expect(queues.find(({ type }) => type === 'petty-cash')?.count).toBeGreaterThan(0)
    expect((await home('approver')).tasks.some(({ key }) => key === paid)).toBe(false)
    expect((await home('owner')).underWay.find(({ key }) => key === paid)).toMatchObject({ waitsFor: null, state: { label: 'Approved' } })
  })

  it('a search finds at most five records of a type, and documents come before masters', async () => {
    expect(await search('owner', 'mango')).toHaveLength(5)
    const found = await search('finance', 'ca')
    const isDocument = found.map(({ state }) => state !== null)
    expect(isDocument).toEqual([...isDocument].sort((a, b) => Number(b) - Number(a)))
    expect(new Set(found.map(({ type }) => type)).size).toBeGreaterThan(1)
    expect(found.length).toBeLessThanOrEqual(20)
  })

  it('the search leaves out lists that are not in the person’s menu', async () => {
    // Everybody may read expense codes to select one; only their keepers have the list.
    expect(await search('owner', 'meals')).toEqual([])
    expect((await search('finance', 'meals')).map(({ type, key }) => `${type} ${key}`)).toContain('expense-code MEALS')
  })

  it('the bootstrap has the top bar, assignable roles and screens of the person', async () => {
    const bootstrap = async (who: Who): Promise<BootstrapAnswer> => (await caller(who).call('GET', 'portal/bootstrap')).json<{ data: BootstrapAnswer }>().data
    const [erp, owner, administrator] = [await bootstrap('erp'), await bootstrap('owner'), await bootstrap('administrator')]
    const inTopBar = ({ menu }: BootstrapAnswer): string[] => menu.filter(({ topBar }) => topBar !== undefined).map(({ id }) => id)
    expect([inTopBar(erp), inTopBar(owner)]).toEqual([['approvals'], []])
    expect([Object.keys(administrator.roles ?? {}), owner.roles]).toEqual([expect.arrayContaining(['finance', 'hr']), undefined])
    expect(Object.keys(administrator.roles ?? {})).not.toContain('administrator')
    const screens = ({ pages }: BootstrapAnswer): string[] => Object.values(pages).map(({ screen }) => screen).filter((screen) => ['users', 'sign-ins'].includes(screen))
    expect([screens(administrator).sort(), screens(owner)]).toEqual([['sign-ins', 'users', 'users'], []])
  })
})
