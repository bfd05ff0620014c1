/**
 * What every call answers, so that whoever changes the engine or the language of manifests sees what changes on the wire.
 *
 * `recorded/<type>.jsonl` holds a line a call: who asked (several who got the same answer stand together; people.ts says who they
 * are), what was sent, the status and the body. Each run makes the calls of each file again, in their order, on a fresh copy of the
 * demo organisation with the clock standing still, and compares. The calls come from the file and not from the manifests, so
 * that a manifest that is written otherwise is asked the same. `portal.jsonl` holds what belongs to no type, `openapi.jsonl` the described paths.
 *
 * A difference that is wanted: WIRE_RECORD=answers npx vitest run --project http tests/wire/wire.test.ts makes the recorded calls and
 * writes what is answered otherwise; WIRE_RECORD=1 makes calls of the manifests anew (record.ts). Read `git diff tests/wire/recorded`
 * line by line, and commit it with the change and the reason.
 * A new document type is not asked until it is recorded in the same way. One type alone: add -t '<type>'.
 *
 * `npm test` makes the first calls of each type: what everybody reads, who may create, the first wrong values. Of those who are to
 * get the same it asks one; who may call what is asked of everybody elsewhere (tests/http/who-may-call.test.ts). All calls by all who
 * made them, walks through the states of the large documents too, are made with WIRE_ALL=1 (`npm run soak`).
 * On PostgreSQL alone, by whose transactions the numbers of events are recorded.
 */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { NO_LIMITS, startApp, type TestApp } from '../http/harness.ts'
import { SERVER } from '../store/server-database.ts'
import { engineOfModules } from '../store/support.ts'
import { People } from './people.ts'
import { METHODS, Placeholders, readLines, recordedNames, sentBy, writeLines, type Line, type Method } from './recorded.ts'

const IS_RECORDING = process.env['WIRE_RECORD'] === '1'
const IS_CORRECTING = process.env['WIRE_RECORD'] === 'answers'
const IS_WHOLE = process.env['WIRE_ALL'] === '1' || IS_CORRECTING
/** So many calls of a type are made. */
const MAX_CALLS = IS_WHOLE ? Infinity : 50
/** Of what differs, the first are shown: what follows may come of them. */
const MAX_DIFFERENCES_SHOWN = 5
/** For recording on a busy machine. */
const RECORDING_TIMEOUT_MS = 600_000
const PORTAL = 'portal'
const DESCRIPTION = 'openapi'

const { catalogue } = await engineOfModules()
const types = Object.keys(catalogue.types).sort()
const recorded = new Set(recordedNames())
// In another order nothing else is answered: each type is asked on a copy of its own.
if (process.env['WIRE_ORDER'] === 'reversed') types.reverse()

