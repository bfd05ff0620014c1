/** Determines the address the server listens on. */
import type { Services } from './services.ts'

const LOOPBACK = '127.0.0.1'
const OF_THIS_MACHINE = new Set([LOOPBACK, 'localhost', '::1'])

/**
 * The demo's password is public, so the demo is served to other machines only if HOST is set, with a warning. Without HOST, the log
 * explains why only this machine is served.
 */
export function listenAddress({ config: { host }, holdsDemo, log }: Pick<Services, 'log'> & { config: Pick<Services['config'], 'host'>; /** Whether the database holds the demo, also with DEMO=0: its accounts keep their password. */ holdsDemo: boolean }): string {
  if (holdsDemo && host !== undefined && !OF_THIS_MACHINE.has(host)) {
    log.warn({ host }, 'THE DEMO IS OPEN TO OTHER MACHINES: its accounts, administrators among them, have a published password. Load no real data; DEMO=0 starts without it.')
  }
  if (holdsDemo && host === undefined) log.info({ host: LOOPBACK }, 'Only this machine is served: the database holds the demo, and accounts with a published password. Change or deactivate them, then set HOST=0.0.0.0 to serve other machines too.')
  return host ?? (holdsDemo ? LOOPBACK : '0.0.0.0')
}
