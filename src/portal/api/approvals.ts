/** The inbox and its bulk approval. Loaded with its screen. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { ApprovalEntry, ApprovalsAnswer, BulkAnswer, BulkRow } from '../../contract/index.ts'
import { call, callForLines } from './client.ts'
import { approvalsKey, type ApprovalFilter } from './queries.ts'

const PAGE_SIZE = 50

/** A server without paging sends `data` alone. */
export type ApprovalsPageAnswer = Pick<ApprovalsAnswer, 'data'> & Partial<ApprovalsAnswer>

/** Entries page by page, newest first. */
export const approvalPagesQuery = (filter: ApprovalFilter) =>
  infiniteQueryOptions({
    queryKey: [...approvalsKey, 'pages', filter] as const,
    queryFn: ({ pageParam, signal }) => call<ApprovalsPageAnswer>({ method: 'GET', path: 'approvals/approvalEntries', query: { ...filter, limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page?.next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** Approves the entries one after another and reports each row as it completes. */
export async function approveAll(entries: ApprovalEntry[], onRow: (row: BulkRow) => void, signal: AbortSignal): Promise<BulkAnswer | undefined> {
  let answer: BulkAnswer | undefined
  const body = { entries: entries.map(({ entryNo, _rev }) => ({ entryNo, _rev })) }
  await callForLines({ method: 'POST', path: 'approvals/bulk', body, signal }, (line) => {
    if (isRow(line)) onRow(line)
    else answer = line as BulkAnswer
  })
  return answer
}

function isRow(line: unknown): line is BulkRow {
  return typeof line === 'object' && line !== null && 'entryNo' in line
}
