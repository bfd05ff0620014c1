import fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { errorsPlugin } from './errors.ts'

interface Line { level: 'info' | 'warn' | 'error'; message: string; fields: object }

/** The response and the log lines when a route throws. */
async function thrown(error: Error): Promise<{ status: number; code: unknown; lines: Line[] }> {
  const lines: Line[] = []
  const write = (level: Line['level']) => (fields: object, message = '') => void lines.push({ level, message, fields })
  const app = fastify()
  app.decorate('services', { log: { debug: () => undefined, info: write('info'), warn: write('warn'), error: write('error') } } as unknown as Services)
  await app.register(errorsPlugin)
  app.get('/', () => { throw error })
  const answer = await app.inject('/')
  await app.close()
  return { status: answer.statusCode, code: answer.json<{ code: unknown }>().code, lines }
}

test('an expected error that keeps people from working is logged as a warning with its code and no stack', async () => {
  const { status, code, lines } = await thrown(new AppError('directory-unset'))
  expect({ status, code }).toEqual({ status: 503, code: 'directory-unset' })
  expect(lines.map(({ level, message }) => [level, message])).toEqual([['warn', new AppError('directory-unset').message]])
  expect(lines[0]?.fields).toMatchObject({ code: 'directory-unset', method: 'GET', route: '/' })
  expect(lines[0]?.fields).not.toHaveProperty('err')
})

test('an unexpected error is logged with what was thrown, and answered without it', async () => {
  const error = new Error('column "secret" does not exist')
  const { status, code, lines } = await thrown(error)
  expect({ status, code }).toEqual({ status: 500, code: 'internal-error' })
  expect(lines).toEqual([{ level: 'error', message: 'unexpected failure', fields: expect.objectContaining({ err: error }) as object }])
})

test.each([
  ['disk-full', '53100', 'could not extend file'], ['disk-full', 'ENOSPC', 'write'], ['disk-full', 'EDQUOT', 'write'],
  ['unavailable', '58030', 'could not read block'], ['unavailable', '53300', 'too many clients'], ['unavailable', '57P02', 'crash shutdown'], ['unavailable', '25006', 'read-only transaction'], ['unavailable', 'EIO', 'fsync'],
])('a database that cannot work at the moment is answered with %s (%s) and logged as a warning', async (code, state, message) => {
  const { lines, ...answer } = await thrown(Object.assign(new Error(message), { code: state }))
  expect(answer).toEqual({ status: 503, code })
  expect(lines.map(({ level }) => level)).toEqual(['warn'])
})

test('a person’s mistake is not logged', async () => {
  expect((await thrown(new AppError('forbidden'))).lines).toEqual([])
})