describe.runIf(SERVER !== undefined)('on the wire', () => {
  // The first makes the demo, from which the others are copied.
  beforeAll(async () => (await startApp({ isLived: true })).stop())

  it('what is recorded is still there', () => {
    const known = new Set([...Object.keys(catalogue.types), PORTAL, DESCRIPTION])
    expect(recordedNames().filter((name) => !known.has(name))).toEqual([])
  })

  it.each(IS_RECORDING ? [...types, PORTAL] : [...types, PORTAL].filter((name) => recorded.has(name)))('%s answers as recorded', async (name) => {
    const test = await startApp({ isLived: true, environment: NO_LIMITS })
    try {
      if (IS_RECORDING) {
        const { recordPortal, recordType } = await import('./record.ts')
        writeLines(name, await (name === PORTAL ? recordPortal(test) : recordType(test, name)))
        return
      }
      const lines = readLines(name).slice(0, MAX_CALLS)
      expect(lines.length).toBeGreaterThan(0)
      const now = await answeredNow(test, lines)
      if (IS_CORRECTING) writeLines(name, corrected(lines, now))
      else expectSame(lines, now)
    } finally {
      await test.stop()
    }
  }, RECORDING_TIMEOUT_MS)

  it('the description has the recorded paths and methods', async () => {
    const test = await startApp({ isLived: true })
    try {
      const { paths } = (await test.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<{ paths: Record<string, JsonObject> }>()
      const calls = Object.entries(paths).flatMap(([path, item]) => METHODS.filter((method) => item[method.toLowerCase()] !== undefined).map((method) => `${method} ${path}`)).sort()
      if (IS_RECORDING) writeLines(DESCRIPTION, calls.map((call): Line => ({ who: 'anybody', call, status: 200, body: 'described' })))
      else expect(calls.filter((call) => !isOfNewType(call))).toEqual(readLines(DESCRIPTION).map(({ call }) => call))
    } finally {
      await test.stop()
    }
  })
})

/** Whether it belongs to a type that is not recorded yet. */
function isOfNewType(call: string): boolean {
  const path = call.replace(/^\w+ \//, '')
  return Object.values(catalogue.types).some(({ id, endpoints }) => !recorded.has(id) && (path.startsWith(`documents/${id}/`) || path === `documents/${id}` || Object.values(endpoints).flat().some((one) => one.path.replaceAll(/:(\w+)/g, '{$1}') === path)))
}

/** The same calls made now: of each the answers that there are, those who get the same standing together. */
async function answeredNow(test: TestApp, asked: Line[]): Promise<Line[][]> {
  const people = new People(test)
  const placeholders = new Placeholders()
  const all: Line[][] = []
  const askers = IS_WHOLE ? ({ who }: Line): string[] => who.split(' ') : oneForAll()
  for (const line of asked) {
    const [method, path] = split(placeholders.take(line.call))
    const whole = sentBy(line, asked)
    const sent = whole && (JSON.parse(placeholders.take(JSON.stringify(whole))) as JsonObject)
    const answers: Line[] = []
    for (const who of askers(line)) {
      const answer = placeholders.answer(await (await people.caller(who)).call(method, path, sent), line.only)
      const alike = answers.find((one) => isSame(one, answer))
      if (alike === undefined) answers.push({ ...line, who, ...answer })
      else alike.who += ` ${who}`
    }
    all.push(answers)
  }
  return all
}

/** Who is asked: of those who are to get the same of a call that changes nothing, the first. */
function oneForAll(): (line: Line) => string[] {
  const first = new Map<string, string>()
  return ({ who, call, status, body }) => {
    const everybody = who.split(' ')
    if (!call.startsWith('GET ') && status < 400) return everybody
    const same = JSON.stringify([call, status, body])
    if (!first.has(same)) first.set(same, everybody[0] ?? '')
    return everybody.filter((one) => one === first.get(same))
  }
}

const isSame = (one: Pick<Line, 'status' | 'body'>, other: Pick<Line, 'status' | 'body'>): boolean => isDeepStrictEqual([one.status, one.body], [other.status, other.body])

/** The recorded lines with what is answered now: untouched where it is the same, several where people no longer get the same. */
function corrected(lines: Line[], now: Line[][]): Line[] {
  const places: number[] = []
  return lines.flatMap((line, index) => {
    const answers = now[index] ?? []
    places.push((places.at(-1) ?? 1) + (index === 0 ? 0 : now[index - 1]?.length ?? 0))
    const like = line.like && { like: places[line.like - 1] ?? line.like }
    return answers.map((one) => ({ ...(isSame(one, line) ? { ...line, who: one.who } : one), ...like }))
  })
}

function split(call: string): [Method, string] {
  const space = call.indexOf(' ')
  return [call.slice(0, space) as Method, call.slice(space + 1)]
}

function expectSame(before: Line[], now: Line[][]): void {
  const differing = before.flatMap((was, index) => {
    const is = now[index]?.find((one) => !isSame(one, was))
    return is === undefined ? [] : [{ was: { ...was, who: is.who }, is }]
  })
  const shown = differing.slice(0, MAX_DIFFERENCES_SHOWN)
  const told = `${differing.length} of ${before.length} calls are answered otherwise than recorded. The first:\n${shown.map(({ is }) => `${is.who} ${is.call}`).join('\n')}`
  expect(shown.map(({ is }) => is), told).toEqual(shown.map(({ was }) => was))
}
