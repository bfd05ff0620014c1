/** Approval entries: who must decide, in which order, and what they decided. */
import { approvalsOf, type Catalogue, type Doc, type Organisation, type ResolvedDocumentType } from '../../../core/index.ts'
import type { Db, Tx } from '../connection/database.ts'
import { decidersSql, decidesForSql, holdsSql, type Holder } from '../users/delegates.ts'
import { RECORD_COLUMNS, type RecordRow } from '../documents/documents.ts'
import { dataValue, literal } from '../sql/field-sql.ts'
import { bytesSql, cutSql } from '../sql/page-bytes.ts'
import { Statement, containsPattern } from '../sql/statement.ts'

const DAY_MS = 24 * 60 * 60_000

export interface EntryRow {
  entry_no: number; type: string; document_key: string; round: number; sequence: number; step: string; step_title: string; mode: string; quorum: number | null
  approver: string; approver_name: string | null; /** Read for cards only. */ approver_email?: string | null; original_approver: string | null; on_behalf_of: string | null; on_behalf_name?: string | null; sender: string; sender_name: string | null
  status: string; comment: string | null; sent_at: Date; due_at: Date; decided_at: Date | null; rev: number; amount: number | null; overdue_at: Date | null; escalated_at: Date | null; approval: string | null
  /** A substitute for the approver needs one of these roles, as the document named them when it was sent; null if anyone may substitute. */
  roles: string[] | null
  /**
   * People who must not decide as a substitute, as the approval excepted them when the document was sent; null in entries from before this
   * was stored.
   */
  excepted: string[] | null
}

/** An entry together with the approvers who take part in its round. */
export interface ListedEntry extends EntryRow { deciders: string[] }

export interface EntryCriteria {
  company: string
  type?: string
  key?: string
  entryNo?: number
  approver?: string
  /** Open entries that wait for this person, including those they decide as a delegate. */
  waitingFor?: Holder
  /** Entries that were handed over to this person, and those they decide as a delegate. */
  delegatedTo?: Holder
  /** Entries that this person decided or handed over, or that were decided on their behalf. */
  decidedBy?: string
  sender?: string
  /** Only one entry per document, the one that shows its status: the open one, otherwise the last one decided. */
  latestOnly?: boolean
  statuses?: string[]
  search?: EntrySearch
  /** Sent before this moment. */
  sentBefore?: Date
  /** Due before this moment. */
  dueBefore?: Date
  /** Only entries that come after this one: by `order`, otherwise those with a lower number. */
  before?: number
  /** At most this many, by `order`, otherwise newest first, and fewer of large documents; if absent, all, oldest first. */
  newest?: number
  order?: EntryOrder
}

/** What is overdue on this day comes first, then what is due on it; among each group by a property of the entry. */
export interface EntryOrder { by: 'due' | 'amount' | 'sent' | 'type'; today: string }

/**
 * Search words, each of which must occur in the entry's number, document key, status or people, or in the document's title or searched
 * fields.
 */
export interface EntrySearch {
  words: string[]
  /** Titles of the types, by id. */
  titles: Record<string, string>
  /** The types and the fields of their documents that are searched; never a field that is redacted for any role. */
  fields: { manifest: ResolvedDocumentType; names: string[] }[]
}

/** Entries with the names of the people in them. */
export async function listEntries(db: Db, organisation: Organisation, criteria: EntryCriteria): Promise<ListedEntry[]> {
  return select(db, organisation, criteria, new Statement(), '')
}

/** An entry with what decides whether a person may see it. */
export interface SeenEntry extends ListedEntry {
  /** Whether this or another entry of the document names the person, or is theirs to decide as a delegate. */
  is_assigned: boolean
  /** Whether it is the first of these entries of its document. */
  is_first: boolean
  /** Null if the entry is not the first of its document, if the record does not exist, or if its type no longer has an approval. */
  record: RecordRow | null
  /** The person's own employee record. */
  own: Doc | null
  /** Further entries were left out, because the page is full: their documents' data would exceed MAX_PAGE_BYTES. */
  is_cut: boolean
}

