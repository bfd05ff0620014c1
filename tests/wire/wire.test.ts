/**
 * The responses of every call, so that a change to the engine or the manifest language shows its effect on the wire.
 *
 * `recorded/<type>.jsonl` has one line per call: who called (several people with the same response share a line; people.ts defines them),
 * the payload, the status and the body. Each run repeats the calls of each file, in order, on a fresh copy of the demo organisation with a
 * stopped clock, and compares. The calls come from the file and not from the manifests, so that a manifest that is written differently gets
 * the same calls. `portal.jsonl` contains what belongs to no type, `openapi.jsonl` the documented paths.
 *
 * For an intended difference: WIRE_RECORD=answers npx vitest run --project http tests/wire/wire.test.ts makes the recorded calls and writes
 * the changed responses; WIRE_RECORD=1 derives the calls from the manifests again (record.ts). Read `git diff tests/wire/recorded` line by
 * line, and commit it with the change and the reason. A new document type is not tested until it is recorded in the same way. For one type
 * alone: add -t '<type>'.
 *
 * `npm test` makes the first calls of each type: reads, who may create, the first wrong values. Of people who should get the same response
 * it asks one; tests/http/who-may-call.test.ts covers who may call what for everybody. WIRE_ALL=1 (`npm run soak`) makes all calls by
 * everyone who made them, including the walks through the states of the large documents. Runs only on PostgreSQL, because the recorded
 * event numbers depend on its transactions.
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
/** The maximum number of calls per type. */
const MAX_CALLS = IS_WHOLE ? Infinity : 50
/** Only the first differences are shown, because later ones may result from them. */
const MAX_DIFFERENCES_SHOWN = 5
/** For recording on a busy machine. */
const RECORDING_TIMEOUT_MS = 600_000
const PORTAL = 'portal'
const DESCRIPTION = 'openapi'

const { catalogue } = await engineOfModules()
const types = Object.keys(catalogue.types).sort()
const recorded = new Set(recordedNames())
// The order has no effect: each type is tested on its own copy.
if (process.env['WIRE_ORDER'] === 'reversed') types.reverse()

describe.runIf(SERVER !== undefined)('the responses on the wire', () => {
  // The first one creates the demo, from which the others are copied.
  beforeAll(async () => (await startApp({ isLived: true })).stop())

  it('each recording belongs to a type that still exists', () => {
    const known = new Set([...Object.keys(catalogue.types), PORTAL, DESCRIPTION])
    expect(recordedNames().filter((name) => !known.has(name))).toEqual([])
  })

  it.each(IS_RECORDING ? [...types, PORTAL] : [...types, PORTAL].filter((name) => recorded.has(name)))('calls of %s are answered as recorded', async (name) => {
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

  it('the description of the API has the recorded paths and methods', async () => {
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

/** The same calls made now: for each the distinct responses, with the people who got them. */
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

/** Who makes the call: of those who should get the same response to a call that changes nothing, the first. */
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

/** The recorded lines with the current responses: unchanged where they are the same, several where people no longer get the same. */
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
