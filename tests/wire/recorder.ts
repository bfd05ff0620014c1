/** Makes calls and records the responses. */
import type { LightMyRequestResponse } from 'fastify'
import { isObject, type JsonObject } from '../../src/core/index.ts'
import type { TestApp } from '../http/harness.ts'
import { People } from './people.ts'
import { Placeholders, inShort, type Line, type Method } from './recorded.ts'

/**
 * Of the people whose write is refused with the same response, so many are recorded: a refusal changes nothing, and each costs time in
 * every run.
 */
const MAX_REFUSED_PEOPLE = 2

export interface Asked { sent?: JsonObject; /** The only parts of the response's data that are kept. */ only?: string[] }
export interface Answered { who: string; status: number; /** The code of a refusal. */ code: string | undefined; data: JsonObject; rows: JsonObject[]; /** The key of the request that the call created. */ request: string | undefined }

export class Recorder {
  readonly lines: Line[] = []
  readonly people: People
  readonly #placeholders = new Placeholders()

  constructor(test: TestApp) {
    this.people = new People(test)
  }

  /** People with the same response share a line. */
  async ask(everybody: string[], method: Method, path: string, { sent, only }: Asked = {}): Promise<Answered[]> {
    const answers: { who: string; answer: LightMyRequestResponse }[] = []
    for (const who of everybody) answers.push({ who, answer: await (await this.people.caller(who)).call(method, path, sent) })
    const alike = new Map<string, typeof answers>()
    for (const one of answers) {
      const said = `${one.answer.statusCode} ${one.answer.body.replace(/"requestId":"[^"]*"/, '')}`
      alike.set(said, [...(alike.get(said) ?? []), one])
    }
    const call = this.#placeholders.put(`${method} ${path}`)
    const isReading = method === 'GET' && only === undefined
    for (const group of alike.values()) {
      const [first] = group
      if (first === undefined) continue
      this.lines.push({
        who: group.slice(0, isReading || first.answer.statusCode < 400 ? group.length : MAX_REFUSED_PEOPLE).map(({ who }) => who).join(' '),
        call,
        ...(sent && inShort(call, JSON.parse(this.#placeholders.put(JSON.stringify(sent))) as JsonObject, this.lines)),
        ...(only && { only }),
        ...this.#placeholders.answer(first.answer, only),
      })
    }
    return answers.map(({ who, answer }) => answered(who, answer))
  }

  /** The same for one person. */
  async askOne(who: string, method: Method, path: string, asked?: Asked): Promise<Answered> {
    const [answer] = await this.ask([who], method, path, asked)
    return answer ?? { who, status: 0, code: undefined, data: {}, rows: [], request: undefined }
  }

  /** Reads to find the next call, without recording the response. */
  async look(who: string, path: string): Promise<Answered> {
    return answered(who, await (await this.people.caller(who)).call('GET', path))
  }
}

function answered(who: string, { statusCode: status, body, headers }: LightMyRequestResponse): Answered {
  const { data, request, code } = String(headers['content-type']).startsWith('application/json') ? (JSON.parse(body) as { data?: unknown; request?: { key: string }; code?: string }) : {}
  return { who, status, code, request: request?.key, data: isObject(data) ? data : {}, rows: Array.isArray(data) ? (data as JsonObject[]).filter(isObject) : [] }
}
