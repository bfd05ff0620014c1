import { expect, it } from 'vitest'
import { listenAddress } from './listen-address.ts'

const OPEN = /^warn THE DEMO IS OPEN TO OTHER MACHINES/
const HERE = /^info Only this machine is served: the database holds the demo.* set HOST=0\.0\.0\.0 /

it.each([
  ['the demo listens on this machine only by default', true, undefined, '127.0.0.1', [HERE]], ['the demo listens on every address when HOST says so, with a warning', true, '0.0.0.0', '0.0.0.0', [OPEN]], ['the demo listens on a loopback address without a message', true, '::1', '::1', []],
  ['an organisation’s server listens on every address by default', false, undefined, '0.0.0.0', []], ['an organisation’s server listens on the address that is set', false, '10.1.2.3', '10.1.2.3', []],
])('%s', (_, holdsDemo, host, address, patterns) => {
  const messages: string[] = []
  const write = (level: string) => (_about: object, text = ''): void => void messages.push(`${level} ${text}`)
  expect(listenAddress({ config: { ...(host !== undefined && { host }) }, holdsDemo, log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } })).toBe(address)
  expect(messages).toEqual(patterns.map((one) => expect.stringMatching(one) as string))
})
