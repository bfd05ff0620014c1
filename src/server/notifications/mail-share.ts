/**
 * How many mails a person's own actions send to one recipient: somebody who sends and cancels a request all day fills the portal's list of a
 * colleague, not their mailbox. Each process counts by itself, as for requests.
 */
import type { Config } from '../config.ts'
import { TokenBuckets } from '../limits/token-buckets.ts'

const HOUR_MS = 60 * 60_000
/** Mails of one person to one recipient within an hour: more than the busiest approver gets from a colleague. */
export const MAILS_AN_HOUR = 30

const shares = new WeakMap<object, TokenBuckets>()

/** Takes one of the mails that the person may cause to be sent to the recipient: `last` is the last one for now, `none` if there is none left. */
export function takeMail(config: Pick<Config, 'publicUrl'>, by: string, recipient: string): 'one' | 'last' | 'none' {
  const buckets = shares.get(config) ?? new TokenBuckets(undefined, HOUR_MS)
  shares.set(config, buckets)
  const pair = `${by} ${recipient}`
  if (buckets.wait(pair, MAILS_AN_HOUR) > 0) return 'none'
  buckets.take(pair, MAILS_AN_HOUR)
  return buckets.wait(pair, MAILS_AN_HOUR) > 0 ? 'last' : 'one'
}
