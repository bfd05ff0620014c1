/**
 * Ends a page early when the data of its rows is large: people save documents of hundreds of lines, and a page of two hundred of those
 * would be tens of megabytes. The database decides it, so that no more is read into this process.
 */

/** How much data the rows of a page have at most, as JSON text. A row that alone has more is a page of its own. */
export const MAX_PAGE_BYTES = 1_000_000

/** Data of at most this size is not compressed by the database, and its text is not much larger. */
const PLAIN_BYTES = 2_000

/** SQL: the size of a value of type jsonb; of a small one, the size that it is stored with, which costs nothing to find out. */
export function bytesSql(data: string): string {
  return `case when pg_column_size(${data}) <= ${PLAIN_BYTES} and pg_column_compression(${data}) is null then pg_column_size(${data}) else octet_length(${data}::text) end`
}

/**
 * SQL: a common table expression `cut` of one row with the `place` from which on rows of `page` are left out, null if there is room for all.
 * `bytes` is the size of a row `p` of `page`. The rows are measured one after the other, and no further than to the one that is too many.
 */
export function cutSql(page: string, bytes: string): string {
  return `cut as materialized (select (select m.place from (select p.place, sum(${bytes}) over (order by p.place rows unbounded preceding) as bytes from ${page} p) m
      where m.bytes > ${MAX_PAGE_BYTES} and m.place > 1 order by m.place limit 1) as place)`
}
