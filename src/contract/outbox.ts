import { described, instant, integer, nullable, object, text, enumOf, type TypeOf } from './schema.ts'

/**
 * Delivery status of a message in GET admin/outbox: mailed; waiting to be mailed; rejected at the last attempt; kept here, because no mail
 * server is configured; or part of the demo's past, of which nobody was notified.
 */
const Delivery = enumOf(['sent', 'waiting', 'failed', 'kept', 'past'])
export type Delivery = TypeOf<typeof Delivery>

export const OutboxRow = object({
  id: integer, recipient: text, subject: described(text, 'Withheld, like the text, from everybody but the recipient; the demo shows both.'), text, createdAt: instant, sentAt: nullable(instant),
  delivery: Delivery, attempts: described(integer, 'Number of attempts to mail it.'), lastError: nullable(text),
})
export type OutboxRow = TypeOf<typeof OutboxRow>
