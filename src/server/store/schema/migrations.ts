/**
 * Migrates the database to the tables that tables.ts describes, then creates what the manifests imply. Several processes may start at once:
 * one migrates, and the others wait and find the work done.
 */
import { sql } from 'kysely'
import type { Catalogue } from '../../../core/index.ts'
import type { HiddenByOverlays } from '../../services.ts'
import { adoptRenames } from './adopt-renames.ts'
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.ts'
import type { Database, Tx } from '../connection/database.ts'
import { createReportingViews } from './reporting-views.ts'
import { splitStates } from './split-states.ts'
import { liftTimeLimit } from '../connection/time-limit.ts'
import { createTypeIndexes } from './type-indexes.ts'
import { createTypePartitions } from './type-partitions.ts'
import { serverRoles } from './server-role.ts'
import { isInstalled, requireOwnTables, schemaNumber } from './whole-tables.ts'

interface Migration { number: number; name: string; statements: string[] }

/** In the order in which they are applied. */
export const MIGRATIONS: Migration[] = [
  {
    number: 1,
    name: 'tables',
    statements: [
      `create table documents (
        id uuid primary key default gen_random_uuid(),
        company text not null,
        type text not null,
        key text collate "C" not null,
        state text not null,
        owner text,
        rev integer not null default 1,
        manifest_hash text not null,
        data jsonb not null,
        created_at timestamptz not null default now(),
        created_by text not null,
        updated_at timestamptz not null default now(),
        updated_by text not null
      )`,
      'create unique index documents_key on documents (company, type, key)',
      'create index documents_state on documents (company, type, state, key)',
      'create index documents_owner on documents (company, type, owner, key)',
      `create table approval_entries (
        entry_no bigint generated always as identity primary key,
        company text not null,
        type text not null,
        document_key text collate "C" not null,
        round integer not null,
        sequence integer not null,
        step text not null,
        step_title text not null,
        mode text not null,
        quorum integer,
        approver text not null,
        original_approver text,
        on_behalf_of text,
        sender text not null,
        status text not null,
        comment text,
        sent_at timestamptz not null default now(),
        due_at timestamptz not null,
        decided_at timestamptz,
        rev integer not null default 1
      )`,
      'create index approval_entries_document on approval_entries (company, type, document_key, entry_no)',
      'create index approval_entries_approver on approval_entries (company, approver, type, document_key)',
      'create index approval_entries_original on approval_entries (company, original_approver, type, document_key) where original_approver is not null',
      `create index approval_entries_open on approval_entries (company, approver) where status = 'Open'`,
      `create index approval_entries_due on approval_entries (due_at) where status = 'Open'`,
      'create index approval_entries_sender on approval_entries (company, sender, entry_no)',
      `create table events (
        id bigint generated always as identity primary key,
        company text not null,
        type text not null,
        document_key text collate "C",
        kind text not null,
        actor text not null,
        on_behalf_of text,
        from_state text,
        to_state text,
        reason text,
        changes jsonb,
        ip text,
        at timestamptz not null default now()
      )`,
      'create index events_document on events (company, type, document_key, id)',
      `create function refuse_change() returns trigger language plpgsql as $$
        begin raise exception 'The audit trail is never changed.'; end $$`,
      `create trigger events_append_only before update or delete on events
        for each row execute function refuse_change()`,
      `create table number_series (
        company text not null, type text not null, period text not null, last_used bigint not null,
        primary key (company, type, period)
      )`,
      `create table files (
        id uuid primary key default gen_random_uuid(),
        company text not null,
        type text not null,
        document_key text collate "C" not null,
        field text not null,
        name text not null,
        media_type text not null,
        size integer not null,
        sha256 text not null,
        content bytea not null,
        created_at timestamptz not null default now(),
        created_by text not null
      )`,
      'alter table files alter column content set storage external',
      'create index files_document on files (company, type, document_key, created_at)',
      `create table companies (
        code text primary key,
        name text not null,
        display_name text not null,
        currency text not null,
        time_zone text not null,
        logo text,
        windows_auth boolean not null default false,
        switch_company boolean not null default false
      )`,
      `create table users (
        id uuid primary key default gen_random_uuid(),
        email text not null,
        username text,
        name text not null,
        password_hash text,
        employee text,
        default_company text not null references companies (code),
        companies text[] not null,
        roles text[] not null default '{}',
        is_admin boolean not null default false,
        is_approver boolean not null default false,
        is_navuser boolean not null default false,
        portal_admin boolean not null default false,
        active boolean not null default true,
        failed_attempts integer not null default 0,
        locked_until timestamptz,
        created_at timestamptz not null default now()
      )`,
      'create unique index users_email on users (lower(email))',
      'create unique index users_username on users (lower(username)) where username is not null',
      'create index users_employee on users (employee) where employee is not null',
      `create table sessions (
        token_hash text primary key,
        user_id uuid not null references users (id),
        company text not null references companies (code),
        device text not null default '',
        ip text,
        created_at timestamptz not null default now(),
        seen_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz
      )`,
      'create index sessions_user on sessions (user_id) where revoked_at is null',
      'create index sessions_expiry on sessions (expires_at)',
      `create table settings (
        company text not null,
        group_name text not null,
        values jsonb not null,
        updated_at timestamptz not null default now(),
        updated_by text not null,
        primary key (company, group_name)
      )`,
      `create table outbox (
        id bigint generated always as identity primary key,
        company text not null,
        recipient text not null,
        subject text not null,
        text text not null,
        html text,
        created_at timestamptz not null default now(),
        sent_at timestamptz,
        attempts integer not null default 0,
        last_error text,
        next_attempt_at timestamptz not null default now()
      )`,
      'create index outbox_waiting on outbox (next_attempt_at) where sent_at is null',
      'create index outbox_company on outbox (company, id)',
      `create table jobs (
        id bigint generated always as identity primary key,
        kind text not null,
        payload jsonb not null default '{}',
        run_at timestamptz not null,
        locked_until timestamptz,
        attempts integer not null default 0,
        finished_at timestamptz,
        last_error text,
        unique_key text
      )`,
      'create index jobs_waiting on jobs (run_at) where finished_at is null',
      'create unique index jobs_unique_key on jobs (unique_key) where unique_key is not null',
      `create table idempotency (
        user_id text not null,
        key text not null,
        request_hash text not null,
        status integer not null,
        body text not null,
        created_at timestamptz not null default now(),
        primary key (user_id, key)
      )`,
      'create index idempotency_age on idempotency (created_at)',
      `create table overlays (
        id bigint generated always as identity primary key,
        scope text not null,
        type text not null,
        overlay jsonb not null,
        published_at timestamptz not null default now(),
        published_by text not null
      )`
    ]
  },
  {
    number: 2,
    name: 'sign-in',
    statements: [
      // Failed attempts are now counted in throttles, also for names without an account; whether users may switch companies is now a
      // setting.
      'alter table users drop column failed_attempts, drop column locked_until, add column gender text, add column email_verified_at timestamptz',
      'alter table companies drop column switch_company, add column position integer not null default 0',
      'alter table sessions add column id uuid not null default gen_random_uuid(), add column has_second_factor boolean not null default false',
      'create unique index sessions_id on sessions (id)',
      'alter table events add column device text',
      `create index events_sign_in on events (company, id) where type = 'session'`,
      'alter table outbox add column is_secret boolean not null default false',
      `create table throttles (
        bucket text primary key,
        hits integer not null,
        ends_at timestamptz not null,
        blocked_until timestamptz
      )`,
      'create index throttles_end on throttles (ends_at)',
      `create table challenges (
        token_hash text primary key,
        user_id uuid not null references users (id),
        company text not null references companies (code),
        method text not null,
        replaces text,
        device text not null default '',
        channel text,
        code_hash text,
        code_ends_at timestamptz,
        tries integer not null default 0,
        sends integer not null default 0,
        sent_at timestamptz,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz
      )`,
      'create index challenges_expiry on challenges (expires_at)',
      `create table links (
        token_hash text primary key,
        user_id uuid not null references users (id),
        purpose text not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        replaced_at timestamptz
      )`,
      'create index links_user on links (user_id) where used_at is null and replaced_at is null',
      'create index links_expiry on links (expires_at)'
    ]
  },
  {
    number: 3,
    name: 'notifications and users',
    statements: [
      `create table notifications (
        id bigint generated always as identity primary key,
        company text not null references companies (code),
        user_id uuid not null references users (id),
        kind text not null,
        title text not null,
        text text not null,
        path text,
        type text,
        document_key text collate "C",
        at timestamptz not null,
        read_at timestamptz
      )`,
      'create index notifications_user on notifications (user_id, company, id)',
      'create index notifications_unread on notifications (user_id, company, id) where read_at is null',
      'create index notifications_age on notifications (at)',
      // The kinds that a user turned off: without a row, they are notified.
      `create table notification_mutes (
        user_id uuid not null references users (id),
        kind text not null,
        channel text not null,
        primary key (user_id, kind, channel)
      )`,
      'alter table users add column rev integer not null default 1, add column inactive_reason text',
      `create index events_signed_in on events (actor, id) where type = 'session' and kind = 'signed-in'`,
      `create index events_settings on events (company, id) where type = 'settings'`
    ]
  },
  {
    number: 4,
    name: 'revisions of settings, and images',
    statements: [
      'alter table settings add column rev integer not null default 1',
      // Keyed by content hash: companies may share a picture, and the picture behind an address never changes.
      `create table images (
        hash text primary key,
        media_type text not null,
        content bytea not null,
        created_at timestamptz not null default now(),
        created_by text not null
      )`,
      'alter table images alter column content set storage external'
    ]
  },
  {
    number: 5,
    name: 'what people did with their accounts',
    statements: [`create index events_of_person on events (actor, id) where type = 'session'`]
  },
  {
    number: 6,
    name: 'approvals: inbox in pages, amounts, overdue notices, links in mails',
    statements: [
      'drop index approval_entries_open',
      // A page of the inbox, and the count per type, are read from the index alone.
      `create index approval_entries_open on approval_entries (company, approver, entry_no) include (type) where status = 'Open'`,
      'create index approval_entries_history on approval_entries (company, approver, entry_no)',
      'alter table approval_entries add column amount numeric, add column overdue_at timestamptz, add column escalated_at timestamptz',
      `create table decision_links (
        token_hash text primary key,
        company text not null references companies (code),
        user_id uuid not null references users (id),
        entry_no bigint not null,
        entry_rev integer not null,
        record_rev integer not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz
      )`,
      'create index decision_links_expiry on decision_links (expires_at)'
    ]
  },
  {
    number: 7,
    name: 'documents in a part for each type',
    statements: [
      // Company, type and key identify a record; nothing used the id.
      'alter table documents drop column id',
      'alter table documents rename to documents_before',
      'drop index documents_key, documents_state, documents_owner',
      'create table documents (like documents_before including defaults) partition by list (type)',
      'create table documents_other partition of documents default',
      'create unique index documents_key on documents (company, type, key)',
      'create index documents_state on documents (company, type, state, key)',
      'create index documents_owner on documents (company, type, owner, key)',
      'insert into documents select * from documents_before',
      // Also drops the views that depend on it, which are created again.
      'drop table documents_before cascade'
    ]
  },
  {
    number: 8,
    name: 'of which approval an entry is',
    statements: ['alter table approval_entries add column approval text']
  },
  {
    number: 9,
    name: 'numbers from sequences',
    statements: ['alter table number_series add column id bigint generated always as identity unique, add column sequence text']
  },
  {
    number: 10,
    name: 'who handed out a link',
    statements: ['alter table links add column given_by text']
  },
  {
    number: 11,
    name: 'a chain over the audit trail',
    statements: [
      'create table event_seals (number bigint primary key, upto bigint not null, events integer not null, hash text not null, sealed_at timestamptz not null default clock_timestamp())',
      'create table event_seal_mark (one boolean primary key default true check (one), upto bigint not null, noted_xid bigint not null, noted_at timestamptz not null)',
      'create trigger events_not_emptied before truncate on events for each statement execute function refuse_change()',
      'create trigger event_seals_append_only before update or delete on event_seals for each row execute function refuse_change()',
      'create trigger event_seals_not_emptied before truncate on event_seals for each statement execute function refuse_change()'
    ]
  },
  {
    number: 12,
    name: 'browsers that people have signed in with',
    statements: [
      'create table known_devices (token_hash text not null, user_id uuid not null references users (id), seen_at timestamptz not null, primary key (token_hash, user_id))',
      'create index known_devices_user on known_devices (user_id, seen_at)'
    ]
  },
  {
    number: 13,
    name: 'authenticator apps and passkeys',
    statements: [
      `create table authenticators (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users (id),
        kind text not null check (kind in ('app', 'passkey')),
        name text not null,
        secret text,
        last_step bigint,
        credential_id text unique,
        public_key text,
        sign_count bigint not null default 0,
        transports jsonb not null default '[]',
        created_at timestamptz not null,
        confirmed_at timestamptz,
        used_at timestamptz
      )`,
      'create index authenticators_user on authenticators (user_id)',
      'create table recovery_codes (user_id uuid not null references users (id), code_hash text not null, created_at timestamptz not null, used_at timestamptz, primary key (user_id, code_hash))',
      // What a passkey signs: valid once, and only for the sign-in or session that requested it.
      'alter table challenges add column nonce text, add column has_authenticator boolean not null default false',
      'alter table sessions add column nonce text, add column nonce_ends_at timestamptz, add column proved_at timestamptz'
    ]
  },
  {
    number: 14,
    name: 'sign-ins at an identity provider',
    statements: [
      `create table provider_sign_ins (
        state_hash text primary key,
        browser_hash text not null,
        provider text not null,
        company text not null references companies (code),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        returned_at timestamptz,
        user_id uuid references users (id),
        code_hash text,
        code_ends_at timestamptz,
        code_used_at timestamptz
      )`,
      'create unique index provider_sign_ins_code on provider_sign_ins (code_hash) where code_hash is not null',
      'create index provider_sign_ins_expiry on provider_sign_ins (expires_at)'
    ]
  },
  {
    number: 15,
    name: 'when the provider saw the person, and signing out there',
    statements: [
      // Kept as long as a session that began with it can be signed out; the row itself is deleted after a day.
      'alter table provider_sign_ins add column confirms text, add column id_token text, add column seen_at timestamptz',
      'alter table challenges add column provider_sign_in text',
      'alter table sessions add column provider_sign_in text, add column set_up_until timestamptz'
    ]
  },
  {
    number: 16,
    name: 'which roles decide on an entry',
    statements: ['alter table approval_entries add column roles text[]']
  },
  {
    number: 17,
    name: 'who does not decide on an entry',
    statements: ['alter table approval_entries add column excepted text[]']
  },
  {
    number: 18,
    name: 'files are stored as they are',
    // Pictures and PDF are compressed already; trying it again takes most of the time of storing one.
    statements: ['alter table files alter column content set storage external']
  },
  {
    number: 19,
    name: 'what people arrange for themselves',
    statements: [
      `create table preferences (
        user_id uuid not null references users (id),
        company text not null references companies (code),
        name text not null,
        value jsonb not null,
        primary key (user_id, company, name)
      )`
    ]
  },
  {
    number: 20,
    name: 'notices are settled with what they ask for',
    statements: [
      'alter table notifications add column entries bigint[], add column states text[]',
      'create index notifications_asking on notifications (company, type, document_key) where read_at is null and (entries is not null or states is not null)',
      // What was sent before: notices of overdue approvals can be told by their title only, which was never translated.
      `update notifications n set entries = array(
          select a.entry_no from approval_entries a where a.company = n.company and a.type = n.type and a.document_key = n.document_key and a.status = 'Open'
        ) where n.read_at is null and n.document_key is not null and (n.kind in ('assigned', 'delegated') or n.kind = 'notice' and n.title like '% is overdue for approval')`,
      "update notifications set read_at = now() where read_at is null and entries = '{}'"
    ]
  },
  {
    number: 21,
    name: 'the language of a person',
    statements: ['alter table users add column language text']
  },
  {
    number: 22,
    name: 'whose directory checked the password',
    statements: ['alter table challenges add column directory_of text', 'alter table sessions add column directory_of text']
  },
  {
    number: 23,
    name: 'what a company’s identity provider vouches for, and the language of mails',
    statements: [
      'alter table sessions add column proved_by_provider boolean not null default false',
      'alter table notification_mutes add column company text references companies (code)',
      'alter table notification_mutes drop constraint notification_mutes_pkey',
      `insert into notification_mutes (user_id, company, kind, channel)
        select m.user_id, c.code, m.kind, m.channel from notification_mutes m join users u on u.id = m.user_id join companies c on c.code = any(u.companies)`,
      'delete from notification_mutes where company is null',
      'alter table notification_mutes add primary key (user_id, company, kind, channel)',
      'alter table outbox add column language text'
    ]
  },
  {
    number: 24,
    name: 'which mails go first',
    statements: [
      'alter table outbox add column urgency smallint not null default 0',
      // Which of them are for signing in was not stored.
      'update outbox set urgency = 2 where is_secret and sent_at is null'
    ]
  },
  {
    number: 25,
    name: 'runs of jobs',
    statements: [
      `create table job_keys (company text not null references companies (code), key text not null, at timestamptz not null, primary key (company, key))`,
      `create table job_results (
        company text not null references companies (code), type text not null, run text not null, number integer not null,
        outcome text not null, reason text not null, data jsonb not null, primary key (company, type, run, number))`,
      `create table job_schedules (company text not null references companies (code), type text not null, until date not null, primary key (company, type))`
    ]
  },
  {
    number: 26,
    name: 'addresses for calendar programs',
    statements: [
      `create table calendar_feeds (
        id uuid primary key default gen_random_uuid(),
        token_hash text not null unique,
        company text not null references companies (code),
        user_id uuid not null references users (id),
        type text not null,
        is_team boolean not null,
        is_detailed boolean not null,
        created_at timestamptz not null,
        read_at timestamptz
      )`,
      'create index calendar_feeds_person on calendar_feeds (user_id, company)'
    ]
  }
]

