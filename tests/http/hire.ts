/** Human resources maintaining employees. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import type { TestApp } from './harness.ts'

/** Creates an employee; with an e-mail, a second person approves. */
export async function hire(test: TestApp, employee: JsonObject): Promise<void> {
  if (employee['email'] !== undefined) return byTwo(test, 'POST', 'documents/employee', employee)
  const hr = await test.signIn('wambui@mazingira.example')
  const created = await hr.call('POST', 'documents/employee', employee)
  expect(created.statusCode, created.body).toBe(201)
}

/** Stores another full name in the record of an employee, whatever it contains. */
export async function renameEmployee(test: TestApp, number: string, name: string): Promise<void> {
  await sql`update documents set data = jsonb_set(data, '{search_name}', to_jsonb(${name}::text)) where type = 'employee' and key = ${number}`.execute(test.services.database.kysely)
}

/** A change that one person requests and another approves; by default, two of human resources. */
export async function byTwo(test: TestApp, method: 'POST' | 'PATCH', path: string, body: JsonObject, people: [string, string] = ['wambui', 'ruth']): Promise<void> {
  const [first, second] = [await test.signIn(`${people[0]}@mazingira.example`), await test.signIn(`${people[1]}@mazingira.example`)]
  const asked = await first.call(method, path, { ...body, _reason: 'As agreed' })
  expect(asked.statusCode, asked.body).toBe(202)
  const { request } = asked.json<{ request: { key: string } }>()
  const decided = await second.call('POST', `documents/record-change/${request.key}/actions/approve`, {})
  expect(decided.statusCode, decided.body).toBe(200)
}
