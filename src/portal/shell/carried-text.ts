/**
 * Encodes rows as `A:12,B:3`: commas between rows, colons between the values of a row. Within a value these characters are written as
 * `%2C`, `%3A` and `%25`.
 */
export function writeCarried(rows: string[][]): string {
  return rows.map((values) => values.map((value) => value.replace(/[%,:]/g, encodeURIComponent)).join(':').replace(/:+$/, '')).join(',')
}

/** Decodes the rows of such a text, without empty ones. */
export function readCarried(text: string): string[][] {
  return text.split(',').filter((row) => row.trim() !== '').map((row) => row.split(':').map((value) => value.trim().replace(/%(25|2C|3A)/gi, decodeURIComponent)))
}
