/**
 * Replays the demo's stories through the same API calls that the portal makes, each at its own time, so that document numbers, events,
 * approvals and messages are those of a real history.
 */
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '../../contract/index.ts'
import type { ApprovalEntry } from '../../contract/index.ts'
import { isDecision, wireName, type JsonObject } from '../../core/index.ts'
import { createMovableClock } from '../clock.ts'
import type { MovableClock } from '../clock.ts'
import type { Services } from '../services.ts'
import { finishRun } from '../jobs/run-jobs.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'
import { MAX_SESSION_MS } from '../sign-in/establish-session.ts'
import { createSession, purgeSessions } from '../store/sign-in/sessions.ts'
import { findUserByEmail } from '../store/users/users.ts'
import type { Demo, DemoStory } from './demo-file.ts'
import { instantOf, withDates } from './demo-time.ts'

/** A step that saves the document with other values. */
const UPDATE = 'update'

interface Moment { at: number; order: number; story: DemoStory; step: number; /** The real current date, from which relative dates are counted. */ today: string }

/** Replays all stories in chronological order. @throws Error with the story and the response when a call is rejected. */
export async function liveStories(services: Services, demo: Demo): Promise<void> {
  const zones = new Map(demo.companies.map((company) => [company.code, company.time_zone ?? 'Africa/Nairobi']))
  const now = services.clock.now()
  const moments = demo.stories
    .flatMap((story, order) => momentsOf(story, order, services.clock.today(zoneOf(zones, story)), zoneOf(zones, story), now))
    .sort((a, b) => a.at - b.at || a.order - b.order || a.step - b.step)
  if (moments.length === 0) return
  const clock = createMovableClock(services.clock.now())
  // Imported lazily to avoid a cycle: the application depends on the demo.
  const { buildApp } = await import('../app.ts')
  const app = await buildApp({ ...services, clock })
  const keys = new Map<DemoStory, string>()
  const caller = createCaller(app, services, clock)
  try {
    for (const moment of moments) await live(moment, caller, keys, { ...services, clock })
  } finally {
    await app.close()
    await purgeSessions(services.database.kysely, new Date(now.getTime() + MAX_SESSION_MS + 1))
  }
}

function zoneOf(zones: Map<string, string>, story: DemoStory): string {
  return zones.get(story.company) ?? 'Africa/Nairobi'
}

function momentsOf(story: DemoStory, order: number, today: string, zone: string, now: Date): Moment[] {
  const steps = (story.then ?? []).map((step, position) => ({ at: instantOf(step.at, today, zone, now), order, story, step: position, today }))
  return [{ at: instantOf(story.at, today, zone, now), order, story, step: -1, today }, ...steps]
}

type Call = (email: string, company: string, time: number, request: { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: JsonObject }) => Promise<JsonObject>

function createCaller(app: FastifyInstance, services: Services, clock: MovableClock): Call {
  const users = new Map<string, string>()
  return async (email, company, at, { method, path, body }) => {
    clock.set(new Date(at))
    const userId = users.get(email) ?? (await findUserByEmail(services.database.kysely, email))?.id
    if (userId === undefined) throw new Error(`The demo has a story of ${email}, who is no user.`)
    users.set(email, userId)
    const token = newToken()
    const now = clock.now()
    await createSession(services.database.kysely, {
      tokenHash: hashToken(token), userId, company, device: 'demo', ip: null, now, expiresAt: new Date(now.getTime() + MAX_SESSION_MS),
    })
    const answer = await app.inject({ method, url: `${API_PREFIX}/${path}`, headers: { authorization: `Bearer ${token}` }, ...(body !== undefined && { payload: body }) })
    if (answer.statusCode >= 300) throw new Error(`The demo's call ${method} ${path} as ${email} was refused: ${answer.body}`)
    return answer.json<JsonObject>()
  }
}

async function live({ at, story, step, today }: Moment, call: Call, keys: Map<DemoStory, string>, services: Services): Promise<void> {
  const { company, type } = story
  if (step === -1) {
    const { data } = await call(story.as, company, at, { method: 'POST', path: `documents/${type}`, body: withDates(story.create, today) })
    const { manifest } = services.engines.base().type(type)
    const created = (data as JsonObject)[wireName(manifest.shape, manifest.key)]
    if (typeof created === 'string') keys.set(story, created)
    return
  }
  const taken = story.then?.[step]
  const key = keys.get(story)
  if (taken === undefined || key === undefined) throw new Error(`The demo's ${type} "${JSON.stringify(story.create['description'])}" has a step before it was created.`)
  const who = taken.as ?? story.as
  const input = taken.input === undefined ? undefined : withDates(taken.input, today)
  if (taken.do === UPDATE) {
    await call(who, company, at, { method: 'PATCH', path: `documents/${type}/${encodeURIComponent(key)}`, body: input ?? {} })
    return
  }
  if (!isDecision(taken.do)) {
    const body: JsonObject = input === undefined ? {} : { input }
    await call(who, company, at, { method: 'POST', path: `documents/${type}/${encodeURIComponent(key)}/actions/${taken.do}`, body })
    // Later steps rely on what a run of a job has done.
    if (services.engines.base().type(type).manifest.job !== undefined) await finishRun(services, { company, type, run: key })
    return
  }
  const { data } = await call(who, company, at, { method: 'GET', path: `approvals/approvalEntries?scope=mine&status=Open&documentNo=${encodeURIComponent(key)}` })
  const [entry] = data as unknown as ApprovalEntry[]
  if (entry === undefined) throw new Error(`The demo's ${type} ${key} has no open entry for ${who} ${taken.at.daysAgo} days ago.`)
  await call(who, company, at, { method: 'POST', path: `approvals/${taken.do}`, body: { entryNo: entry.entryNo, ...input } })
}
