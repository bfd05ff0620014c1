/** The database schema as Kysely types. Created and migrated in migrations.ts; one SQL dialect (PostgreSQL 15, PGlite). */
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { JsonObject } from '../../../core/index.ts'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
type Jsonb<T extends object> = JSONColumnType<T, string, string>

export interface DocumentsTable {
  company: string
  type: string
  key: string
  state: string
  owner: string | null             // employee number
  rev: number                      // starts at 1, incremented by every write
  manifest_hash: string
  data: Jsonb<JsonObject>          // by inner names; key, state and owner are included, although they also have columns
  created_at: Timestamp
  created_by: string               // user id
  updated_at: Timestamp
  updated_by: string
}
export interface ApprovalEntriesTable {
  entry_no: Generated<number>
  company: string
  type: string
  document_key: string
  round: number
  sequence: number
  step: string
  step_title: string
  mode: string
  quorum: number | null
  approver: string                 // employee number, or user:<id> for administrators without one
  original_approver: string | null
  on_behalf_of: string | null
  sender: string
  status: string                   // Created | Open | Approved | Rejected | Canceled | Delegated
  comment: string | null
  sent_at: Timestamp
  due_at: Timestamp
  decided_at: Timestamp | null
  rev: number
  amount: number | null            // in the company's currency, as sent; null if the type declares no amount
  overdue_at: Timestamp | null     // when people were last notified that it is overdue
  escalated_at: Timestamp | null
  approval: string | null          // the name of the type's approval; null in entries from before this was stored
  roles: string[] | null           // a substitute for the approver needs one of these; null if anyone may substitute, and in entries from before this was stored
  excepted: string[] | null        // people who must not decide as a substitute, as the approval excepts them; null in entries from before this was stored
}
/** Mailed links to decide one entry, valid for the revisions of entry and document at the time of mailing. */
export interface DecisionLinksTable { token_hash: string; company: string; user_id: string; entry_no: number; entry_rev: number; record_rev: number; created_at: Timestamp; expires_at: Timestamp; used_at: Timestamp | null }
export interface EventsTable {
  id: Generated<number>
  company: string
  type: string                     // document type, or session, file, settings …
  document_key: string | null
  kind: string                     // created | updated | <action id> | approved | rejected | delegated | signed-in | downloaded | viewed …
  actor: string                    // user id
  on_behalf_of: string | null
  from_state: string | null
  to_state: string | null
  reason: string | null
  changes: Jsonb<JsonObject> | null // field -> { from, to }
  ip: string | null
  at: Timestamp
  device: string | null            // browser and operating system, for session events
}
/** `sequence` names the database sequence of a series that may have gaps. */
export interface NumberSeriesTable { id: Generated<number>; company: string; type: string; period: string; last_used: number; sequence: string | null }
export interface FilesTable { id: Generated<string>; company: string; type: string; document_key: string; field: string; name: string; media_type: string; size: number; sha256: string; content: Buffer; created_at: Timestamp; created_by: string }
export interface UsersTable {
  id: Generated<string>; email: string; username: string | null; name: string; password_hash: string | null
  employee: string | null; default_company: string; companies: string[]; roles: string[]
  is_admin: boolean; is_approver: boolean; is_navuser: boolean; portal_admin: boolean; active: boolean
  gender: string | null; email_verified_at: Timestamp | null; created_at: Timestamp
  rev: Generated<number>           // incremented by every change that an administrator could overwrite
  inactive_reason: string | null
  language: string | null          // in which the portal was last used; null for English
}
export interface SessionsTable {
  id: Generated<string>; token_hash: string; user_id: string; has_second_factor: boolean; company: string; device: string; ip: string | null
  created_at: Timestamp; seen_at: Timestamp; expires_at: Timestamp; revoked_at: Timestamp | null
  nonce: string | null; nonce_ends_at: Timestamp | null // what a passkey must sign in the session
  proved_at: Timestamp | null      // when the user last confirmed their identity
  proved_by_provider: Generated<boolean> // the identity provider, or a mailed code after it, was all that confirmed it
  provider_sign_in: string | null  // the state_hash of the provider sign-in that it began with
  directory_of: string | null      // code of the company whose directory checked the password
  set_up_until: Timestamp | null   // until then a first authenticator may be added, if the provider does not report when it authenticated the user
}
export interface CompaniesTable { code: string; name: string; display_name: string; currency: string; time_zone: string; logo: string | null; windows_auth: boolean; position: number /* on the sign-in page; the lowest is the default */ }
export interface SettingsTable { company: string; group_name: string; values: Jsonb<JsonObject>; rev: Generated<number>; updated_at: Timestamp; updated_by: string }
/** Pictures of companies, re-encoded by the server. */
export interface ImagesTable { hash: string; media_type: string; content: Buffer; created_at: Timestamp; created_by: string }
export interface OutboxTable { id: Generated<number>; company: string; recipient: string; subject: string; text: string; html: string | null; language: string | null; /* null for English */ created_at: Timestamp; sent_at: Timestamp | null; attempts: number; last_error: string | null; next_attempt_at: Timestamp; is_secret: Generated<boolean> /* holds a code or a link: erased once mailed */; urgency: Generated<number> /* the most urgent are mailed first: 2 for signing in, 1 with a link to decide, 0 others */ }
export interface JobsTable { id: Generated<number>; kind: string; payload: Jsonb<JsonObject>; run_at: Timestamp; locked_until: Timestamp | null; attempts: number; finished_at: Timestamp | null; last_error: string | null; unique_key: string | null }
export interface IdempotencyTable { user_id: string; key: string; request_hash: string; status: number; body: string; created_at: Timestamp }
export interface OverlaysTable { id: Generated<number>; scope: string; type: string; overlay: Jsonb<JsonObject>; published_at: Timestamp; published_by: string }
/** Counts per bucket, in a window that begins with the first hit. */
export interface ThrottlesTable { bucket: string; hits: number; ends_at: Timestamp; blocked_until: Timestamp | null }
export interface ChallengesTable {
  token_hash: string; user_id: string; company: string; method: string
  replaces: string | null          // token hash of the session that switching companies ends
  device: string; channel: string | null
  code_hash: string | null; code_ends_at: Timestamp | null; tries: Generated<number>; sends: Generated<number>; sent_at: Timestamp | null
  created_at: Timestamp; expires_at: Timestamp; used_at: Timestamp | null
  nonce: string | null             // what a passkey must sign
  provider_sign_in: string | null; directory_of: string | null // passed on to the new session
  has_authenticator: Generated<boolean> // no code was sent: the user answers with an authenticator
}
/** A sign-in at an identity provider: started in a browser, returned with a user, and exchanged for a session with a code. */
export interface ProviderSignInsTable {
  state_hash: string; browser_hash: string; provider: string; company: string; created_at: Timestamp; expires_at: Timestamp; returned_at: Timestamp | null
  user_id: string | null; code_hash: string | null; code_ends_at: Timestamp | null; code_used_at: Timestamp | null
  confirms: string | null          // token hash of the session whose user confirms their identity; null for a sign-in
  id_token: string | null; seen_at: Timestamp | null // the provider's token, and when it last authenticated the user
}
export interface LinksTable { token_hash: string; user_id: string; purpose: string; /** Who handed it out instead of mailing it: a user id, or the operator of the server. */ given_by: string | null; created_at: Timestamp; expires_at: Timestamp; used_at: Timestamp | null; replaced_at: Timestamp | null }

