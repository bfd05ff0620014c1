/** Whether what is mailed comes to whom it is for. */
import type { Services } from '../services.ts'

/**
 * Without a mail server nobody gets a code or a link by mail, and whoever reads the outbox must not get them either. The demo's
 * people are nobody: their mail lies in the outbox for who tries it out.
 */
export function reachesPeople({ config, isDemo }: Pick<Services, 'isDemo'> & { config: Pick<Services['config'], 'smtpUrl'> }): boolean {
  return config.smtpUrl !== undefined || isDemo
}
