/** Determines the address the server listens on. */
import type { Services } from './services.ts'

const LOOPBACK = '127.0.0.1'
const OF_THIS_MACHINE = new Set([LOOPBACK, 'localhost', '::1'])

/**
 * The demo's password is public, so the demo is served to other machines only if HOST is set, with a warning. Without HOST, the log
 * explains why only this machine is served.
 */
export function listenAddress({ config: { host }, isDemo, log }: Pick<Services, 'isDemo' | 'log'> & { config: Pick<Services['config'], 'host'> }): string {
  if (isDemo && host !== undefined && !OF_THIS_MACHINE.has(host)) {
    log.warn({ host }, 'THE DEMO IS OPEN TO OTHER MACHINES: its accounts, administrators among them, have a published password. Load no real data; DEMO=0 starts without it.')
  }
  if (isDemo && host === undefined) log.info({ host: LOOPBACK }, 'Only this machine is served: the database holds the demo, and accounts with a published password. Change or deactivate them, then set HOST=0.0.0.0 to serve other machines too.')
  return host ?? (isDemo ? LOOPBACK : '0.0.0.0')
}