export interface NotificationsTable {
  id: Generated<number>; company: string; user_id: string; kind: string; title: string; text: string; path: string | null; type: string | null; document_key: string | null; at: Timestamp; read_at: Timestamp | null
  entries: Generated<number[] | null> // the approval entries whose decision it asks for
  states: Generated<string[] | null>  // the states of the document in which it asks for something
}
/** A row for each channel (`in-app`, `mail`) of each kind that the user turned off. */
export interface NotificationMutesTable { user_id: string; company: string; kind: string; channel: string }
/** An address from which a calendar program reads a list as a user sees it. */
export interface CalendarFeedsTable { id: Generated<string>; token_hash: string; company: string; user_id: string; type: string; is_team: boolean; is_detailed: boolean; created_at: Timestamp; read_at: Timestamp | null }
/** What a user arranged for themselves in a company, such as the columns of a list. */
export interface PreferencesTable { user_id: string; company: string; name: string; value: Jsonb<JsonObject> }

/**
 * An authenticator app, which shares a secret with the server, or a passkey, whose private key never leaves the user's device. Valid once
 * confirmed.
 */
export interface AuthenticatorsTable {
  id: Generated<string>; user_id: string; kind: 'app' | 'passkey'; name: string
  secret: string | null            // of an app, Base32
  last_step: number | null         // of an app: the 30 s step whose code was last accepted
  credential_id: string | null; public_key: string | null; sign_count: Generated<number>; transports: Jsonb<string[]> // of a passkey, Base64url
  created_at: Timestamp; confirmed_at: Timestamp | null; used_at: Timestamp | null
}
export interface RecoveryCodesTable { user_id: string; code_hash: string; created_at: Timestamp; used_at: Timestamp | null }

/** A browser in which the user has signed in. */
export interface KnownDevicesTable { token_hash: string; user_id: string; seen_at: Timestamp }
/** A hash over the events up to an id and over the previous seal. */
export interface EventSealsTable { number: number; upto: number; events: number; hash: string; sealed_at: Timestamp }
/** Work that jobs have done, each named by a key. */
export interface JobKeysTable { company: string; key: string; at: Timestamp }
/** What a run of a job did for an item, by the item's number in the run; `data` is its line. */
export interface JobResultsTable { company: string; type: string; run: string; number: number; outcome: string; reason: string; data: Jsonb<JsonObject> }
/** Up to which day the scheduled runs of a job have been started. */
export interface JobSchedulesTable { company: string; type: string; until: string }
/** The id up to which events are sealed next: a single row. */
export interface EventSealMarkTable { one: Generated<boolean>; upto: number; noted_xid: number; noted_at: Timestamp }

export interface Tables {
  documents: DocumentsTable
  approval_entries: ApprovalEntriesTable
  decision_links: DecisionLinksTable
  events: EventsTable
  number_series: NumberSeriesTable
  files: FilesTable
  users: UsersTable
  sessions: SessionsTable
  companies: CompaniesTable
  settings: SettingsTable
  images: ImagesTable
  outbox: OutboxTable
  jobs: JobsTable
  job_keys: JobKeysTable
  job_results: JobResultsTable
  job_schedules: JobSchedulesTable
  idempotency: IdempotencyTable
  overlays: OverlaysTable
  throttles: ThrottlesTable
  challenges: ChallengesTable
  links: LinksTable
  provider_sign_ins: ProviderSignInsTable
  notifications: NotificationsTable
  notification_mutes: NotificationMutesTable
  calendar_feeds: CalendarFeedsTable
  preferences: PreferencesTable
  known_devices: KnownDevicesTable
  authenticators: AuthenticatorsTable
  recovery_codes: RecoveryCodesTable
  event_seals: EventSealsTable
  event_seal_mark: EventSealMarkTable
}

/** One transaction on one connection, passed to everything that belongs to one command. */
export type Tx = Transaction<Tables>
/** Where a query runs: in a transaction, or on any connection. */
export type Db = Kysely<Tables>
