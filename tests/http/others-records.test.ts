/**
 * A user who cannot read a record of their own company can do nothing else with it either: all users, every type, every call that names a
 * record. Only `npm run attack` tries them all.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeRecord } from '../store/support.ts'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, NO_LIMITS, startApp, type Caller, type TestApp } from './harness.ts'
import { raise, snapshot } from './petty-cash-cases.ts'

const OTHERS = 'OTHERS-1'
const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'

describe.runIf(ATTACK !== undefined).each(KINDS)("others' records on %s", (kind) => {
  let test: TestApp
  let file: string
  beforeAll(async () => {
    test = await startApp({ kind, environment: NO_LIMITS })
    const { attachments } = await raise(await test.signIn('wanjiku@mazingira.example'))
    file = attachments[0]?.id ?? NOBODYS_ID
    // Owned by an employee without an account or a supervisor.
    for (const [id, { states }] of Object.entries(test.engines.base().catalogue.types)) await storeRecord(test.services.database, test.engines.base().type(id), { key: OTHERS, owner: 'MRT-900', state: Object.values(states).find((one) => one.initial)?.name ?? '' })
  })
  afterAll(() => test.stop())

  type Call = ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?]

  /** Every call that names the record of the type. */
  function callsOf(id: string): Call[] {
    const { print, actions } = test.engines.base().type(id).manifest
    const base = `documents/${id}/${OTHERS}`
    return [
      ['GET', `${base}/events`], ['GET', `${base}/files/${file}`], ['PATCH', base, { description: 'Forged', _rev: 1 }], ['DELETE', `${base}?_rev=1`], ['DELETE', `${base}/files/${file}?_rev=1`],
      ...Object.keys(print).map((one): Call => ['GET', `${base}/print/${one}`]), ...[...Object.keys(actions), 'approve', 'reject'].map((one): Call => ['POST', `${base}/actions/${one}`, { reason: 'Forged', _rev: 1 }]),
    ]
  }

  async function signedIn(): Promise<Caller[]> {
    const rows = await test.services.database.kysely.selectFrom('users').select('email').where('default_company', '=', 'MRT').where('active', '=', true).where('password_hash', 'is not', null).orderBy('email').execute()
    const callers: Caller[] = []
    for (const { email } of rows) callers.push(await test.signIn(email))
    return callers
  }

  it('no call opens a record to a person who may not read it', { timeout: 1_200_000 }, async () => {
    const people = await signedIn()
    const before = await snapshot(test)
    const opened: string[] = []
    let tried = 0
    for (const id of Object.keys(test.engines.base().catalogue.types)) {
      for (const [number, who] of people.entries()) {
        const read = await who.call('GET', `documents/${id}/${OTHERS}`)
        if (read.statusCode === 200) continue
        for (const [method, path, body] of callsOf(id)) {
          tried += 1
          const { statusCode } = await who.call(method, path, body)
          if (statusCode < 400 || statusCode >= 500) opened.push(`person ${number}: ${method} ${path}: ${statusCode}`)
        }
        if ((await who.call('GET', `documents/${id}?limit=200&search=${OTHERS}`)).body.includes(`"${OTHERS}"`)) opened.push(`person ${number}: list of ${id}`)
      }
    }
    reportFigures(`others' records, by ${people.length} people`, kind, { tried, succeeded: opened.length })
    expect(opened).toEqual([])
    expect(tried).toBeGreaterThan(1_000)
    expect(await snapshot(test)).toEqual(before)
  })
})
