/** Whether what is mailed comes to whom it is for. */
import type { Config } from '../config.ts'
import { hasEvent } from '../store/events.ts'
import type { Db } from '../store/tables.ts'

const demos = new WeakMap<object, Promise<boolean>>()

/** Whether the database holds the demo organisation, whose people nobody is: their mail lies in the outbox for who tries it out. It is loaded before anybody is served. */
export function isDemo(database: { kysely: Db }): Promise<boolean> {
  const known = demos.get(database) ?? hasEvent(database.kysely, 'demo', 'loaded')
  demos.set(database, known)
  return known
}

/** Without a mail server nobody gets a code or a link by mail, and whoever reads the outbox must not get them either. */
export async function reachesPeople({ config, database }: { config: Pick<Config, 'smtpUrl'>; database: { kysely: Db } }): Promise<boolean> {
  return config.smtpUrl !== undefined || (await isDemo(database))
}
