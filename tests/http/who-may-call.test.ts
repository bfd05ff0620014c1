import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changedControlledFields } from '../../src/core/index.ts'
import { storeRecord } from '../store/support.ts'
import { ONE_KIND, NO_CODES, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raise, raiseAndSend, snapshot } from './petty-cash-cases.ts'
import { PERSONS, ROWS, type Person, type Row } from './who-may-call.ts'

const EMAILS: Record<Exclude<Person, 'nobody'>, string> = {
  owner: 'wanjiku@mazingira.example', colleague: 'chebet@mazingira.example', approver: 'otieno@mazingira.example', unasked: 'halima@mazingira.example',
  finance: 'joyce@mazingira.example', hr: 'wambui@mazingira.example', administrator: 'admin@mazingira.example', foreign: 'hassan@baraka.example',
}

const letter = (index: number): string => String.fromCharCode(65 + (index % 26))

/** The values of a row's placeholders. */
type Target = Record<string, string | number>

describe.each(ONE_KIND)('the access to every call on %s', (kind) => {
  let test: TestApp
  const people = new Map<Person, Caller>()
  let made = 0

  beforeAll(async () => {
    test = await startApp({ kind, settings: { ...NO_CEILINGS, ...NO_CODES }, environment: { LIMIT_EXPORT: 'off' } })
    await Promise.all(Object.entries(EMAILS).map(async ([person, email]) => people.set(person as Person, await test.signIn(email))))
  })
  afterAll(() => test.stop())

  function person(name: Person): Caller {
    const found = people.get(name)
    if (!found) throw new Error(`${name} is not signed in.`)
    return found
  }

  /**
   * The type's last record under a new key, so that nothing references it, or a new one if there is none; where two people change some fields,
   * one that has a value for them, which one person cannot delete.
   */
  async function freshRecord(typeId: string): Promise<Target> {
    const { kysely } = test.services.database
    const type = test.engines.base().type(typeId)
    const rows = await kysely.selectFrom('documents').select(['key', 'data', 'rev']).where('company', '=', 'MRT').where('type', '=', typeId).orderBy('key', 'desc').execute()
    const last = rows.find(({ data }) => changedControlledFields(type.manifest, data, {}).length > 0) ?? rows[0]
    const key = `Z${letter(Math.floor(++made / 26))}${letter(made)}`
    const state = Object.values(type.manifest.states).find((one) => one.initial)?.name ?? ''
    const data = { ...last?.data, [type.manifest.key]: key, ...(state !== '' && { [type.manifest.stateField]: state }) }
    if (last) await kysely.updateTable('documents').set({ key, state, data: JSON.stringify(data) }).where('company', '=', 'MRT').where('type', '=', typeId).where('key', '=', last.key).execute()
    else await storeRecord(test.services.database, type, { key, state })
    return { key, rev: String(last?.rev ?? 1) }
  }

  async function requestHours(): Promise<Target> {
    const day = `2026-06-${String(14 - (++made % 13)).padStart(2, '0')}`
    const answer = await person('owner').call('POST', 'attendance/create-request', { startDate: `${day}T05:00:00Z`, endDate: `${day}T14:00:00Z`, userLocation: 'Naivasha', reason: 'Field work' })
    expect(answer.statusCode, answer.body).toBe(201)
    return { key: answer.json<{ data: { entryNo: string } }>().data.entryNo }
  }

  async function pettyCash(on: Row['on']): Promise<Target> {
    if (on === 'open') {
      const { no, attachments } = await raise(person('owner'))
      return { key: no, fileId: attachments[0]?.id ?? '' }
    }
    const { no, attachments } = await raiseAndSend(person('owner'))
    const { entryNo } = await openEntry(person('approver'), no)
    if (on !== 'sent') {
      const decided = await person('approver').call('POST', `approvals/${on === 'rejected' ? 'reject' : 'approve'}`, { entryNo, reason: 'Unreadable' })
      expect(decided.statusCode, decided.body).toBe(200)
    }
    const float = await test.services.database.kysely.selectFrom('documents').select('key').where('company', '=', 'MRT').where('type', '=', 'petty-cash-bank').where('state', '=', 'Active').executeTakeFirstOrThrow()
    return { key: no, fileId: attachments[0]?.id ?? '', entry: entryNo, float: float.key }
  }

  function targetFor(call: string, { on }: Row): Promise<Target> {
    if (on === 'record') return freshRecord(/documents\/([\w-]+)/.exec(call)?.[1] ?? '')
    if (on === 'open' && call.includes('attendance')) return requestHours()
    return on === undefined || on === 'none' ? Promise.resolve({}) : pettyCash(on)
  }

  function requestOf(call: string, row: Row, target: Target, name: Person): InjectOptions {
    const [method = '', url = ''] = call.split(' ')
    const fill = (text: string): string => text.replace(/:([a-z]\w*)/gi, (whole, placeholder: string) => String(row.params?.[placeholder] ?? target[placeholder] ?? target['key'] ?? whole))
    const filled = (_: string, value: unknown): unknown => {
      if (value === ':entry') return target['entry']
      return typeof value === 'string' ? fill(value) : value
    }
    return {
      method: method, url: fill(url) + (row.query === undefined ? '' : `?${fill(row.query)}`),
      headers: name === 'nobody' ? {} : { authorization: `Bearer ${person(name).token}` },
      ...(row.isEndless && { payloadAsStream: true }),
      ...(row.body && { payload: JSON.parse(JSON.stringify(row.body), filled) as object }),
    }
  }

  async function unchanged(before: Record<string, string> | undefined): Promise<undefined> {
    if (before) expect(await snapshot(test)).toEqual(before)
  }

  it('the table has a row for every route and no other', () => {
    const routes = test.routes.filter((route) => /^\/(api\/|healthz|readyz|metrics)/.test(route.url)).flatMap((route) => [route.method].flat().map((method) => `${method} ${route.url}`))
    expect(routes.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(Object.keys(ROWS).sort())
    expect(routes.filter((route) => route.startsWith('HEAD ') && !routes.includes(route.replace('HEAD', 'GET')))).toEqual([])
  })

  const logoutLast = Object.entries(ROWS).sort(([one], [other]) => Number(one.includes('logout')) - Number(other.includes('logout')))
  it.each(logoutLast)('%s answers each person as the table says', async (call, row) => {
    const [method] = call.split(' ')
    const expected = row.statuses.split(/\s+/).map(Number)
    const seen: number[] = []
    let target = await targetFor(call, row)
    /** The snapshot before the last calls that must be refused. */
    let before: Record<string, string> | undefined
    for (const [index, name] of PERSONS.entries()) {
      const isRefused = (expected[index] ?? 0) >= 400
      if (isRefused) before ??= await snapshot(test)
      else before = await unchanged(before)
      seen.push((await test.inject(requestOf(call, row, target, name))).statusCode)
      if (!isRefused && method !== 'GET' && row.on !== undefined) target = await targetFor(call, row)
    }
    expect(Object.fromEntries(PERSONS.map((name, index) => [name, seen[index]]))).toEqual(Object.fromEntries(PERSONS.map((name, index) => [name, expected[index]])))
    // A failed sign-in is counted and recorded in the audit trail; a passkey's challenge is consumed, whatever the response.
    if (!/auth\/login|(authenticators|stepUp)\/passkey$/.test(call)) await unchanged(before)
  })
})
