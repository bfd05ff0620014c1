/** `A:12,B:3`: rows by commas, the values of a row by colons. A sign of these within a value is written as `%2C`, `%3A` or `%25`. */
export function writeCarried(rows: string[][]): string {
  return rows.map((values) => values.map((value) => value.replace(/[%,:]/g, encodeURIComponent)).join(':').replace(/:+$/, '')).join(',')
}

/** The rows of such a text, without empty ones. */
export function readCarried(text: string): string[][] {
  return text.split(',').filter((row) => row.trim() !== '').map((row) => row.split(':').map((value) => value.trim().replace(/%(25|2C|3A)/gi, decodeURIComponent)))
}
