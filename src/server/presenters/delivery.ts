import type { Delivery } from '../../contract/index.ts'
import type { OutboxMessage } from '../store/delivery/outbox.ts'

/** The delivery status of a message; `isMailed` says whether a mail server is configured. */
export function deliveryOf({ sent_at, attempts, last_error }: Pick<OutboxMessage, 'sent_at' | 'attempts' | 'last_error'>, isMailed: boolean): Delivery {
  const wasMailed = sent_at !== null && attempts > 0
  if (wasMailed) return 'sent'
  if (!isMailed) return 'kept'
  if (sent_at !== null) return 'past'
  return last_error === null ? 'waiting' : 'failed'
}
