import { format } from 'prettier'

/** A file of the manifest language as it is kept: what fits into a line stands in one. */
export function manifestText(value: unknown): Promise<string> {
  return format(JSON.stringify(value), { parser: 'json', printWidth: 140, objectWrap: 'collapse' })
}
