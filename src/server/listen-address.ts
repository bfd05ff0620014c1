/** Which address the server listens on. */
import type { Services } from './services.ts'

const LOOPBACK = '127.0.0.1'
const OF_THIS_MACHINE = new Set([LOOPBACK, 'localhost', '::1'])

/** Everybody can read the demo's password: it is served beyond this machine only where HOST says so, and then with a warning. */
export function listenAddress({ config: { host }, isDemo, log }: Pick<Services, 'isDemo' | 'log'> & { config: Pick<Services['config'], 'host'> }): string {
  if (isDemo && host !== undefined && !OF_THIS_MACHINE.has(host)) {
    log.warn({ host }, 'THE DEMO IS OPEN TO OTHER MACHINES: its accounts, administrators among them, have a published password. Load no real data; DEMO=0 starts without it.')
  }
  return host ?? (isDemo ? LOOPBACK : '0.0.0.0')
}