/** Like `listEntries`, each entry with its document and the person's relation to it. */
export async function listEntriesFor(db: Db, { organisation, types }: Catalogue, criteria: EntryCriteria, holder: Holder): Promise<SeenEntry[]> {
  const s = new Statement()
  const me = s.value(holder.number, 'text')
  const names = (alias: string): string => `(${me} in (${alias}.approver, ${alias}.original_approver) or ${decidesForSql(alias, holder, s)})`
  const other = `select 1 from approval_entries m where m.company = a.company and m.type = a.type and m.document_key = a.document_key and ${names('m')}`
  const ids = Object.values(types).filter((type) => approvalsOf(type).length > 0 && (criteria.type ?? type.id) === type.id).map(({ id }) => id)
  // With literal types, because `documents` is partitioned by type.
  const ofDocument = (alias: string, what: string, none: string): string => (ids.length === 0 ? none : `case ${alias}.type ${ids.map((id) => (
    `when ${literal(id)} then (select ${what} from (select ${RECORD_COLUMNS} from documents d where d.company = ${alias}.company and d.type = ${literal(id)} and d.key = ${alias}.document_key) r)`
  )).join(' ')} end`)
  const own = organisation.employees && `(select p.data from documents p where p.company = a.company and p.type = ${literal(organisation.employees.type)} and p.key = ${me})`
  const record = ofDocument('a', 'to_jsonb(r)', 'null')
  return select(
    db, organisation, criteria, s,
    `, (coalesce(${names('a')}, false) or exists (${other})) as is_assigned, case when a.is_first then ${record} end as record, ${own ?? 'null'} as own`,
    ofDocument('p', bytesSql('r.data'), '0')
  )
}

/** @param bytes SQL: the size of what is read for the entry `p`; a page of the newest ends early when it exceeds MAX_PAGE_BYTES */
async function select<Row extends ListedEntry>(db: Db, organisation: Organisation, criteria: EntryCriteria, s: Statement, more: string, bytes?: string): Promise<Row[]> {
  const where = conditions(criteria, organisation, s)
  const place = criteria.order && placeSql(criteria.order, s)
  if (criteria.before !== undefined) where.push(afterSql(criteria.before, place, criteria.company, s))
  const order = criteria.newest === undefined ? 'a.round, a.sequence, a.entry_no' : `${place?.('a') ?? 'a.entry_no desc'} limit ${criteria.newest}`
  const columns = `a.*, ${nameSql('approver', organisation)} as approver_name, ${nameSql('sender', organisation)} as sender_name, ${nameSql('on_behalf_of', organisation)} as on_behalf_name, ${decidersSql('a')} as deciders${more}`
  const entries = `select a.* from approval_entries a where ${where.join(' and ')} order by ${order}`
  if (bytes === undefined) return s.run<Row>(db, `select ${columns} from approval_entries a where ${where.join(' and ')} order by ${order}`)
  const page = `page as materialized (select e.*, row_number() over (partition by e.type, e.document_key order by e.place) = 1 as is_first
      from (select a.*, row_number() over () as place from (${entries}) a) e)`
  const cut = criteria.newest === undefined ? 'cut as (select null::bigint as place)' : cutSql('page', bytes)
  return s.run<Row>(
    db,
    `with ${page}, ${cut} select ${columns}, cut.place is not null as is_cut from page a cross join cut where cut.place is null or a.place < cut.place order by a.place`
  )
}

/** What decides the place of an entry in an order, as columns that are compared one after another, all ascending. */
function placeSql({ by, today }: EntryOrder, s: Statement): (alias: string) => string {
  const day = s.value(new Date(`${today}T00:00:00Z`), 'timestamptz')
  const next = s.value(new Date(Date.parse(`${today}T00:00:00Z`) + DAY_MS), 'timestamptz')
  return (e) => {
    const own = { due: [], amount: [`-coalesce(${e}.amount, 0)`], sent: [`${e}.sent_at`], type: [`${e}.type`] }[by]
    return [`case when ${e}.due_at < ${day} then 0 when ${e}.due_at < ${next} then 1 else 2 end`, ...own, `${e}.due_at`, `${e}.entry_no`].join(', ')
  }
}

