import { described, instant, integer, maybe, object, text, wordOf, type Of } from './schema.ts'

/** What became of a message, as GET admin/outbox says: mailed; waiting to be; refused at the last try; kept here, since no mail server is set; or of a past that nobody was told of. */
const Delivery = wordOf(['sent', 'waiting', 'failed', 'kept', 'past'])
export type Delivery = Of<typeof Delivery>

export const OutboxRow = object({
  id: integer, recipient: text, subject: text, text: described(text, 'Not told where it holds a code or a link for one person.'), createdAt: instant, sentAt: maybe(instant),
  delivery: Delivery, attempts: described(integer, 'How often mailing was tried.'), lastError: maybe(text),
})
export type OutboxRow = Of<typeof OutboxRow>