/** The tables that exist after the migration with this number. */
export function tablesAt(schema: number): ReadonlySet<string> {
  const tables = new Set<string>()
  for (const statement of MIGRATIONS.filter(({ number }) => number <= schema).flatMap(({ statements }) => statements)) {
    const [, verb, name = ''] = /^(create|drop) table (?:if exists )?(\w+)/.exec(statement) ?? []
    if (verb === 'create') tables.add(name)
    if (verb === 'drop') tables.delete(name)
  }
  return tables
}

/**
 * Removes tables and functions of a later schema than the given one, so that they can be created as they were then. Whatever was in them is
 * lost. The rights of servers with a role of their own are returned to be given again.
 */
export async function removeLaterSchema(tx: Tx, schema: number): Promise<string[]> {
  if (!(await isInstalled(tx)) || await schemaNumber(tx) <= schema) return []
  const roles = await serverRoles(tx)
  const newest = MIGRATIONS.at(-1)?.number ?? 0
  for (const table of ['migrations', ...tablesAt(newest)]) await sql`drop table if exists ${sql.table(table)} cascade`.execute(tx)
  const created = MIGRATIONS.flatMap(({ statements }) => statements).flatMap((statement) => /^create function (\w+)\(\)/.exec(statement)?.[1] ?? [])
  for (const name of created) await sql`drop function ${sql.id(name)}() cascade`.execute(tx)
  return roles
}

