/**
 * The clock is set forward a day and back, or back an hour, during work: it locks nobody out, nothing lasts a day longer, nothing stops.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BACKGROUND_HEADER } from '../../src/contract/index.ts'
import { scheduleSeal, SEAL_JOBS } from '../../src/server/audit/seal-job.ts'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { tidy } from '../../src/server/sign-in/tidy.ts'
import { addJob, claimJob, failJob, finishJob } from '../../src/server/store/delivery/jobs.ts'
import { claimOutbox, queueNotices } from '../../src/server/store/delivery/outbox.ts'
import { countTry, countHit, lockedUntil } from '../../src/server/store/requests/throttles.ts'
import { mailedCode, ONE_KIND, PASSWORD, startApp, type TestApp } from './harness.ts'
import { NO_CEILINGS, raise } from './petty-cash-cases.ts'
import { post, sessionStatus, told } from './sign-in/support.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WANJIKU = 'wanjiku@mazingira.example'
const JUMPS: [string, number][] = [['an hour', HOUR], ['a day', DAY]]

describe.each(ONE_KIND)('a server on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind, settings: NO_CEILINGS }) })
  afterAll(() => test.stop())
  afterEach(() => { vi.restoreAllMocks() })

  const session = (): Promise<{ seen_at: Date; expires_at: Date }> =>
    test.services.database.kysely.selectFrom('sessions').select(['seen_at', 'expires_at']).orderBy('seen_at', 'desc').orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()

  describe.each(JUMPS)('a clock that was %s ahead and is set back', (_how, jump) => {
    it('keeps a session that began meanwhile, which then idles and ends as usual', async () => {
      await test.services.database.kysely.deleteFrom('sessions').execute()
      test.clock.advance(jump)
      const { token } = await test.signIn(WANJIKU)
      test.clock.advance(-jump)
      expect(await sessionStatus(test, token)).toBe(200)
      const now = test.clock.now().getTime()
      const { seen_at: seenAt, expires_at: expiresAt } = await session()
      expect([seenAt.getTime(), expiresAt.getTime() <= now + 12 * HOUR + MINUTE]).toEqual([now, true])
      test.clock.advance(31 * MINUTE)
      expect(await sessionStatus(test, token)).toBe(401)
    })

    it('does not keep a session alive that has only background calls, or none', async () => {
      await test.services.database.kysely.deleteFrom('sessions').execute()
      test.clock.advance(jump)
      const [polled, left] = [await test.signIn(WANJIKU), await test.signIn(WANJIKU)]
      test.clock.advance(-jump)
      const poll = async (): Promise<number> => (await polled.call('GET', 'company', undefined, { [BACKGROUND_HEADER]: '1' })).statusCode
      expect(await poll()).toBe(200)
      // As a sign-in does from time to time.
      await tidy(test.services)
      test.clock.advance(31 * MINUTE)
      expect([await poll(), await sessionStatus(test, left.token)]).toEqual([401, 401])
    })

    it('neither prolongs a lockout nor ends it early', async () => {
      test.clock.advance(jump)
      for (let tries = 0; tries < 5; tries += 1) await post(test, 'login', { email: WANJIKU, password: 'not-this-one' })
      test.clock.advance(-jump)
      const right = { email: WANJIKU, password: PASSWORD, device_name: 'test' }
      const locked = await post(test, 'login', right)
      expect([locked.statusCode, told(locked).message]).toEqual([429, 'Too many failed attempts. Try again in 15 minutes.'])
      test.clock.advance(14 * MINUTE)
      expect((await post(test, 'login', right)).statusCode).toBe(429)
      test.clock.advance(2 * MINUTE)
      expect((await post(test, 'login', right)).statusCode).toBe(200)
    })

    it('neither prolongs the window of a limit nor forgets its hits', async () => {
      const { database: { kysely: db }, clock } = test.services
      const bucket = `test:${jump}`
      const hit = (): Promise<boolean> => countHit(db, bucket, { max: 2, windowMs: HOUR }, clock.now())
      test.clock.advance(jump + 10 * MINUTE)
      const before = [await hit(), await hit()]
      test.clock.advance(-jump - 10 * MINUTE)
      const after = await hit()
      test.clock.advance(HOUR + MINUTE)
      expect([...before, after, await hit()]).toEqual([true, true, false, true])
    })

    it('ends a sign-in that awaits its code, and the next sign-in gets a code at once', async () => {
      const zawadi = { email: 'zawadi@uwezo.example', password: PASSWORD }
      const begin = async (): Promise<string> => {
        const answer = await post(test, 'login', zawadi)
        expect(answer.statusCode, answer.body).toBe(200)
        return told(answer).data['challenge'] as string
      }
      test.clock.advance(jump)
      const ahead = await begin()
      const code = await mailedCode(test.services, zawadi.email)
      test.clock.advance(-jump)
      expect(told(await post(test, '2fa/verify', { challenge: ahead, code })).code).toBe('challenge-ended')
      const challenge = await begin()
      expect((await post(test, '2fa/verify', { challenge, code: await mailedCode(test.services, zawadi.email) })).statusCode).toBe(200)
      test.clock.advance(2 * HOUR)
    })

    it('leaves new and failed jobs due at once, and a claimed job claimed until its lock ends', async () => {
      const { database: { kysely: db }, clock } = test.services
      await db.deleteFrom('jobs').execute()
      test.clock.advance(jump)
      for (const name of ['new', 'failed', 'held']) await addJob(db, { kind: name, runAt: clock.now() })
      const [, failed, held] = [await claimJob(db, clock.now(), 120), await claimJob(db, clock.now(), 120), await claimJob(db, clock.now(), 120)]
      await db.updateTable('jobs').set({ locked_until: null, attempts: 0 }).where('kind', '=', 'new').execute()
      await failJob(db, failed?.id ?? 0, 'no', new Date(clock.now().getTime() + HOUR))
      test.clock.advance(-jump)
      const kindsNow = async (): Promise<string[]> => {
        const kinds: string[] = []
        for (let job = await claimJob(db, clock.now(), 120); job !== undefined; job = await claimJob(db, clock.now(), 120)) {
          kinds.push(job.kind)
          await finishJob(db, job.id, clock.now())
        }
        return kinds
      }
      expect([failed?.kind, held?.kind, await kindsNow()]).toEqual(['failed', 'held', ['new', 'failed']])
      test.clock.advance(3 * MINUTE)
      expect(await kindsNow()).toEqual(['held'])
    })

    it('keeps recurring jobs on schedule, neither repeated without a pause nor delayed by the jump', async () => {
      const { database: { kysely: db } } = test.services
      await db.deleteFrom('jobs').execute()
      const runner = createRunner(test.services, { handlers: SEAL_JOBS, timetable: [scheduleSeal] })
      const counter = vi.spyOn(performance, 'now')
      let minutes = 0
      // Every minute of the counter, as a running server does.
      const rounds = async (): Promise<number> => {
        minutes += 2
        counter.mockReturnValue(minutes * MINUTE)
        let done = 0
        while ((await runner.runOnce()) > 0) done += 1
        return done
      }
      expect([await rounds(), await rounds()]).toEqual([1, 0])
      test.clock.advance(jump)
      // First what became due since, then what is due now.
      expect([await rounds(), await rounds()]).toEqual([2, 0])
      test.clock.advance(-jump)
      expect([await rounds(), await rounds()]).toEqual([1, 0])
      // The run that the clock ahead did before its time, and what is due now.
      test.clock.advance(10 * MINUTE)
      expect([await rounds(), await rounds()]).toEqual([2, 0])
      test.clock.advance(5 * MINUTE)
      expect(await rounds()).toBe(1)
    })

    it('lets a recurring job run when it is due, though a server whose clock was still ahead has done it before', async () => {
      const { database: { kysely: db }, clock } = test.services
      await db.deleteFrom('jobs').execute()
      const runAt = new Date(clock.now().getTime() + 5 * MINUTE)
      expect(await addJob(db, { kind: 'sealing', runAt, uniqueKey: 'sealing 1' })).toBe(true)
      const ahead = new Date(clock.now().getTime() + Math.max(jump, 6 * MINUTE))
      const early = await claimJob(db, ahead, 120)
      await finishJob(db, early?.id ?? 0, new Date(runAt.getTime() + Math.max(jump, 6 * MINUTE)))
      expect(await addJob(db, { kind: 'sealing', runAt, uniqueKey: 'sealing 1' })).toBe(true)
      expect(await addJob(db, { kind: 'sealing', runAt, uniqueKey: 'sealing 1' })).toBe(false)
      expect((await claimJob(db, runAt, 120))?.kind).toBe('sealing')
    })

    it('leaves mail due at once, and none is claimed twice at the same time', async () => {
      const { database: { kysely: db }, clock } = test.services
      await db.deleteFrom('outbox').execute()
      await queueNotices(db, [{ company: 'MRT', recipient: WANJIKU, subject: 'one', text: 'one' }])
      await db.updateTable('outbox').set({ next_attempt_at: new Date(clock.now().getTime() + jump) }).execute()
      expect((await claimOutbox(db, 10, clock.now())).length).toBe(1)
      expect((await claimOutbox(db, 10, clock.now())).length).toBe(0)
      test.clock.advance(jump)
      expect((await claimOutbox(db, 10, clock.now())).length).toBe(1)
      test.clock.advance(-jump)
      expect((await claimOutbox(db, 10, clock.now())).length).toBe(1)
      expect((await claimOutbox(db, 10, clock.now())).length).toBe(0)
    })

    it('does not change the order of events in a history', async () => {
      const { no, _rev } = await raise(await test.signIn(WANJIKU))
      const change = async (values: object): Promise<number> => (await (await test.signIn(WANJIKU)).call('PATCH', `documents/petty-cash/${no}`, values)).statusCode
      test.clock.advance(jump)
      const ahead = await change({ description: 'Breakfast', _rev })
      test.clock.advance(-jump)
      expect([ahead, await change({ description: 'Supper', _rev: _rev + 1 })]).toEqual([200, 200])
      const answer = await (await test.signIn(WANJIKU)).call('GET', `documents/petty-cash/${no}/events`)
      const events = answer.json<{ data: { at: string }[] }>().data
      expect(JSON.stringify(events[1])).toContain('Breakfast')
      expect(JSON.stringify(events[2])).toContain('Supper')
      expect((events[1]?.at ?? '') > (events[2]?.at ?? '')).toBe(true)
    })
  })

  it('a session in use continues when the clock is set back an hour, and idles from then on', async () => {
    const { token } = await test.signIn(WANJIKU)
    test.clock.advance(-HOUR)
    expect(await sessionStatus(test, token)).toBe(200)
    test.clock.advance(29 * MINUTE)
    expect(await sessionStatus(test, token)).toBe(200)
    test.clock.advance(31 * MINUTE)
    expect(await sessionStatus(test, token)).toBe(401)
  })

  it('a lock lasts its 15 minutes, and no longer, when the clock is set back an hour', async () => {
    const { database: { kysely: db }, clock } = test.services
    const lock = { max: 1, windowMs: HOUR, lockMs: 15 * MINUTE }
    await countTry(db, 'test:back', lock, clock.now())
    test.clock.advance(-HOUR)
    expect((await lockedUntil(db, 'test:back', lock, clock.now()))?.getTime()).toBe(clock.now().getTime() + 15 * MINUTE)
    test.clock.advance(10 * MINUTE)
    expect((await lockedUntil(db, 'test:back', lock, clock.now()))?.getTime()).toBe(clock.now().getTime() + 5 * MINUTE)
    test.clock.advance(6 * MINUTE)
    expect(await lockedUntil(db, 'test:back', lock, clock.now())).toBeUndefined()
  })
})
