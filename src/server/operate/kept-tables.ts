/** The tables in a backup: all except those with only short-lived data. */
import type { Tables } from '../store/sql/tables.ts'

/** Ordered so that each table comes after those it references. */
export const KEPT_TABLES = [
  'companies', 'users', 'authenticators', 'recovery_codes', 'settings', 'overlays', 'images', 'documents', 'approval_entries', 'events', 'event_seals', 'number_series', 'files', 'outbox', 'notifications', 'notification_mutes', 'preferences', 'job_keys', 'job_results', 'job_schedules',
] as const satisfies (keyof Tables)[]
export type KeptTable = (typeof KEPT_TABLES)[number]

/** The reasons the other tables are left out. */
export const TABLES_NOT_KEPT: Record<Exclude<keyof Tables, KeptTable>, string> = {
  sessions: 'whoever held one signs in again: a token that was ended after the backup must not open anything',
  known_devices: 'remembered anew as people sign in',
  challenges: 'a sign-in under way is begun again',
  provider_sign_ins: 'the same',
  links: 'a link that was used after the backup must not work again',
  decision_links: 'the same: documents are decided in the portal',
  calendar_feeds: 'an address that was revoked after the backup must not open anything',
  throttles: 'what was counted is over',
  idempotency: 'answers for calls that are repeated within a day',
  jobs: 'scheduled anew when the server starts',
  event_seal_mark: 'set anew by the next seal',
}

/** Every table of the product, without partitions. */
export const OUR_TABLES = [...KEPT_TABLES, ...Object.keys(TABLES_NOT_KEPT), 'migrations']

/** Tables with a generated number, and its column. */
export const NUMBER_COLUMNS: Partial<Record<KeptTable, string>> = { approval_entries: 'entry_no', events: 'id', overlays: 'id', outbox: 'id', notifications: 'id', number_series: 'id' }
