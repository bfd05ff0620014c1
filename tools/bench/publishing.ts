/** Publishing overlays while fifty people work: how long anyone has to wait for it. */
import { DEMO_PASSWORD } from '../../src/server/demo/demo-file.ts'
import { COMPANY, tokenOf } from './dataset.ts'
import { percentile } from './load.ts'
import type { RunningServer } from './processes.ts'

const PEOPLE = 50
/** Milliseconds between two requests of a person. */
const THINKING = 500
/** Milliseconds between two trivial requests, whose waiting time represents everyone's. */
const ASKING = 5
const ADMINISTRATOR = 'admin@mazingira.example'
const TYPES = ['petty-cash', 'imprest', 'requisition', 'employee', 'salary-advance']
/** Milliseconds. */
const MAX_WAIT = 50

/** The longest time of a trivial request and the 99th percentile, in milliseconds. */
interface Waits { longest: number; p99: number; requests: number }
export interface PublishingFigures { working: Waits; publishing: Waits; /** Time of each publication until its response, in milliseconds. */ answers: number[] }

/** Lets people work for `seconds` without, and then with, overlays being published. */
export async function measurePublishing({ url }: RunningServer, seconds: number): Promise<PublishingFigures> {
  const administrator = await signIn(url)
  const working = await waitsWhile(url, () => pause(seconds * 1000))
  const answers: number[] = []
  const published: number[] = []
  const publishing = await waitsWhile(url, async () => {
    for (const [index, type] of TYPES.entries()) {
      const began = performance.now()
      published.push(await publish(url, administrator, type, `Renamed ${String(index)}`))
      answers.push(performance.now() - began)
      await pause((seconds * 1000) / TYPES.length)
    }
  })
  // So that later measurements see the types unchanged.
  for (const id of published) await withdraw(url, administrator, id)
  return { working, publishing, answers }
}

/** Whether publishing does not make anyone wait much longer than without it. */
export const isPublishingUnnoticed = ({ working, publishing }: PublishingFigures): boolean => publishing.longest - working.longest <= MAX_WAIT

/** The figures as lines of the report. */
export function publishingLines({ working, publishing, answers }: PublishingFigures): string {
  const told = ({ longest, p99 }: Waits): string => `${longest.toFixed(1)} ms at most, 99 of 100 in ${p99.toFixed(1)} ms`
  return `While ${String(PEOPLE)} people work, a trivial request waits ${told(working)}; while ${String(answers.length)} overlays are published beside them, ${told(publishing)}. Publishing one takes ${answers.map((time) => time.toFixed(0)).join(', ')} ms.`
}

async function waitsWhile(url: string, work: () => Promise<void>): Promise<Waits> {
  const times: number[] = []
  let isOver = false
  const goesOn = (): boolean => !isOver
  const people = Array.from({ length: PEOPLE }, async (_, index) => {
    await pause((index * THINKING) / PEOPLE)
    while (goesOn()) {
      await ask(`${url}/api/v1/hrmis/pettycash?limit=25`, tokenOf(index + 1))
      await pause(THINKING)
    }
  })
  const asking = (async () => {
    while (goesOn()) {
      const began = performance.now()
      await ask(`${url}/healthz`)
      times.push(performance.now() - began)
      await pause(ASKING)
    }
  })()
  await pause(THINKING)
  times.length = 0
  await work()
  isOver = true
  await Promise.all([...people, asking])
  times.sort((a, b) => a - b)
  return { longest: times.at(-1) ?? 0, p99: percentile(times, 0.99), requests: times.length }
}

async function ask(address: string, token?: string): Promise<void> {
  const answer = await fetch(address, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${address} answered ${String(answer.status)}.`)
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/hrmis/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: ADMINISTRATOR, password: DEMO_PASSWORD, device_name: 'bench' }) })
  const { data } = (await answer.json()) as { data?: { token?: string } }
  if (data?.token === undefined) throw new Error('The administrator could not sign in.')
  return data.token
}

async function publish(url: string, token: string, type: string, title: string): Promise<number> {
  const overlay = { extends: { id: type, version: 1 }, scope: { company: COMPANY }, operations: [{ do: 'set', at: 'title.one', to: title }] }
  const answer = await fetch(`${url}/api/v1/admin/overlays`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(overlay) })
  if (!answer.ok) throw new Error(`An overlay of ${type} was refused: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: number } }).data.id
}

async function withdraw(url: string, token: string, id: number): Promise<void> {
  const answer = await fetch(`${url}/api/v1/admin/overlays/${String(id)}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`An overlay could not be withdrawn: ${await answer.text()}`)
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
