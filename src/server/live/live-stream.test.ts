import { expect, test } from 'vitest'
import type { Session } from '../services.ts'
import { LiveStream } from './live-stream.ts'

test('a stream that has ended drops further events and a second end', async () => {
  const stream = new LiveStream({} as Session, () => undefined)
  const errors: unknown[] = []
  stream.readable.on('error', (error) => errors.push(error))
  stream.end('session')
  stream.send({ event: 'changed', data: { type: 'loan', key: 'L-1' } })
  stream.ping()
  stream.end('stopping')
  const text = (await stream.readable.toArray()).join('')
  expect(text).toBe('event: end\ndata: {"reason":"session"}\n\n')
  expect(errors).toEqual([])
})
