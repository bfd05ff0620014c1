import { expect, it } from 'vitest'
import { listenAddress } from './listen-address.ts'

const OPEN = /^warn THE DEMO IS OPEN TO OTHER MACHINES/
const HERE = /^info Only this machine is served: the database holds the demo.* set HOST=0\.0\.0\.0 /

it.each([
  ['the demo, where nothing is said', true, undefined, '127.0.0.1', [HERE]], ['the demo, on purpose', true, '0.0.0.0', '0.0.0.0', [OPEN]], ['the demo on the loopback', true, '::1', '::1', []],
  ['an organisation, where nothing is said', false, undefined, '0.0.0.0', []], ['an organisation, on one address', false, '10.1.2.3', '10.1.2.3', []],
])('%s', (_, isDemo, host, address, says) => {
  const said: string[] = []
  const tell = (level: string) => (_about: object, text = ''): void => void said.push(`${level} ${text}`)
  expect(listenAddress({ config: { ...(host !== undefined && { host }) }, isDemo, log: { debug: tell('debug'), info: tell('info'), warn: tell('warn'), error: tell('error') } })).toBe(address)
  expect(said).toEqual(says.map((one) => expect.stringMatching(one) as string))
})