/** The condition on entries `a` that come after another one. */
function afterSql(entryNo: number, place: ((alias: string) => string) | undefined, company: string, s: Statement): string {
  const no = s.value(entryNo, 'bigint')
  return place === undefined ? `a.entry_no < ${no}` : `(${place('a')}) > (select ${place('z')} from approval_entries z where z.company = ${s.value(company)} and z.entry_no = ${no})`
}

/** The number of entries per type; the type among the criteria is ignored. */
export async function countEntries(db: Db, organisation: Organisation, { type: _type, ...criteria }: EntryCriteria): Promise<{ type: string; count: number }[]> {
  const s = new Statement()
  return s.run(db, `select a.type, count(*)::integer as count from approval_entries a where ${conditions(criteria, organisation, s).join(' and ')} group by a.type order by a.type`)
}

function conditions(criteria: EntryCriteria, organisation: Organisation, s: Statement): string[] {
  const where = [`a.company = ${s.value(criteria.company)}`]
  if (criteria.type !== undefined) where.push(`a.type = ${s.value(criteria.type)}`)
  if (criteria.key !== undefined) where.push(`a.document_key = ${s.value(criteria.key)}`)
  if (criteria.entryNo !== undefined) where.push(`a.entry_no = ${s.value(criteria.entryNo, 'bigint')}`)
  if (criteria.approver !== undefined) where.push(`a.approver = ${s.value(criteria.approver)}`)
  if (criteria.waitingFor !== undefined) where.push(holdsSql('a', criteria.waitingFor, s))
  if (criteria.delegatedTo !== undefined) where.push(`((a.approver = ${s.value(criteria.delegatedTo.number)} and a.original_approver is not null) or ${decidesForSql('a', criteria.delegatedTo, s)})`)
  if (criteria.decidedBy !== undefined) {
    const me = s.value(criteria.decidedBy)
    where.push(`(${me} in (a.approver, a.original_approver) and not (a.approver = ${me} and a.status in ('Open', 'Created')))`)
  }
  if (criteria.sender !== undefined) where.push(`a.sender = ${s.value(criteria.sender)}`)
  if (criteria.latestOnly === true) where.push(LATEST)
  if (criteria.statuses !== undefined) where.push(statusSql(criteria.statuses, s))
  if (criteria.sentBefore !== undefined) where.push(`a.sent_at < ${s.value(criteria.sentBefore, 'timestamptz')}`)
  if (criteria.dueBefore !== undefined) where.push(`a.due_at < ${s.value(criteria.dueBefore, 'timestamptz')}`)
  for (const word of criteria.search?.words ?? []) where.push(searchSql(word, criteria.search, organisation, s))
  return where
}

const LATEST = `a.entry_no = (select b.entry_no from approval_entries b where b.company = a.company and b.type = a.type and b.document_key = a.document_key
  order by b.round desc, case b.status when 'Open' then 0 when 'Created' then 2 when 'Canceled' then 2 else 1 end, b.sequence desc, b.entry_no desc limit 1)`

/** A single status is written literally, so that the partial index on open entries can be used. */
function statusSql(statuses: string[], s: Statement): string {
  const [only] = statuses
  return statuses.length === 1 && only === 'Open' ? `a.status = 'Open'` : `a.status = any(${s.value(statuses, 'text[]')})`
}

function searchSql(word: string, search: EntrySearch | undefined, organisation: Organisation, s: Statement): string {
  const pattern = s.value(containsPattern(word.toLowerCase()), 'text')
  const types = Object.entries(search?.titles ?? {}).filter(([, title]) => title.toLowerCase().includes(word.toLowerCase())).map(([id]) => id)
  const searched = (search?.fields ?? []).filter(({ names }) => names.length > 0)
  // Redundant, but it lets the database skip the partitions of other types.
  const searchedTypes = searched.map(({ manifest }) => literal(manifest.id)).join(', ')
  const ofDocument = searched.map(({ manifest, names }) => (
    `when ${literal(manifest.id)} then concat_ws(' ', ${names.map((name) => dataValue(name, 'text', 'd.')).join(', ')})`
  ))
  const texts = ['a.entry_no::text', 'a.document_key', 'a.status', nameSql('sender', organisation), nameSql('approver', organisation)]
  return `(${[
    ...(types.length > 0 ? [`a.type = any(${s.value(types, 'text[]')})`] : []),
    ...texts.map((text) => `lower(${text}) like ${pattern}`),
    ...(ofDocument.length === 0 ? [] : [`exists (select 1 from documents d where d.company = a.company and d.type = a.type and d.type in (${searchedTypes}) and d.key = a.document_key and lower(case a.type ${ofDocument.join(' ')} end) like ${pattern})`])
  ].join(' or ')})`
}

