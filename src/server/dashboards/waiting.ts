import type { WaitingApprovals } from '../../contract/index.ts'
import { approvalsOf, textOf, type ResolvedWaiting } from '../../core/index.ts'
import { contextForMany, rowsOf, titleFor, type CommandContext } from '../commands/context.ts'
import { MAX_APPROVERS, openByAge } from '../store/approvals/open-by-age.ts'
import type { Db } from '../store/connection/database.ts'

/** The approvals that wait for anybody, of the documents that the current user may list; those that have waited longest come first. Undefined if the user may list none of the types. */
export async function readWaiting(db: Db, command: CommandContext, { title, days }: ResolvedWaiting): Promise<WaitingApprovals | undefined> {
  const { engine, session, now } = command
  const many = contextForMany(command.services, session)
  const types = Object.values(engine.catalogue.types).filter((type) => approvalsOf(type).length > 0).map(({ id }) => engine.type(id)).filter((type) => rowsOf(many, type, 'list').kind !== 'never')
  if (types.length === 0) return undefined
  const cut: string[] = []
  const rows = await Promise.all(types.map(async (type) => {
    const found = await openByAge(db, engine.catalogue.organisation, { company: session.company.code, type: type.manifest.id, rows: rowsOf(many, type, 'list'), days, now })
    if (found.length > MAX_APPROVERS) cut.push(titleFor(type, session))
    return found.slice(0, MAX_APPROVERS).map((row) => ({ ...row, documentType: type.manifest.id, documentTitle: titleFor(type, session) }))
  }))
  return { title: textOf(title, session.settings), days, ...(cut.length > 0 && { most: MAX_APPROVERS, cut: cut.sort((a, b) => a.localeCompare(b)) }), rows: rows.flat().sort((a, b) => byAge(a.counts, b.counts) || a.approverName.localeCompare(b.approverName)) }
}

/** Compares from the longest wait to the shortest, larger counts first. */
function byAge(a: number[], b: number[]): number {
  return a.reduceRight((order, count, index) => order || (b[index] ?? 0) - count, 0)
}
