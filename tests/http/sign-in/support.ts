/** Helpers for the sign-in tests: calls without a session, and mailed messages. */
import type { LightMyRequestResponse } from 'fastify'
import { createRunner } from '../../../src/server/jobs/runner.ts'
import { SIGN_IN_JOBS } from '../../../src/server/sign-in/sign-in-jobs.ts'
import type { TestApp } from '../harness.ts'

export interface Told { message: string; code?: string; errors?: { path: string; rule: string; message: string }[]; data: Record<string, unknown> }

/** A call without a session. */
export function post(test: TestApp, path: string, body: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
  return test.inject({ method: 'POST', url: `/api/v1/hrmis/auth/${path}`, payload: body, headers })
}

export function told(answer: LightMyRequestResponse): Told {
  return answer.json<Told>()
}

/** Runs every waiting job. */
export async function doJobs(test: TestApp): Promise<void> {
  const runner = createRunner(test.services, { handlers: SIGN_IN_JOBS })
  while ((await runner.runOnce()) > 0);
}

/** Messages to the user, newest first. */
export async function messagesTo(test: TestApp, email: string): Promise<{ subject: string; text: string; is_secret: boolean }[]> {
  return test.services.database.kysely.selectFrom('outbox').select(['subject', 'text', 'is_secret']).where('recipient', '=', email).orderBy('id', 'desc').execute()
}

/** The token of the last mailed link. */
export async function mailedLink(test: TestApp, email: string): Promise<string> {
  const [message] = await messagesTo(test, email)
  return /\/auth\/setPassword\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
}

/** Kinds of session events of an actor (user id or typed name), oldest first. */
export async function trail(test: TestApp, email: string): Promise<string[]> {
  const { kysely } = test.services.database
  const user = await kysely.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  const rows = await kysely.selectFrom('events').select('kind').where('type', '=', 'session').where('actor', '=', user?.id ?? email).orderBy('id').execute()
  return rows.map((row) => row.kind)
}

export const sessionStatus = async (test: TestApp, token: string): Promise<number> =>
  (await test.inject({ method: 'GET', url: '/api/v1/hrmis/auth/session', headers: { authorization: `Bearer ${token}` } })).statusCode
