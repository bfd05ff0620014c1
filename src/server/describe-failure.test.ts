import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

it('a port that is in use is told in a sentence', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const second = createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error') as [unknown]
  first.close()
  expect(describeFailure(error, [])).toBe(`Port ${String(port)} is in use. Name another one in PORT, or stop the program that uses it.`)
})

it('a failure that nobody expects keeps its stack, without the secrets of the installation', () => {
  expect(describeFailure(new Error('s3cret-key is wrong'), ['s3cret-key'])).toMatch(/^Error: (?!.*s3cret).* is wrong\n\s+at /)
})
