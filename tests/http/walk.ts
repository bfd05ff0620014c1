/** Helpers for every walk through the life of a document: users by name, calls that succeed or are refused, and changes of the date. */
import { expect } from 'vitest'
import type { Caller, TestApp } from './harness.ts'
import { openEntry, snapshot } from './petty-cash-cases.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Reply<T> {
  data: T
  message: string
  code?: string
  page?: { count: number }
  tiles?: Record<string, number>
  errors?: { path: string; message: string }[]
  warnings?: { path: string; message: string }[]
}

export interface Walk<Data> {
  /** The user of that name, signed in. */
  who(name: string): Promise<Caller>
  /** Sets another day or instant: everybody signs in again. */
  onDay(moment: string): void
  call<T = Data>(name: string, method: Method, path: string, body?: object): Promise<{ status: number; body: Reply<T> }>
  /** The response of a call that must succeed. */
  done<T = Data>(name: string, method: Method, path: string, body?: object): Promise<Reply<T>>
  /** The message of a call that must be refused without changing anything. */
  refused(name: string, method: Method, path: string, body?: object): Promise<string>
  /** Decides the entry of the document that waits for the user. */
  decide(name: string, no: string, decision?: string, more?: object): Promise<void>
}

/** @param app called once it has started. */
export function walkIn<Data>(app: () => TestApp): Walk<Data> {
  const people = new Map<string, Caller>()

  async function who(name: string): Promise<Caller> {
    const known = people.get(name) ?? (await app().signIn(`${name}@mazingira.example`))
    people.set(name, known)
    return known
  }
  async function call<T = Data>(name: string, method: Method, path: string, body?: object): Promise<{ status: number; body: Reply<T> }> {
    const answer = await (await who(name)).call(method, path, body)
    return { status: answer.statusCode, body: answer.json<Reply<T>>() }
  }
  async function done<T = Data>(name: string, method: Method, path: string, body?: object): Promise<Reply<T>> {
    const { status, body: reply } = await call<T>(name, method, path, body)
    expect(status, JSON.stringify(reply)).toBeLessThan(300)
    return reply
  }
  async function refused(name: string, method: Method, path: string, body?: object): Promise<string> {
    await who(name)
    const before = await snapshot(app(), ['sessions'])
    const { status, body: reply } = await call(name, method, path, body)
    expect(status, JSON.stringify(reply)).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await snapshot(app(), ['sessions'])).toEqual(before)
    return [reply.message, ...(reply.errors ?? []).map((one) => one.message)].join(' | ')
  }
  async function decide(name: string, no: string, decision = 'approve', more: object = {}): Promise<void> {
    const { entryNo } = await openEntry(await who(name), no)
    await done(name, 'POST', `approvals/${decision}`, { entryNo, ...more })
  }
  function onDay(moment: string): void {
    app().clock.set(new Date(moment.length === 10 ? `${moment}T09:00:00+03:00` : moment))
    people.clear()
  }
  return { who, onDay, call, done, refused, decide }
}
