/** A page of a list ends early if its documents are large; following the cursors finds every document once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COST_CLASSES } from '../../src/server/limits/cost-classes.ts'
import { MAX_PAGE_BYTES } from '../../src/server/store/sql/page-bytes.ts'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, line, raise } from './petty-cash-cases.ts'

const LINES = 200
const COPIES = 60
const MINE = 'large pages'

interface Row { no: string; description: string; pettyCashLinesAPI: object[] }
interface Answer { data: Row[]; page: { next: string | null; previous: string | null; count: number } }

describe.each(KINDS)('pages of large documents on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let mutua: Caller
  /** The largest of all, which alone is more than a page. */
  let huge = ''

  beforeAll(async () => {
    test = await startApp({ kind, isLived: true, settings: NO_CEILINGS })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    mutua = await test.signIn('mutua@mazingira.example')
    const pettyCashLinesAPI = Array.from({ length: LINES }, (_, index) => line({ description: `Line ${index} of many`, amount: 1 + index % 3 }))
    const { no } = await raise(wanjiku, { description: MINE, pettyCashLinesAPI })
    await sql`insert into documents (company, type, key, state, owner, manifest_hash, data, created_at, created_by, updated_at, updated_by)
      select company, type, ${no} || '-' || to_char(n, 'FM00'), state, owner, manifest_hash,
        jsonb_set(jsonb_set(data, '{no}', to_jsonb(${no} || '-' || to_char(n, 'FM00'))), '{postingDate}', to_jsonb('2026-06-' || to_char(1 + n % 3, 'FM00'))), created_at, created_by, updated_at, updated_by
      from documents, generate_series(1, ${sql.lit(COPIES)}) n where type = 'petty-cash' and key = ${no}`.execute(test.services.database.kysely)
    huge = `${no}-15`
    await sql`update documents set data = jsonb_set(data, '{purpose}', to_jsonb(repeat('a long text ', 120000))) where type = 'petty-cash' and key = ${huge}`.execute(test.services.database.kysely)
    // Small ones in between, and after them.
    for (let made = 0; made < 3; made += 1) await raise(wanjiku, { description: MINE })
  })
  afterAll(() => test.stop())

  const ask = async (who: Caller, path: string): Promise<Answer> => {
    const answer = await who.call('GET', path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Answer>()
  }
  const sizeOf = (rows: object[]): number => JSON.stringify(rows).length
  const keysOf = (pages: Answer[]): string[] => pages.flatMap(({ data }) => data.map(({ no }) => no))

  const follow = async (who: Caller, path: string, from: Answer, way: 'next' | 'previous'): Promise<Answer[]> => {
    const pages: Answer[] = []
    for (let page = from; page.page[way] !== null;) {
      page = await ask(who, `${path}&cursor=${encodeURIComponent(page.page[way])}`)
      expect(page.data.length).toBeGreaterThan(0)
      pages.push(page)
      expect(pages.length).toBeLessThan(100)
    }
    return pages
  }

  it.each([['own', ''], ['own', '&sort=posting_date'], ['own', '&sort=-total_amount'], ['all', ''], ['all', '&sort=description']])('of %s are followed to the end and back%s, each document once', async (whose, sort) => {
    const who = whose === 'own' ? wanjiku : mutua
    const path = `documents/petty-cash?limit=200${sort}`
    const stored = await sql<{ key: string }>`select key from documents where company = 'MRT' and type = 'petty-cash'`.execute(test.services.database.kysely)
    const first = await ask(who, path)
    const pages = [first, ...await follow(who, path, first, 'next')]
    const keys = keysOf(pages)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toHaveLength(first.page.count)
    if (whose === 'all') expect([...keys].sort()).toEqual(stored.rows.map(({ key }) => key).sort())
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.every(({ data }) => data.length === 1 || sizeOf(data) < 1.5 * MAX_PAGE_BYTES)).toBe(true)
    const last = pages.at(-1)!
    const back = [last, ...await follow(who, path, last, 'previous')]
    expect(keysOf(back.reverse())).toEqual(keys)
    expect(back.every(({ data }) => data.length === 1 || sizeOf(data) < 1.5 * MAX_PAGE_BYTES)).toBe(true)
    expect(back.flatMap(({ data }) => data).find(({ no }) => no === huge)?.pettyCashLinesAPI).toHaveLength(LINES)
  })

  it('take turns: of a hundred at once many are refused, and a colleague is served', async () => {
    const asked = Array.from({ length: 100 }, () => wanjiku.call('GET', 'documents/petty-cash?limit=200'))
    const colleague = mutua.call('GET', 'documents/petty-cash?limit=200')
    await Promise.race(asked)
    expect((await colleague).statusCode).toBe(200)
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect([...new Set(statuses)].sort()).toEqual([200, 429])
    const { atOnce, waiting } = COST_CLASSES.list
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(atOnce.person + waiting.person)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20)
  })

  it('that are short are as long as asked for', async () => {
    const path = 'documents/petty-cash?limit=2'
    const first = await ask(wanjiku, path)
    const [second] = await follow(wanjiku, path, first, 'next')
    expect([first.data.length, second?.data.length]).toEqual([2, 2])
    expect(keysOf([await ask(wanjiku, `${path}&cursor=${encodeURIComponent(second?.page.previous ?? '')}`)])).toEqual(keysOf([first]))
  })

  it.each([['hrmis/imprest/pending-approvals?', 'no'], ['approvals/approvalEntries?scope=mine&status=Open&documentType=imprest', 'documentNo']])('of what waits at %s are followed to the end', async (path, name) => {
    const db = test.services.database.kysely
    const waiting = await sql<{ no: string; email: string }>`select a.document_key as no, u.email from approval_entries a join users u on u.employee = a.approver where a.type = 'imprest' and a.status = 'Open' limit 1`.execute(db)
    const { no, email } = waiting.rows[0]!
    const mark = name === 'no' ? 'A' : 'B'
    await sql`insert into documents (company, type, key, state, owner, manifest_hash, data, created_at, created_by, updated_at, updated_by)
      select company, type, ${mark} || n, state, owner, manifest_hash, data || jsonb_build_object('no', ${mark} || n, 'former', repeat('text ', 20000)), created_at, created_by, updated_at, updated_by
      from documents, generate_series(1, ${sql.lit(COPIES)}) n where type = 'imprest' and key = ${no}`.execute(db)
    await sql`insert into approval_entries (company, type, document_key, round, sender, sent_at, sequence, step, step_title, mode, quorum, approver, status, due_at, amount, approval, roles, excepted)
      select company, type, ${mark} || n, round, sender, sent_at, sequence, step, step_title, mode, quorum, approver, status, due_at, amount, approval, roles, excepted
      from approval_entries, generate_series(1, ${sql.lit(COPIES)}) n where type = 'imprest' and document_key = ${no} and status = 'Open'`.execute(db)
    const approver = await test.signIn(email)
    const found: string[] = []
    let pages = 0
    for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1) {
      const answer = await approver.call('GET', `${path}&cursor=${cursor}`)
      expect(answer.statusCode, answer.body).toBe(200)
      const { data, page } = answer.json<{ data: Record<string, string>[]; page?: { next: string | null } }>()
      expect(data.length).toBeLessThan(15)
      found.push(...data.map((row) => row[name] ?? ''))
      cursor = page?.next ?? undefined
    }
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((key) => key.startsWith(mark))).toHaveLength(COPIES)
    expect(pages).toBeGreaterThan(5)
  })
})
