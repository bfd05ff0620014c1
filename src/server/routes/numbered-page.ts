/** Pages of rows with ascending numbers (logs, notifications), newest first. */
import { markedPage, type Page, type PageAsked } from './marked-page.ts'

export interface NumberedSource<Row> {
  /** Returns at most `limit` rows with a number below `before`. */
  rows(before: number | undefined, limit: number): Promise<Row[]>
  /** The total count, requested for the first page only. */
  count(): Promise<number>
}

/** Reads one page. @throws AppError invalid-cursor */
export async function numberedPage<Row extends { id: number }>(page: PageAsked, source: NumberedSource<Row>): Promise<Page<Row>> {
  return markedPage(page, {
    keys: /^\d{1,15}$/, markOf: ({ id }) => ({ value: '', key: String(id) }),
    rows: (after, limit) => source.rows(after === undefined ? undefined : Number(after.key), limit), count: () => source.count(),
  })
}
