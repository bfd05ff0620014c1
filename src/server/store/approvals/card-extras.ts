/** What a card shows next to the record, in one query: its files and its approval entries. */
import type { Organisation } from '../../../core/index.ts'
import { emailSql, nameSql, type ListedEntry } from './approval-entries.ts'
import type { Db } from '../connection/database.ts'
import { decidersSql } from '../users/delegates.ts'
import { IS_ATTACHMENT, type FileInfo } from '../files/files.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

export interface CardExtras { files: FileInfo[]; entries: ListedEntry[] }

/** JSON holds timestamps as text. */
type EntryJson = Omit<ListedEntry, 'sent_at' | 'due_at' | 'decided_at' | 'overdue_at' | 'escalated_at'> & { sent_at: string; due_at: string; decided_at: string | null }

/** Files without their contents, oldest first, and entries with the names of the people in them, in the order of the rounds. */
export async function readCardExtras(db: Db, organisation: Organisation, document: { company: string; type: string; key: string }): Promise<CardExtras> {
  const s = new Statement()
  const here = (table: string): string => `${table}.company = ${company} and ${table}.type = ${literal(document.type)} and ${table}.document_key = ${key}`
  const company = s.value(document.company, 'text')
  const key = s.value(document.key, 'text')
  const [row] = await s.run<{ files: FileInfo[] | null; entries: EntryJson[] | null }>(
    db,
    `select
       (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'size', f.size) order by f.created_at)
        from files f where ${here('f')} and f.${IS_ATTACHMENT}) as files,
       (select jsonb_agg(to_jsonb(a) || jsonb_build_object('approver_name', ${nameSql('approver', organisation)}, 'approver_email', ${emailSql(organisation)}, 'sender_name', ${nameSql('sender', organisation)}, 'on_behalf_name', ${nameSql('on_behalf_of', organisation)}, 'deciders', ${decidersSql('a')})
          order by a.round, a.sequence, a.entry_no)
        from approval_entries a where ${here('a')}) as entries`
  )
  return { files: row?.files ?? [], entries: (row?.entries ?? []).map(toEntry) }
}

function toEntry(entry: EntryJson): ListedEntry {
  const decided = entry.decided_at === null ? null : new Date(entry.decided_at)
  return { ...entry, overdue_at: null, escalated_at: null, sent_at: new Date(entry.sent_at), due_at: new Date(entry.due_at), decided_at: decided }
}
