import { expect, it } from 'vitest'
import { listenAddress } from './listen-address.ts'

it.each([
  ['the demo, where nothing is said', true, undefined, '127.0.0.1', 0], ['the demo, on purpose', true, '0.0.0.0', '0.0.0.0', 1], ['the demo on the loopback', true, '::1', '::1', 0],
  ['an organisation, where nothing is said', false, undefined, '0.0.0.0', 0], ['an organisation, on one address', false, '10.1.2.3', '10.1.2.3', 0],
])('%s', (_, isDemo, host, address, warnings) => {
  const said: string[] = []
  const tell = (_about: object, text = ''): void => void said.push(text)
  expect(listenAddress({ config: { ...(host !== undefined && { host }) }, isDemo, log: { debug: () => undefined, info: () => undefined, warn: tell, error: tell } })).toBe(address)
  expect(said).toHaveLength(warnings)
})
