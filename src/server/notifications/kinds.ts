import type { NotificationKind } from '../../contract/index.ts'

/** What a kind is called where people choose of which they want to be notified. */
export const KIND_TITLES: Record<NotificationKind, string> = {
  assigned: 'A request waits for my approval',
  delegated: 'A request was delegated to me',
  approved: 'My request was approved',
  rejected: 'My request was rejected',
  returned: 'My request was returned to me',
  notice: 'Other notices',
}
