/** The recorded responses in the files: one line per call, without what differs between runs. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { LightMyRequestResponse } from 'fastify'
import { isObject, type Json, type JsonObject } from '../../src/core/index.ts'
import { PIXEL } from '../http/petty-cash-cases.ts'

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** A call and its response, for each of the people who made it, in order. */
export interface Line {
  who: string
  call: string
  /** The number of the line, from 1, whose payload this one repeats, except for what is in `sent`, and without the names in `without`. */
  like?: number
  without?: string[]
  sent?: JsonObject
  /** The only parts of the response's data that are kept. */
  only?: string[]
  status: number
  body: Json
}

/** The complete payload of the line. */
export function sentBy({ like, without = [], sent }: Line, lines: readonly Line[]): JsonObject | undefined {
  if (like === undefined) return sent
  const whole = { ...lines[like - 1]?.sent, ...sent }
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !without.includes(name)))
}

/** The abbreviated form of a line whose payload resembles an earlier one's. */
export function inShort(call: string, sent: JsonObject, lines: readonly Line[]): Pick<Line, 'like' | 'without' | 'sent'> {
  const index = lines.findLastIndex((line) => line.call === call && line.sent !== undefined && line.like === undefined)
  const whole = lines[index]?.sent
  if (whole === undefined) return { sent }
  const others = Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, whole[name])))
  const without = Object.keys(whole).filter((name) => sent[name] === undefined)
  const short = { like: index + 1, ...(without.length > 0 && { without }), ...(Object.keys(others).length > 0 && { sent: others }) }
  return JSON.stringify(short).length * 2 < JSON.stringify(sent).length ? short : { sent }
}

const FOLDER = path.join(import.meta.dirname, 'recorded')
const fileOf = (name: string): string => path.join(FOLDER, `${name}.jsonl`)

/** The names of the recordings, one file each. */
export function recordedNames(): string[] {
  return readdirSync(FOLDER).map((file) => path.basename(file, '.jsonl')).sort()
}

export function readLines(name: string): Line[] {
  if (!existsSync(fileOf(name))) return []
  return readFileSync(fileOf(name), 'utf8').split('\n').filter((text) => text !== '').map((text) => JSON.parse(text) as Line)
}

export function writeLines(name: string, lines: Line[]): void {
  writeFileSync(fileOf(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** The maximum number of rows of a list, and of lines of a record: the others are like them. */
const MAX_ROWS = 2
/** Keys recorded completely, however long: errors and warnings. */
const WHOLE = new Set(['errors', 'warnings'])
const MAX_TEXT_LENGTH = 1500

/**
 * Placeholders for values that each run generates or that are not readable: `<id 1>` in the order in which ids first occur, `<x 251>` for
 * that many of them.
 */
export class Placeholders {
  readonly #ids = new Map<string, string>()

  /** The text with placeholders in it. */
  put(text: string): string {
    return text
      .replaceAll(UUID, (id) => {
        const known = this.#ids.get(id) ?? `<id ${this.#ids.size + 1}>`
        this.#ids.set(id, known)
        return known
      })
      .replaceAll(PIXEL, '<picture>')
      .replaceAll(/x{41,}/g, (run) => `<x ${run.length}>`)
  }

  /** The original text, with the ids of this run. */
  take(text: string): string {
    const ids = new Map([...this.#ids].map(([id, placeholder]) => [placeholder, id]))
    return text
      .replaceAll(/<id \d+>/g, (placeholder) => ids.get(placeholder) ?? '00000000-0000-0000-0000-000000000000')
      .replaceAll('<picture>', PIXEL)
      .replaceAll(/<x (\d+)>/g, (_, length) => 'x'.repeat(Number(length)))
  }

  /** The recorded part of a response: JSON with its lists shortened; for anything else the content type. */
  answer({ statusCode, headers, body }: LightMyRequestResponse, only?: string[]): Pick<Line, 'status' | 'body'> {
    const kind = String(headers['content-type'] ?? 'nothing')
    if (!kind.startsWith('application/json')) return { status: statusCode, body: kind }
    const { requestId: _, ...answered } = JSON.parse(body) as JsonObject
    const { data } = answered
    const kept = only === undefined || !isObject(data) ? answered : Object.fromEntries(only.filter((name) => data[name] !== undefined).map((name) => [name, data[name] ?? null]))
    return { status: statusCode, body: JSON.parse(this.put(JSON.stringify(cut(kept)))) as Json }
  }
}

function cut(value: Json): Json {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) return `${value.slice(0, 20)}… (${value.length > 10 * MAX_TEXT_LENGTH ? 'long' : value.length})`
  if (Array.isArray(value)) {
    const isLong = value.length > MAX_ROWS && isObject(value[0])
    return isLong ? [...value.slice(0, MAX_ROWS).map(cut), `… and ${value.length - MAX_ROWS} more`] : value.map(cut)
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, WHOLE.has(name) ? one : cut(one ?? null)]))
}