/** The name of the person in a column of `approval_entries a`, from the employee record, otherwise from the user. */
export function nameSql(column: 'approver' | 'sender' | 'on_behalf_of', { employees }: Organisation): string {
  const user = `(select u.name from users u where u.id::text = substr(a.${column}, 6) and starts_with(a.${column}, 'user:'))`
  if (!employees) return user
  return `coalesce((select p.data->>${literal(employees.name)} from documents p where p.company = a.company and p.type = ${literal(employees.type)} and p.key = a.${column}), ${user})`
}

/** The address of the approver of `approval_entries a`, from the employee record. */
export function emailSql({ employees }: Organisation): string {
  if (employees?.email === undefined) return 'null'
  return `(select p.data->>${literal(employees.email)} from documents p where p.company = a.company and p.type = ${literal(employees.type)} and p.key = a.approver)`
}

/** The number of entries that wait for the person, including those they decide as a delegate. */
export async function countOpenEntries(db: Db, company: string, holder: Holder): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ count: number }>(db, `select count(*) as count from approval_entries a where a.company = ${s.value(company)} and ${holdsSql('a', holder, s)}`)
  return rows[0]?.count ?? 0
}

/** Entries that wait for the person now or later, ordered by document. */
export async function undecidedEntries(db: Db, company: string, approver: string, limit: number): Promise<{ entryNo: number; type: string; key: string }[]> {
  const s = new Statement()
  return s.run(
    db,
    `select entry_no as "entryNo", type, document_key as key from approval_entries where company = ${s.value(company)} and approver = ${s.value(approver)}
       and status in ('Open', 'Created') order by type, document_key, entry_no limit ${limit}`
  )
}

/**
 * The entries of the record's latest round. They change only while the record is locked, so the holder of that lock need not lock them too.
 * With `whileOpen`, returns nothing unless that entry is open: someone who decides too late does not read a round of fifty.
 */
export async function readRound(tx: Tx, document: { company: string; type: string; key: string }, whileOpen?: number): Promise<EntryRow[]> {
  const s = new Statement()
  const same = `company = ${s.value(document.company)} and type = ${s.value(document.type)} and document_key = ${s.value(document.key)}`
  const isOpen = whileOpen === undefined ? '' : ` and exists (select 1 from approval_entries where entry_no = ${s.value(whileOpen, 'bigint')} and status = 'Open')`
  return s.run<EntryRow>(
    tx,
    `select a.*, null as approver_name, null as sender_name, null as on_behalf_name from approval_entries a where ${same}
       and round = (select max(round) from approval_entries where ${same})${isOpen} order by a.sequence, a.entry_no`
  )
}

export interface NewEntry {
  approval: string; sequence: number; step: string; stepTitle: string; mode: string; quorum: number | undefined; approver: string; status: string; dueAt: Date; amount: number | null; roles: string[] | null; excepted: string[] | null
}

/** An open entry with its current revision. */
export interface OpenEntry { entryNo: number; approver: string; rev: number }

/** Inserts the entries of a new round after the record's latest; the record must be locked. Returns those that are open. */
export async function insertRound(tx: Tx, document: { company: string; type: string; key: string; sender: string; sentAt: Date }, entries: NewEntry[]): Promise<OpenEntry[]> {
  const s = new Statement()
  const [company, type, key, sender, sentAt] = [s.value(document.company), s.value(document.type), s.value(document.key), s.value(document.sender), s.value(document.sentAt, 'timestamptz')]
  const rows = entries.map((entry) => {
    const values = [
      s.value(entry.sequence, 'integer'), s.value(entry.step), s.value(entry.stepTitle), s.value(entry.mode), s.value(entry.quorum ?? null, 'integer'),
      s.value(entry.approver), s.value(entry.status), s.value(entry.dueAt, 'timestamptz'), s.value(entry.amount, 'numeric'), s.value(entry.approval), s.value(entry.roles, 'text[]'), s.value(entry.excepted, 'text[]')
    ]
    return `(${company}, ${type}, ${key}, (select coalesce(max(round), 0) + 1 from approval_entries where company = ${company} and type = ${type} and document_key = ${key}), ` +
      `${sender}, ${sentAt}, ${values.join(', ')})`
  })
  const written = await s.run<OpenEntry & { status: string }>(
    tx,
    `insert into approval_entries (company, type, document_key, round, sender, sent_at, sequence, step, step_title, mode, quorum, approver, status, due_at, amount, approval, roles, excepted)
     values ${rows.join(', ')} returning entry_no as "entryNo", approver, rev, status`
  )
  return written.filter(({ status }) => status === 'Open')
}

