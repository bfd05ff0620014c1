/** What became of a message, as GET admin/outbox says: mailed; waiting to be; refused at the last try; kept here, since no mail server is set; or of a past that nobody was told of. */
export const DELIVERIES = ['sent', 'waiting', 'failed', 'kept', 'past'] as const
export type Delivery = (typeof DELIVERIES)[number]
