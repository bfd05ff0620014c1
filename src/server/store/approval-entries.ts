/** Approval entries: who is asked, in which order, and what they answered. */
import type { Organisation } from '../../core/index.ts'
import type { Db, Tx } from './database.ts'
import { literal } from './field-sql.ts'
import { Statement } from './statement.ts'

export interface EntryRow {
  entry_no: number; type: string; document_key: string; round: number; sequence: number; step: string; step_title: string; mode: string; quorum: number | null
  approver: string; approver_name: string | null; original_approver: string | null; on_behalf_of: string | null; sender: string; sender_name: string | null
  status: string; comment: string | null; sent_at: Date; due_at: Date; decided_at: Date | null; rev: number
}

export interface EntryQuestion {
  company: string
  type?: string
  key?: string
  entryNo?: number
  approver?: string
  /** Entries that were handed on to this person. */
  delegatedTo?: string
  sender?: string
  statuses?: string[]
  /** Newest first, at most this many; else oldest first. */
  newest?: number
}

/** Entries with the names of the people in them. */
export async function listEntries(db: Db, organisation: Organisation, question: EntryQuestion): Promise<EntryRow[]> {
  const s = new Statement()
  const company = s.value(question.company)
  const where = [`a.company = ${company}`]
  if (question.type !== undefined) where.push(`a.type = ${s.value(question.type)}`)
  if (question.key !== undefined) where.push(`a.document_key = ${s.value(question.key)}`)
  if (question.entryNo !== undefined) where.push(`a.entry_no = ${s.value(question.entryNo, 'bigint')}`)
  if (question.approver !== undefined) where.push(`a.approver = ${s.value(question.approver)}`)
  if (question.delegatedTo !== undefined) where.push(`a.approver = ${s.value(question.delegatedTo)} and a.original_approver is not null`)
  if (question.sender !== undefined) where.push(`a.sender = ${s.value(question.sender)}`)
  if (question.statuses !== undefined) where.push(`a.status = any(${s.value(question.statuses, 'text[]')})`)
  const order = question.newest === undefined ? 'a.round, a.sequence, a.entry_no' : `a.entry_no desc limit ${question.newest}`
  return s.run<EntryRow>(
    db,
    `select a.*, ${nameSql('approver', organisation)} as approver_name, ${nameSql('sender', organisation)} as sender_name
     from approval_entries a where ${where.join(' and ')} order by ${order}`
  )
}

/** Name of the person in a column of `approval_entries a`, from the employee record, else from the user. */
export function nameSql(column: 'approver' | 'sender', { employees }: Organisation): string {
  const user = `(select u.name from users u where u.id::text = substr(a.${column}, 6) and starts_with(a.${column}, 'user:'))`
  if (!employees) return user
  return `coalesce((select p.data->>${literal(employees.name)} from documents p where p.company = a.company and p.type = ${literal(employees.type)} and p.key = a.${column}), ${user})`
}

/** How many entries wait for the person, an employee number or `user:<id>`. */
export async function countOpenEntries(db: Db, company: string, approver: string): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ count: number }>(
    db, `select count(*) as count from approval_entries where company = ${s.value(company)} and approver = ${s.value(approver)} and status = 'Open'`
  )
  return rows[0]?.count ?? 0
}

/** Entries that wait for the person, or will, by document. */
export async function undecidedEntries(db: Db, company: string, approver: string, limit: number): Promise<{ entryNo: number; type: string; key: string }[]> {
  const s = new Statement()
  return s.run(
    db,
    `select entry_no as "entryNo", type, document_key as key from approval_entries where company = ${s.value(company)} and approver = ${s.value(approver)}
       and status in ('Open', 'Created') order by type, document_key, entry_no limit ${limit}`
  )
}

/** The entries of the record's latest round; nobody else can change them until the transaction ends. */
export async function lockRound(tx: Tx, at: { company: string; type: string; key: string }): Promise<EntryRow[]> {
  const s = new Statement()
  const same = `company = ${s.value(at.company)} and type = ${s.value(at.type)} and document_key = ${s.value(at.key)}`
  return s.run<EntryRow>(
    tx,
    `select a.*, null as approver_name, null as sender_name from approval_entries a where ${same}
       and round = (select max(round) from approval_entries where ${same}) order by a.sequence, a.entry_no for update of a`
  )
}

export interface NewEntry {
  sequence: number; step: string; stepTitle: string; mode: string; quorum: number | undefined; approver: string; status: string; dueAt: Date
}

/** Writes the entries of the round after the record's latest; the record is locked. */
export async function insertRound(tx: Tx, at: { company: string; type: string; key: string; sender: string; sentAt: Date }, entries: NewEntry[]): Promise<void> {
  const s = new Statement()
  const [company, type, key, sender, sentAt] = [s.value(at.company), s.value(at.type), s.value(at.key), s.value(at.sender), s.value(at.sentAt, 'timestamptz')]
  const rows = entries.map((entry) => {
    const values = [
      s.value(entry.sequence, 'integer'), s.value(entry.step), s.value(entry.stepTitle), s.value(entry.mode), s.value(entry.quorum ?? null, 'integer'),
      s.value(entry.approver), s.value(entry.status), s.value(entry.dueAt, 'timestamptz')
    ]
    return `(${company}, ${type}, ${key}, (select coalesce(max(round), 0) + 1 from approval_entries where company = ${company} and type = ${type} and document_key = ${key}), ` +
      `${sender}, ${sentAt}, ${values.join(', ')})`
  })
  await s.run(
    tx,
    `insert into approval_entries (company, type, document_key, round, sender, sent_at, sequence, step, step_title, mode, quorum, approver, status, due_at)
     values ${rows.join(', ')}`
  )
}

export interface EntryChange { status: string; approver: string; originalApprover: string | null; onBehalfOf?: string | null; comment?: string | null; decidedAt?: Date | null; dueAt?: Date; sentAt?: Date }

/** Changes an entry and raises its revision; what is undefined stays as it is. */
export async function updateEntry(tx: Tx, entryNo: number, change: EntryChange): Promise<void> {
  await tx.updateTable('approval_entries').set((eb) => ({
    status: change.status, approver: change.approver, original_approver: change.originalApprover, rev: eb('rev', '+', 1),
    ...(change.onBehalfOf !== undefined && { on_behalf_of: change.onBehalfOf }),
    ...(change.comment !== undefined && { comment: change.comment }),
    ...(change.decidedAt !== undefined && { decided_at: change.decidedAt }),
    ...(change.dueAt !== undefined && { due_at: change.dueAt }),
    ...(change.sentAt !== undefined && { sent_at: change.sentAt })
  })).where('entry_no', '=', entryNo).execute()
}