/** A newer version has used the database: this one does not know its schema. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError'
  constructor(found: number, known: number) {
    super(`The database was last used by a newer version of Dirisha: its schema is number ${found}, and this version knows up to ${known}. Nothing was changed. Start the newer version, or restore a backup that was made before the upgrade.`)
  }
}

/** Runs the missing migrations in one transaction, then creates the partitions, views and indexes that the manifests imply. */
export async function migrate(database: Database, catalogue: Catalogue, hiddenByOverlays: HiddenByOverlays): Promise<void> {
  await database.transaction(async (tx) => {
    await lockSchema(tx)
    await bringUpToDate(tx, catalogue, hiddenByOverlays)
  })
  await createTypeIndexes(database, catalogue)
}

/** Lifts the transaction's time limit and takes the migration lock until it ends: servers that start meanwhile wait. */
export async function lockSchema(tx: Tx): Promise<void> {
  // Before the lock: waiting for another process's migration may take as long as the migration itself.
  await liftTimeLimit(tx)
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`.execute(tx)
}

/** Everything except the indexes of document types. The transaction must hold the migration lock. */
export async function bringUpToDate(tx: Tx, catalogue: Catalogue, hiddenByOverlays: HiddenByOverlays): Promise<void> {
  await migrateTables(tx)
  await createTypePartitions(tx, catalogue)
  await adoptRenames(tx, catalogue)
  await splitStates(tx, catalogue)
  await createReportingViews(tx, catalogue, hiddenByOverlays)
}

/**
 * Runs the missing migrations, optionally up to a number. @throws NewerSchemaError if a newer version has used the database or is asked
 * for; UnusableDatabaseError if the database belongs to another product
 */
export async function migrateTables(tx: Tx, upTo?: number): Promise<void> {
  if (!(await isInstalled(tx))) {
    await requireOwnTables(tx)
    await sql`create table migrations (number integer primary key, name text not null, at timestamptz not null default now())`.execute(tx)
  }
  const { rows } = await sql<{ last: number | null }>`select max(number) as last from migrations`.execute(tx)
  const newest = MIGRATIONS.at(-1)?.number ?? 0
  const found = Math.max(rows[0]?.last ?? 0, upTo ?? 0)
  if (found > newest) throw new NewerSchemaError(found, newest)
  for (const migration of MIGRATIONS) {
    if (migration.number > (rows[0]?.last ?? 0) && migration.number <= (upTo ?? newest)) await apply(tx, migration)
  }
}

async function apply(tx: Tx, migration: Migration): Promise<void> {
  for (const statement of migration.statements) await sql.raw(statement).execute(tx)
  await sql`insert into migrations (number, name) values (${migration.number}, ${migration.name})`.execute(tx)
}
