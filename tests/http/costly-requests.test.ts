/** Costly requests are shared fairly: a user who sends many waits for their own and is finally refused, with little effect on others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COST_CLASSES } from '../../src/server/limits/cost-classes.ts'
import { REQUEST_TIMEOUTS } from '../../src/server/limits/request-timeouts.ts'
import { NO_LIMITS, ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { startOwnProcess, type OwnProcess } from './own-process.ts'
import { NO_CEILINGS, line, openEntry, raise, raiseAndSend } from './petty-cash-cases.ts'

const STATEMENT = 'hrmis/employee_statement'
const AT_ONCE = 50

interface Refusal { code: string; message: string }

describe.each(ONE_KIND)('costly requests on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  const patience = { ...REQUEST_TIMEOUTS }
  beforeAll(async () => {
    test = await startApp({ kind, patience, environment: { LIMIT_FIGURES: '3/5', LIMIT_SEARCH: '2/100', LIMIT_MAIL: '2/3', LIMIT_FILE: 'off', LIMIT_UPLOAD: '2/4' } })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
  })
  afterAll(() => test.stop())

  it('have their class in the config of their route', () => {
    const prints = Object.values(test.engines.base().catalogue.types).flatMap(({ endpoints }) => Object.entries(endpoints).flatMap(([name, calls]) => (name.startsWith('print') ? calls.map(({ path }) => `/api/v1/${path.split('?')[0] ?? ''}`) : [])))
    expect(prints.length).toBeGreaterThan(3)
    const isCostly = ({ url, bodyLimit = 0 }: { url: string; bodyLimit?: number }): boolean => bodyLimit > 1024 * 1024 || prints.includes(url)
      || /\/(print|search|figures|suggestions|files|bulk|explain|preview|lookups)\b|statement|\/dashboards\/|admin\/overlays$|export|backup/.test(url)
      || /createUser|sendActivationLink|reassignApprovals|requestCredentials|resetPassword|signup|2fa\/resend/.test(url)
    // Deleting a file deletes only its line; nothing costly is read or stored.
    const known = test.routes.filter((route) => isCostly(route) && !(route.method === 'DELETE' && route.url.includes('/files/')))
    expect(known.length).toBeGreaterThan(50)
    expect(known.filter(({ config }) => config?.costs === undefined).map(({ method, url }) => `${String(method)} ${url}`)).toEqual([])
    const classes = new Set(test.routes.flatMap(({ config }) => (typeof config?.costs === 'string' ? [config.costs] : [])))
    // Searches of lists, and saves that may contain files, determine their class per request; all others are plain reads and writes.
    expect([...classes].sort()).toEqual(['bulk', 'counted', 'export', 'figures', 'file', 'form', 'list', 'mail', 'preview', 'print', 'search', 'session'])
    const lists = test.routes.filter(({ url, method, config }) => method === 'GET' && /^\/api\/v1\/documents\/[\w-]+$/.test(url) && typeof config?.costs !== 'function')
    expect(lists).toEqual([])
  })

  it('saves of many lines, and checks of forms, run one at a time, and few of them wait', async () => {
    const { atOnce, waiting } = COST_CLASSES.form
    const refusedOf = async (path: string, body: object): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: atOnce.person + waiting.person + 4 }, () => wanjiku.call('POST', path, body)))
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      expect(refused.map((one) => one.json<Refusal>())).toEqual(refused.map(() => expect.objectContaining({ code: 'asks-too-much', message: expect.stringContaining('the limit for forms') as string }) as unknown))
      return refused.length
    }
    const lines = (count: number): object => ({ description: 'Many lines', pettyCashLinesAPI: Array.from({ length: count }, () => ({ amount: -1 })) })
    expect(await refusedOf('documents/petty-cash', lines(41))).toBe(4)
    expect(await refusedOf('documents/petty-cash', lines(40))).toBe(0)
    // One that brings files as well keeps the turn in which it was read.
    const withFile = await test.signIn('kiptoo@mazingira.example').then((who) => who.call('POST', 'documents/petty-cash', { ...lines(41), attachments: [{ fileName: 'a.pdf', attachment: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(90_000, 'x')]).toString('base64') }] }))
    expect(withFile.statusCode, withFile.body).toBe(422)
    expect(await refusedOf('documents/petty-cash/check', lines(1))).toBe(4)
  }, 120_000)

  it('are refused beyond the share of a person or company, with a message and a time to retry, but not to another company', async () => {
    const figures = (who: Caller): ReturnType<Caller['call']> => who.call('GET', 'dashboards/main')
    const [otieno, joyce, hassan] = await Promise.all(['otieno@mazingira.example', 'joyce@mazingira.example', 'hassan@baraka.example'].map((email) => test.signIn(email))) as [Caller, Caller, Caller]
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1) statuses.push((await figures(wanjiku)).statusCode)
    const refused = await figures(wanjiku)
    expect([...statuses, refused.statusCode]).toEqual([200, 200, 200, 429])
    expect(refused.json<Refusal>()).toMatchObject({ code: 'asks-too-much', message: expect.stringMatching(/^You have reached the limit for figures\. Try again in \d+ seconds\.$/) as string })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(10)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(20)
    // Two of the company's share are left for other users; another company has all of its own.
    expect([(await figures(otieno)).statusCode, (await figures(otieno)).statusCode]).toEqual([200, 200])
    const company = await figures(joyce)
    expect([company.statusCode, company.json<Refusal>().code]).toEqual([429, 'company-asks-too-much'])
    expect((await figures(hassan)).statusCode).toBe(200)
    const told = (await test.inject({ method: 'GET', url: '/metrics' })).body
    expect(told).toContain('costly_requests_refused_total{costs="figures",whose="person"} 1')
    expect(told).toContain('costly_requests_refused_total{costs="figures",whose="company"} 1')
  })

  it('include lists that are searched and saves that bring files, and no other lists and saves', async () => {
    const statuses = async (paths: string[]): Promise<number[]> => {
      const answers: number[] = []
      for (const path of paths) answers.push((await wanjiku.call('GET', path)).statusCode)
      return answers
    }
    expect(await statuses(['documents/petty-cash', 'documents/petty-cash?search=', 'hrmis/pettycash?search=tea', 'portal/search?q=tea', 'documents/petty-cash?search=tea', 'documents/petty-cash'])).toEqual([200, 200, 200, 200, 429, 200])
    const file = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(60_000, 'x')]).toString('base64')
    const { no } = await raise(wanjiku)
    const save = async (more: object): Promise<number> => (await wanjiku.call('PATCH', `documents/petty-cash/${no}`, { description: 'Lunch', ...more })).statusCode
    const saves: number[] = []
    for (const more of [{}, { attachments: [{ fileName: 'a.pdf', attachment: file }] }, { attachments: [{ fileName: 'b.pdf', attachment: file }] }, {}, { attachments: [{ fileName: 'c.pdf', attachment: file }] }, {}]) saves.push(await save(more))
    expect(saves).toEqual([200, 200, 200, 200, 429, 200])
  })

  it('that end sessions have a share of their own in each session, whatever the others of the person do', async () => {
    const app = await startApp({ environment: { LIMIT_WRITE: '3/100', LIMIT_SESSION: '2/100' } })
    try {
      const [owner, thief] = [await app.signIn('wanjiku@mazingira.example'), await app.signIn('wanjiku@mazingira.example')]
      const until = async (status: number, ask: () => ReturnType<Caller['call']>): Promise<void> => { while ((await ask()).statusCode !== status); }
      await until(429, () => thief.call('POST', 'notifications/read', { ids: [] }))
      await until(429, () => thief.call('POST', 'hrmis/auth/sessions/unknown/revoke'))
      expect((await owner.call('POST', 'notifications/read', { ids: [] })).statusCode).toBe(429)
      expect((await owner.call('POST', 'hrmis/auth/sessions/revokeOthers')).statusCode).toBe(200)
      expect((await thief.call('GET', 'hrmis/auth/session')).statusCode).toBe(401)
      expect((await owner.call('POST', 'hrmis/auth/logout')).statusCode).toBe(200)
    } finally {
      await app.stop()
    }
  })

  it.each([
    ['saves a document', (no: string): Parameters<Caller['call']> => ['PATCH', `documents/petty-cash/${no}`, { description: 'Lunch' }]],
    ['reads a document', (no: string): Parameters<Caller['call']> => ['GET', `documents/petty-cash/${no}`]],
    ['changes preferences', (): Parameters<Caller['call']> => ['POST', 'portal/preferences', { name: 'theme', value: { scheme: 'dark' } }]],
  ])('of one person who %s wait for each other, and leave the others their connections to the database', async (_, callOf) => {
    const { no } = await raise(wanjiku)
    const colleague = await test.signIn('juma@mazingira.example')
    const own = await raise(colleague, { attachments: undefined })
    const order: string[] = []
    const mine = Array.from({ length: 40 }, () => wanjiku.call(...callOf(no)).then(({ statusCode }) => order.push(`mine ${String(statusCode)}`)))
    const theirs = colleague.call(...callOf(own.no)).then(() => order.push('theirs'))
    await Promise.all([...mine, theirs])
    expect(order.filter((one) => one === 'mine 200')).toHaveLength(40)
    // Those that were at work, and those that ended in the same moment, come before.
    expect(order.indexOf('theirs')).toBeLessThan(25)
  })

  it('of a person who occupies the server are in a class of their own while others work, whatever they ask for', async () => {
    const app = await startApp({ kind, environment: { LIMIT_BUSY: '3/100' } })
    try {
      const [busy, colleague] = [await app.signIn('wanjiku@mazingira.example'), await app.signIn('kiptoo@mazingira.example')]
      let refusal: Refusal | undefined
      const theirs = new Set<number>()
      const flood = async (): Promise<void> => {
        while (refusal === undefined) {
          const answer = await busy.call('GET', 'documents/petty-cash?limit=50')
          if (answer.statusCode !== 200) refusal = answer.json<Refusal>()
        }
      }
      const work = async (): Promise<void> => { while (refusal === undefined) theirs.add((await colleague.call('GET', 'documents/petty-cash')).statusCode) }
      await Promise.all([flood(), flood(), flood(), flood(), flood(), flood(), work()])
      expect(refusal).toMatchObject({ code: 'asks-too-much', message: expect.stringContaining('requests at once') as string })
      expect([...theirs]).toEqual([200])
    } finally {
      await app.stop()
    }
  })

  it('are refused where more of one person wait than the server keeps', async () => {
    const { waiting, atOnce } = COST_CLASSES.read
    const answers = await Promise.all(Array.from({ length: waiting.person + atOnce.person + 10 }, () => wanjiku.call('GET', 'portal/bootstrap')))
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
    expect((await wanjiku.call('GET', 'portal/bootstrap')).statusCode).toBe(200)
  })

  it('are not counted in a class whose limit is off', async () => {
    const { no, attachments } = await raise(wanjiku)
    const asked = await Promise.all(Array.from({ length: AT_ONCE }, () => wanjiku.call('GET', `documents/petty-cash/${no}/files/${attachments[0]?.id ?? ''}`)))
    expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(Object.keys(NO_LIMITS)).toHaveLength(Object.keys(COST_CLASSES).length)
  })

  it.runIf(kind === 'postgres')('are refused with a message when their turn does not come in time', async () => {
    Object.assign(patience, { turnMs: 200 })
    const admin = await test.signIn('admin@mazingira.example')
    const calls = await test.services.database.kysely.transaction().execute(async (tx) => {
      await sql`lock table overlays in access exclusive mode`.execute(tx)
      // Either may get the turn, because their sessions are looked up concurrently.
      const both = [admin.call('GET', 'admin/overlays'), admin.call('GET', 'admin/overlays')]
      const refused = await Promise.race(both)
      expect([refused.statusCode, refused.headers['retry-after'], refused.json<Refusal>()]).toEqual([503, '5', expect.objectContaining({ code: 'no-turn', message: 'The server is busy with other overlay previews. Nothing was changed. Try again in 5 seconds.' })])
      return both
    })
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 503])
  })

  it('that send mail are counted for all servers together', async (context) => {
    if (test.databaseUrl === undefined) return context.skip()
    const beside = await startApp({ database: test.databaseUrl, environment: { LIMIT_MAIL: '2/3' } })
    try {
      const send = async (app: TestApp, who: Caller, email: string): Promise<number> => (await app.inject({ method: 'POST', url: '/api/v1/admin/sendActivationLink', headers: { authorization: `Bearer ${who.token}` }, payload: { email } })).statusCode
      const admin = await test.signIn('admin@mazingira.example')
      expect([await send(test, admin, 'wanjiku@mazingira.example'), await send(beside, admin, 'otieno@mazingira.example'), await send(test, admin, 'joyce@mazingira.example'), await send(beside, admin, 'joyce@mazingira.example')].map((status) => status === 429)).toEqual([false, false, true, true])
      test.clock.advance(3_600_000)
      expect(await send(test, await test.signIn('admin@mazingira.example'), 'joyce@mazingira.example')).not.toBe(429)
    } finally {
      await beside.stop()
    }
  })
})

describe('a person who sends 200 costly requests at once', () => {
  const [hammerer, colleague, other] = ['wanjiku@mazingira.example', 'otieno@mazingira.example', 'hassan@baraka.example'] as const
  const CALLS = ['dashboards/main', 'portal/search?q=lunch', 'documents/petty-cash?search=lunch']
  /** A voucher that takes much longer to render than a request to arrive, so that the order of the requests is visible. */
  let print = ''
  let server: OwnProcess
  beforeAll(async () => {
    server = await startOwnProcess({
      people: [hammerer, colleague, other], settings: NO_CEILINGS,
      prepare: async (app) => {
        const { no } = await raiseAndSend(await app.signIn(hammerer), { pettyCashLinesAPI: Array.from({ length: 40 }, () => line({ amount: 10 })) })
        const approver = await app.signIn(colleague)
        const { entryNo } = await openEntry(approver, no)
        expect((await approver.call('POST', 'approvals/approve', { entryNo })).statusCode).toBe(200)
        print = `documents/petty-cash/${no}/print/document`
      },
    })
  })
  afterAll(() => server.stop())

  const ask = async (email: string, path: string): Promise<Response> => {
    const answer = await server.call(email, 'GET', path)
    await answer.arrayBuffer()
    return answer
  }

  it('is refused more than fifty of them, while a colleague and another company are served in between', async () => {
    await Promise.all([STATEMENT, ...CALLS].map((path) => ask(other, path)))
    let printed = 0
    const hammering = [print, ...CALLS].flatMap((path) => Array.from({ length: AT_ONCE }, async () => {
      const answer = await ask(hammerer, path)
      if (answer.ok && path === print) printed += 1
      return answer
    }))
    await Promise.race(hammering)
    const meanwhile = [[colleague, 'documents/petty-cash'], [colleague, 'portal/bootstrap'], [other, 'hrmis/auth/session'], [other, STATEMENT], [colleague, STATEMENT]] as const
    /** How many of the heavy user's were printed while each of the others waited. */
    const printedMeanwhile: number[] = []
    expect(await Promise.all(meanwhile.map(async ([email, path]) => {
      const before = printed
      const { status } = await ask(email, path)
      if (path === STATEMENT) printedMeanwhile.push(printed - before)
      return status
    }))).toEqual([200, 200, 200, 200, 200])
    const answers = await Promise.all(hammering)
    const refused = answers.filter(({ status }) => status === 429)
    // On a slow machine the last in the queue get no turn in time.
    expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
    // For each class, those running and those allowed to wait.
    const most = (['print', 'figures', 'search'] as const).reduce((sum, name) => sum + COST_CLASSES[name].atOnce.person + COST_CLASSES[name].waiting.person, 0)
    expect(refused.length).toBeGreaterThan(AT_ONCE)
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(most)
    // Their prints alternated with the heavy user's sixteen rather than following them. Three would precede each (the running one, one
    // between companies, one between users); more are finished while the request is on its way to the queue.
    const accepted = COST_CLASSES.print.atOnce.person + COST_CLASSES.print.waiting.person
    expect(Math.max(...printedMeanwhile)).toBeLessThan(accepted / 2)
    expect(server.written()).toContain('rate limit exceeded')
  })
})
