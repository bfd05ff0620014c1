/** Pages of what is numbered as it happens (logs, notifications), newest first. */
import { markedPage, type Page, type PageAsked } from './marked-page.ts'

export interface NumberedSource<Row> {
  /** At most `limit` rows with a number below `before`. */
  rows(before: number | undefined, limit: number): Promise<Row[]>
  /** How many there are; asked for the first page only. */
  count(): Promise<number>
}

/** One page. Throws AppError invalid-cursor. */
export async function numberedPage<Row extends { id: number }>(asked: PageAsked, source: NumberedSource<Row>): Promise<Page<Row>> {
  return markedPage(asked, {
    keys: /^\d{1,15}$/, markOf: ({ id }) => ({ value: '', key: String(id) }),
    rows: (after, limit) => source.rows(after === undefined ? undefined : Number(after.key), limit), count: () => source.count(),
  })
}
