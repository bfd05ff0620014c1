import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BootstrapAnswer, LiveCounts, LiveEvent, UserRow } from '../../src/contract/index.ts'
import type { LiveHub } from '../../src/server/live/live-hub.ts'
import { notifyLater } from '../../src/server/store/connection/hints.ts'
import { addNotifications, markRead } from '../../src/server/store/delivery/notifications.ts'
import { revokeSessionsOf } from '../../src/server/store/sign-in/sessions.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { openStream, type Listener } from './live-events.ts'
import { NO_CEILINGS, openEntry, raise, raiseAndSend, type Reply } from './petty-cash-cases.ts'

const MINUTE = 60_000
const is = (name: LiveEvent['event'], data: object = {}) => (event: LiveEvent): boolean => event.event === name && Object.entries(data).every(([key, value]) => (event.data as Record<string, unknown>)[key] === value)

describe.each(ONE_KIND)('live events on %s', (kind) => {
  let test: TestApp
  /** Another process on the same database; the embedded one has only one. */
  let other: TestApp
  let open: Listener[] = []
  const people: Record<string, Caller> = {}

  beforeAll(async () => {
    const settings = { ...NO_CEILINGS, USC: { minor_settings: { '2fa': false } }, MRT: { ...NO_CEILINGS.MRT, minor_settings: { switch_company: true } } }
    test = await startApp({ kind, settings })
    other = test.databaseUrl === undefined ? test : await startApp({ kind, database: test.databaseUrl })
    for (const app of new Set([test, other])) await app.app.listen({ port: 0, host: '127.0.0.1' })
    for (const name of ['wanjiku', 'otieno', 'halima', 'joyce', 'chebet']) people[name] = await test.signIn(`${name}@mazingira.example`)
    people['hassan'] = await test.signIn('hassan@baraka.example')
  })
  afterAll(async () => {
    if (other !== test) await other.stop()
    await test.stop()
  })
  afterEach(() => {
    for (const listener of open) listener.stop()
    open = []
  })

  const who = (name: string): Caller => {
    const person = people[name]
    if (!person) throw new Error(`${name} is not signed in.`)
    return person
  }
  const hub = (): LiveHub => other.app.live
  /** Listens, in the other process if there is one. */
  async function listen(token: string, app = other): Promise<Listener> {
    const listener = await openStream(app, token)
    open.push(listener)
    if (listener.status === 200) await listener.next(is('sync'))
    return listener
  }
  /** The events so far, without the one that this sends itself to ensure that no others are pending. */
  async function told(listener: Listener, name: string): Promise<LiveEvent[]> {
    const notice = { ...(await userOf(name)), kind: 'notice', title: 'Last', text: 'Last', path: null, type: null, key: null, at: test.clock.now() }
    const { database } = test.services
    await database.transaction((tx) => addNotifications(tx, [notice]))
    const { id } = await database.kysely.selectFrom('notifications').select((eb) => eb.fn.max('id').as('id')).executeTakeFirstOrThrow()
    const last = await listener.next(is('notification', { id }))
    return listener.events.filter((event) => event !== last && event.event !== 'sync' && event.event !== 'badge')
  }
  async function userOf(name: string): Promise<{ userId: string; company: string }> {
    const row = await test.services.database.kysely.selectFrom('users').select(['id', 'default_company']).where('email', 'like', `${name}@%`).executeTakeFirstOrThrow()
    return { userId: row.id, company: row.default_company }
  }

  it('begin with the counts of the badges, and update them without a reload', async () => {
    const listener = await listen(who('otieno').token)
    expect(listener.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect([listener.headers.get('content-encoding'), listener.headers.get('cache-control')]).toEqual([null, 'no-store, no-transform'])
    const first = listener.events[0]?.data as { approvals: number; unread: number }
    const { no } = await raiseAndSend(who('wanjiku'))
    const told = await listener.next(is('notification', { kind: 'assigned' }))
    expect(Object.keys(told.data).sort()).toEqual(['id', 'kind'])
    await listener.shows({ approvals: first.approvals + 1, unread: first.unread + 1 })
    await who('otieno').call('POST', 'notifications/read', { ids: [(told.data as { id: number }).id] })
    await listener.shows({ approvals: first.approvals + 1, unread: first.unread })
    const { entryNo } = await openEntry(who('otieno'), no)
    await who('otieno').call('POST', 'approvals/approve', { entryNo })
    await listener.shows(first)
  })

  it('tell the counts after each change, also if they are those of the last event: the portal reads other counts in the answers to its calls', async () => {
    const notice = { ...(await userOf('otieno')), kind: 'notice', title: 'One', text: 'One', path: null, type: null, key: null, at: test.clock.now() }
    const { database } = test.services
    const listener = await listen(who('otieno').token)
    await database.transaction((tx) => addNotifications(tx, [notice]))
    const { id } = (await listener.next(is('notification'))).data as { id: number }
    const { data: counts } = await listener.next(is('badge'))
    await database.transaction(async (tx) => {
      await markRead(tx, notice, { ids: [id] }, test.clock.now())
      await addNotifications(tx, [notice])
    })
    await listener.next(is('badge', { ...counts }))
  })

  it('announce a change to those who may read the document, its owner included, and to nobody else', async () => {
    const [owner, finance, approver, colleague, foreign] = await Promise.all(['wanjiku', 'joyce', 'otieno', 'chebet', 'hassan'].map((name) => listen(who(name).token)))
    if (!owner || !finance || !approver || !colleague || !foreign) throw new Error('Not everybody listens.')
    const { no } = await raise(who('wanjiku'))
    await owner.next(is('changed', { type: 'petty-cash', key: no }))
    await finance.next(is('changed', { type: 'petty-cash', key: no }))
    await who('wanjiku').call('POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    // It concerns the approver from now on.
    await approver.next(is('changed', { type: 'petty-cash', key: no }))
    expect(await told(colleague, 'chebet')).toEqual([])
    expect(await told(foreign, 'hassan')).toEqual([])
    expect(owner.events.every((event) => !('title' in event.data) && JSON.stringify(event.data).length < 100)).toBe(true)
  })

  it('announce a deletion to the owner, and not to a colleague', async () => {
    const [owner, colleague] = [await listen(who('wanjiku').token), await listen(who('chebet').token)]
    const { no } = await raise(who('wanjiku'))
    await owner.next(is('changed', { type: 'petty-cash', key: no }))
    expect((await who('wanjiku').call('DELETE', `documents/petty-cash/${no}`)).statusCode).toBe(200)
    await owner.next(is('changed', { type: 'petty-cash', key: no }))
    expect(await told(colleague, 'chebet')).toEqual([])
  })

  it('announce nothing of a transaction that was rolled back', async () => {
    const listener = await listen(who('wanjiku').token)
    const { no } = await raise(who('wanjiku'))
    await listener.next(is('changed', { key: no }))
    const notice = { ...(await userOf('wanjiku')), kind: 'notice', title: 'Never', text: 'Never', path: null, type: null, key: null, at: test.clock.now() }
    const refused = test.services.database.transaction(async (tx) => {
      await addNotifications(tx, [notice])
      throw new Error('undone')
    })
    await expect(refused).rejects.toThrow('undone')
    expect(await told(listener, 'wanjiku')).toEqual([{ event: 'changed', data: { type: 'petty-cash', key: no } }])
  })

  it('make a person reload when the settings of their company change, and not when those of another do', async () => {
    const administrator = await test.signIn('admin@mazingira.example')
    const [own, foreign] = [await listen(who('wanjiku').token), await listen(who('hassan').token)]
    expect((await administrator.call('POST', 'admin/updateSettings', { analytics_settings: { url: 'https://figures.example/' } })).statusCode).toBe(200)
    await own.next(is('sync'))
    expect(foreign.events.filter(is('sync'))).toHaveLength(1)
  })

  it('make a person reload when they hold an approval entry for the first time, and not at the second', async () => {
    const juma = await test.signIn('juma@mazingira.example')
    const { employee: to } = await test.services.database.kysely.selectFrom('users').select('employee').where('email', '=', 'juma@mazingira.example').executeTakeFirstOrThrow()
    const { no } = await raiseAndSend(who('wanjiku'))
    const [listener, colleague] = [await listen(juma.token), await listen(who('chebet').token)]
    const { approvals, unread } = listener.events.map(({ data }) => data as LiveCounts)[0] ?? expect.fail('nothing was told')
    expect(approvals).toBe(0)
    expect((await who('otieno').call('POST', 'approvals/delegate', { entryNo: (await openEntry(who('otieno'), no)).entryNo, to })).statusCode).toBe(200)
    const sync = await listener.next(is('sync', { approvals: 1, unread: unread + 1 }))
    expect(listener.events.indexOf(sync)).toBeLessThan(listener.events.findIndex(is('changed', { key: no })))
    await told(colleague, 'chebet')
    expect(colleague.events.filter(is('sync'))).toHaveLength(1)

    // The second one changes only the counts.
    const { no: second } = await raiseAndSend(who('wanjiku'))
    await who('otieno').call('POST', 'approvals/delegate', { entryNo: (await openEntry(who('otieno'), second)).entryNo, to })
    await listener.shows({ approvals: 2, unread: unread + 2 })
    expect(listener.events.filter(is('sync'))).toHaveLength(2)
  })

  it('make an approver without an employee number reload, who has approvals in the menu from then on', async () => {
    const visitor = await test.signIn('visitor@mazingira.example')
    const seen = async (): Promise<{ inMenu: boolean; verbs: string[] | undefined }> => {
      const { menu, types } = (await visitor.call('GET', 'portal/bootstrap')).json<{ data: BootstrapAnswer }>().data
      return { inMenu: menu.some(({ id }) => id === 'approvals'), verbs: types['petty-cash']?.can }
    }
    const { userId } = await userOf('visitor')
    const { no } = await raiseAndSend(who('wanjiku'))
    const listener = await listen(visitor.token)
    expect(await seen()).toEqual({ inMenu: false, verbs: undefined })
    await test.services.database.transaction(async (tx) => {
      await tx.updateTable('approval_entries').set({ approver: `user:${userId}` }).where('document_key', '=', no).execute()
      notifyLater(tx, { kind: 'document', company: 'MRT', type: 'petty-cash', key: no, owner: null, by: '' })
    })
    await listener.next(is('sync', { approvals: 1 }))
    expect(await seen()).toEqual({ inMenu: true, verbs: ['get'] })
  })

  it('make a person reload when the rights of their account change', async () => {
    const [administrator, listener] = [await test.signIn('admin@mazingira.example'), await listen(who('chebet').token)]
    const row = (await administrator.call('GET', 'admin/users?search=chebet@')).json<{ data: UserRow[] }>().data[0]
    const save = async (more: object): Promise<number> => (await administrator.call('POST', `admin/updateUser/${row?.id ?? ''}`, { name: row?.name, email: row?.email, employee: row?.employee, default_company: row?.default_company, ...more })).statusCode
    expect(await save({ portal_admin: true })).toBe(200)
    await listener.next(is('sync'))
    expect(await save({ portal_admin: false })).toBe(200)
    await listener.next(is('sync'))
  })

  it('announce no further changes to a person who may no longer read them, even if nothing announced that', async () => {
    const listener = await listen(who('joyce').token)
    const { userId } = await userOf('joyce')
    const db = test.services.database.kysely
    const { roles } = await db.selectFrom('users').select('roles').where('id', '=', userId).executeTakeFirstOrThrow()
    const give = (given: string[]): Promise<unknown> => db.updateTable('users').set({ roles: given }).where('id', '=', userId).execute()
    const { no } = await raise(who('wanjiku'))
    await listener.next(is('changed', { key: no }))
    await give([])
    try {
      // Its user is reloaded within four heartbeats.
      for (let round = 0; round < 4; round++) await hub().heartbeat()
      const { no: next } = await raise(who('wanjiku'))
      expect(await told(listener, 'joyce')).not.toContainEqual({ event: 'changed', data: { type: 'petty-cash', key: next } })
    } finally {
      await give(roles)
    }
  })

  describe('end', () => {
    const ends: { name: string; end: (caller: Caller) => Promise<unknown> }[] = [
      { name: 'when the person signs out', end: (caller) => caller.call('POST', 'hrmis/auth/logout') },
      { name: 'when another session ends this one', end: async () => (await test.signIn('halima@mazingira.example')).call('POST', 'hrmis/auth/sessions/revokeOthers') },
      { name: 'when all sessions of the account are revoked', end: async () => {
        const { userId } = await userOf('halima')
        await test.services.database.transaction(async (tx) => {
          await revokeSessionsOf(tx, userId, test.clock.now())
        })
      } },
    ]
    it.each(ends.map((one) => [one.name, one] as const))('%s', async (_, { end }) => {
      const caller = await test.signIn('halima@mazingira.example')
      const listener = await listen(caller.token)
      await end(caller)
      expect((await listener.next(is('end'))).data).toEqual({ reason: 'session' })
      await listener.ended()
      expect((await openStream(other, caller.token)).status).toBe(401)
    })

    it('when the person switches company, whose new stream has no events of the former company', async () => {
      const { userId } = await userOf('halima')
      await test.services.database.kysely.updateTable('users').set({ companies: ['MRT', 'USC'] }).where('id', '=', userId).execute()
      const caller = await test.signIn('halima@mazingira.example')
      const listener = await listen(caller.token)
      const answer = await caller.call('POST', 'hrmis/auth/setCompany', { default_company: 'USC' })
      expect(answer.statusCode, answer.body).toBe(200)
      await listener.next(is('end', { reason: 'session' }))
      await listener.ended()
      const { token } = answer.json<{ data: { token: string } }>().data
      const next = await listen(token)
      // Events of the company that was left are not sent in the other.
      await raiseAndSend(who('wanjiku'))
      await test.services.database.kysely.updateTable('users').set({ default_company: 'USC' }).where('id', '=', userId).execute()
      expect(await told(next, 'halima')).toEqual([])
      await test.services.database.kysely.updateTable('users').set({ companies: ['MRT'], default_company: 'MRT' }).where('id', '=', userId).execute()
    })

    it.each([['idles', 31], ['is 12 hours old', 12 * 60 + 1]] as const)('when the session %s, which listening does not prevent', async (_, minutes) => {
      const clocks = new Set([test.clock, other.clock])
      const caller = await test.signIn('halima@mazingira.example')
      const listener = await listen(caller.token)
      for (let passed = 0; passed < minutes; passed += 20) {
        for (const clock of clocks) clock.advance(Math.min(20, minutes - passed) * MINUTE)
        if (minutes > 60 && passed + 20 < minutes) await caller.call('GET', 'company')
        if (minutes < 60 && passed + 20 < minutes) await caller.call('GET', 'notifications', undefined, { 'x-background': '1' })
        await hub().heartbeat()
      }
      await listener.next(is('end', { reason: 'session' }))
      await listener.ended()
      for (const name of ['wanjiku', 'otieno', 'halima', 'joyce', 'chebet']) people[name] = await test.signIn(`${name}@mazingira.example`)
      people['hassan'] = await test.signIn('hassan@baraka.example')
    })

    it('when the server stops, without waiting for them', async () => {
      const third = await startApp({ kind, now: test.clock.now().toISOString(), ...(test.databaseUrl !== undefined && { database: test.databaseUrl }) })
      await third.app.listen({ port: 0, host: '127.0.0.1' })
      const caller = await third.signIn('joyce@mazingira.example')
      const listener = await listen(caller.token, third)
      const began = Date.now()
      await third.stop()
      expect(Date.now() - began).toBeLessThan(3_000)
      await listener.next(is('end', { reason: 'stopping' }))
      await listener.ended()
    })
  })

  it('do not count as use of the session, and a heartbeat sends a ping', async () => {
    const caller = await test.signIn('halima@mazingira.example')
    const seen = async (): Promise<unknown> => test.services.database.kysely.selectFrom('sessions').select((eb) => eb.fn.max('seen_at').as('at')).where('user_id', '=', (await userOf('halima')).userId).executeTakeFirst()
    const before = await seen()
    for (const clock of new Set([test.clock, other.clock])) clock.advance(5 * MINUTE)
    const listener = await listen(caller.token)
    await hub().heartbeat()
    expect(await seen()).toEqual(before)
    const until = Date.now() + 2_000
    while (listener.pings === 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(listener.pings).toBe(1)
    await caller.call('GET', 'company')
    expect(await seen()).not.toEqual(before)
  })

  it('are limited to four streams of a session, and a fifth is refused until one of them ends', async () => {
    const { token } = await test.signIn('halima@mazingira.example')
    const streams = [await listen(token), await listen(token), await listen(token), await listen(token)]
    const fifth = await fetch(`http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}/api/v1/events/stream`, { headers: { authorization: `Bearer ${token}` } })
    expect([fifth.status, ((await fifth.json()) as Reply).code]).toEqual([429, 'too-many-streams'])
    streams[0]?.stop()
    const until = Date.now() + 3_000
    while (hub().size > 3 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await listen(token)).status).toBe(200)
  })

  it('do not accept a token in the query', async () => {
    const { port } = other.app.server.address() as AddressInfo
    for (const address of ['events/stream', `events/stream?token=${who('otieno').token}`]) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${address}`)
      // An unread body keeps the connection open, which delays the server's stop.
      await answer.text()
      expect(answer.status).toBe(401)
    }
  })

  it('do not accumulate for a client that does not read, which must reload when it reads again, and is dropped if it does not', async () => {
    const { token } = await test.signIn('halima@mazingira.example')
    const { userId, company } = await userOf('halima')
    const { port } = other.app.server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    socket.on('data', (chunk: Buffer) => { text += chunk.toString() })
    const opened = vi.spyOn(hub(), 'open')
    socket.write(`GET /api/v1/events/stream HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${token}\r\n\r\n`)
    const until = async (isSo: () => boolean): Promise<void> => {
      for (const end = Date.now() + 5_000; !isSo();) {
        if (Date.now() > end) throw new Error(`It did not come to that. ${text.slice(-300)}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    await until(() => text.includes('event: sync'))
    socket.pause()
    const [answered] = opened.mock.results
    opened.mockRestore()
    if (answered?.type !== 'return') throw new Error('The stream was not opened.')
    const stream = answered.value
    // More than the sockets of both sides can buffer, and then more.
    const overfill = async (): Promise<number> => {
      let [longest, more] = [0, 5_000]
      for (let count = 0; count < 1_000_000 && more > 0; count++) {
        stream.send({ event: 'notification', data: { id: count, kind: 'notice' } })
        if (count % 500 === 0) await new Promise((resolve) => setImmediate(resolve))
        longest = Math.max(longest, stream.readable.readableLength)
        if (longest > 16_000) more -= 1
      }
      expect(more).toBe(0)
      return longest
    }
    expect(await overfill()).toBeLessThan(17_000)
    const syncs = text.split('event: sync').length
    socket.resume()
    await until(() => text.split('event: sync').length > syncs)
    await addNotifications(test.services.database.kysely, [{ company, userId, kind: 'notice', title: 'Again', text: 'Again', path: null, type: null, key: null, at: test.clock.now() }])
    const seen = text.length
    await until(() => text.slice(seen - 200).includes('event: badge'))
    socket.pause()
    await overfill()
    // A client that never reads again is dropped.
    for (let round = 0; round < 3; round++) await hub().heartbeat()
    expect(stream.readable.destroyed).toBe(true)
    socket.destroy()
  })

  it.skipIf(kind === 'pglite')('continue after notifications in the database that no server would send', async () => {
    const listener = await listen(who('otieno').token)
    for (const payload of ['', 'nonsense', 'null', '{"from":1}']) await sql`select pg_notify('dirisha_hints', ${payload})`.execute(test.services.database.kysely)
    await listener.next(is('sync'))
    await raiseAndSend(who('wanjiku'))
    await listener.next(is('notification', { kind: 'assigned' }))
    expect(listener.isEnded).toBe(false)
  })

  it.skipIf(kind === 'pglite')('resume after the connection to the database was lost, with a reload of what was missed', async () => {
    const listener = await listen(who('otieno').token)
    const { approvals, unread } = listener.events.map(({ data }) => data as LiveCounts)[0] ?? expect.fail('nothing was told')
    const before = listener.events.length
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dirisha-live' and datname = current_database()`.execute(test.services.database.kysely)
    const { no } = await raiseAndSend(who('wanjiku'))
    // Which of them brings it depends on whether the connection was back by then.
    const since = (event: LiveEvent): boolean => listener.events.indexOf(event) >= before
    await listener.next((event) => event.event === 'sync' && since(event))
    await listener.shows({ approvals: approvals + 1, unread: unread + 1 })
    const { entryNo } = await openEntry(who('otieno'), no)
    await who('otieno').call('POST', 'approvals/reject', { entryNo, reason: 'No' })
    await listener.next(is('badge', { approvals }))
  })
})
