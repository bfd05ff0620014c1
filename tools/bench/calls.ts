/** The four measured calls, made for each person in rotation. */
import { tokenOf, PEOPLE, type RequestOf } from './dataset.ts'
import type { Call } from './load.ts'

const BASE = '/api/v1/hrmis/pettycash'
export const PAGE = 25
/** In every time zone, today or the day before. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** The first page of the person's own requests. */
export function lists(): () => Call {
  let turn = 0
  return () => ({ method: 'GET', path: `${BASE}?limit=${PAGE}`, token: tokenOf((turn++ % PEOPLE) + 1) })
}

/** One of the person's own requests. */
export function readCalls(requests: RequestOf[]): () => Call {
  let turn = 0
  return () => {
    const { person, no } = taken(requests, turn++)
    return { method: 'GET', path: `${BASE}/show?document_no=${no}`, token: tokenOf(person) }
  }
}

/** A new request with two lines, for `people` people in rotation. `run` keeps the idempotency keys of different rounds apart. */
export function creates(run: string, people = PEOPLE): () => Call {
  let turn = 0
  return () => {
    turn += 1
    return { method: 'POST', path: BASE, token: tokenOf((turn % people) + 1), idempotencyKey: `${run}-${turn}`, body: JSON.stringify(newRequest(turn)) }
  }
}

function newRequest(turn: number): object {
  return {
    description: `Taxi and lunch, round ${turn}`, posting_date: YESTERDAY, shortcutDimension1Code: 'CLIMATE',
    pettyCashLinesAPI: [
      {
        expense_code: 'TAXI', description: 'Taxi to Westlands', amount: 800, invoiceRef: `TX-${turn}`, from: 'HQ', to: 'WESTLANDS', transportCode: 'TX-HQ-WEST',
        allocationCode: 'A-100', shortcutDimension1Code: 'CLIMATE'
      },
      { expense_code: 'MEALS', description: 'Lunch with two ward officers', amount: 1000 + (turn % 90), invoiceRef: `REST-${turn}`, allocationCode: 'A-100', shortcutDimension1Code: 'CLIMATE' }
    ]
  }
}

/** Sends each of the requests once. */
export function writeCalls(requests: RequestOf[], run: string): () => Call {
  let turn = 0
  return () => {
    const { person, no } = taken(requests, turn++)
    return { method: 'POST', path: `${BASE}/sendForApproval`, token: tokenOf(person), idempotencyKey: `${run}-${no}`, body: JSON.stringify({ headerNo: no }) }
  }
}

function taken(requests: RequestOf[], turn: number): RequestOf {
  const request = requests[turn % requests.length]
  if (!request) throw new Error('There are no requests to measure with.')
  return request
}

/** Makes one call and parses its response. @throws if the response is not successful */
export async function ask<T>(url: string, { method, path, token, body, idempotencyKey }: Call): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
    ...(body !== undefined && { body })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} at ${url} answered ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as T
}