export interface EntryChange { entryNo: number; status: string; approver: string; originalApprover: string | null; decidedAt?: Date; dueAt?: Date; sentAt?: Date }
/** What is noted on the entry that was decided. */
export interface DecisionNote { entryNo: number; comment: string | null; /** The approver on whose behalf it was decided. */ onBehalfOf: string | null }

/** Changes entries in one statement and increments their revisions; undefined values are left unchanged. */
export async function updateEntries(tx: Tx, changes: EntryChange[], note?: DecisionNote): Promise<void> {
  if (changes.length === 0) return
  const s = new Statement()
  const noted = (column: string, value: string | null): string => (
    note === undefined ? '' : `, ${column} = case when e.entry_no = ${s.value(note.entryNo, 'bigint')} then ${s.value(value, 'text')} else e.${column} end`
  )
  await s.run(
    tx,
    `update approval_entries e set status = c.status, approver = c.approver, original_approver = c."originalApprover", rev = e.rev + 1,
       decided_at = coalesce(c."decidedAt", e.decided_at), due_at = coalesce(c."dueAt", e.due_at), sent_at = coalesce(c."sentAt", e.sent_at)${noted('comment', note?.comment ?? null)}${noted('on_behalf_of', note?.onBehalfOf ?? null)}
     from jsonb_to_recordset(${s.value(JSON.stringify(changes), 'jsonb')})
       as c("entryNo" bigint, status text, approver text, "originalApprover" text, "decidedAt" timestamptz, "dueAt" timestamptz, "sentAt" timestamptz)
     where e.entry_no = c."entryNo"`
  )
}

/** The documents of the entries; entries that do not exist are left out. */
export async function documentsOfEntries(db: Db, company: string, entryNos: number[]): Promise<{ entryNo: number; type: string; key: string; amount: number | null; approver: string }[]> {
  const s = new Statement()
  return s.run(
    db, `select entry_no as "entryNo", type, document_key as key, amount::float8 as amount, approver from approval_entries where company = ${s.value(company)} and entry_no = any(${s.value(entryNos, 'bigint[]')})`
  )
}

/** Open entries that were due before one moment and have had no notice since another; the longest overdue first. */
export async function overdueEntries(db: Db, { company, dueBefore, notifiedBefore, limit }: { company: string; dueBefore: Date; notifiedBefore: Date; limit: number }): Promise<{ entryNo: number; type: string; key: string }[]> {
  const s = new Statement()
  return s.run(
    db,
    `select entry_no as "entryNo", type, document_key as key from approval_entries where company = ${s.value(company)} and status = 'Open' and due_at < ${s.value(dueBefore, 'timestamptz')}
       and (overdue_at is null or overdue_at <= ${s.value(notifiedBefore, 'timestamptz')}) order by due_at, entry_no limit ${limit}`
  )
}

/** Notes that people were notified that the entry is overdue. Its revision stays the same, so that a link in a mail remains valid. */
export async function markOverdue(tx: Tx, entryNo: number, now: Date): Promise<void> {
  await tx.updateTable('approval_entries').set({ overdue_at: now }).where('entry_no', '=', entryNo).execute()
}

/** Notes that the entry was escalated, or could not be: escalation happens once. */
export async function markEscalated(tx: Tx, entryNo: number, now: Date): Promise<void> {
  await tx.updateTable('approval_entries').set({ escalated_at: now }).where('entry_no', '=', entryNo).execute()
}
