/** A change under dual control. */
import { expect } from 'vitest'
import type { Caller } from './harness.ts'

/** One person requests the change and another approves it. A record that exists is changed at the revision that it has now. */
export async function byTwo(maker: Caller, checker: Caller, method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}): Promise<void> {
  const seen = method === 'POST' ? {} : { _rev: (await maker.call('GET', path)).json<{ data: { _rev?: number } }>().data._rev }
  const asked = await maker.call(method, path, { ...seen, ...body, _reason: 'As agreed' })
  expect(asked.statusCode, asked.body).toBe(202)
  const { request } = asked.json<{ request: { type: string; key: string } }>()
  const approved = await checker.call('POST', `documents/${request.type}/${request.key}/actions/approve`, {})
  expect(approved.statusCode, approved.body).toBe(200)
}
