/** Whether mail reaches its recipients. */
import type { Services } from '../services.ts'

/**
 * Without a mail server nobody receives a code or link by mail, and people who read the outbox must not get them either. The demo's people
 * are fictitious: their mail stays in the outbox for whoever tries the demo.
 */
export function reachesPeople({ config, isDemo }: Pick<Services, 'isDemo'> & { config: Pick<Services['config'], 'smtpUrl'> }): boolean {
  return config.smtpUrl !== undefined || isDemo
}
