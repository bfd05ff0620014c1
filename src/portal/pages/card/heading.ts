import type { ClientManifest } from '../../../contract/index.ts'
import type { JsonObject } from '../../../core/index.ts'

/**
 * The name of a master, which heads its card with the number beside it; undefined for other kinds, whose label is what they are about, and
 * where there is no name besides the number, or none for this reader.
 */
export function nameOf({ kind, key, label, shape }: Pick<ClientManifest, 'kind' | 'key' | 'label' | 'shape'>, record: JsonObject): string | undefined {
  if (kind !== 'master' || label === key) return undefined
  const name = record[shape.fields[label]?.wire ?? '']
  return typeof name === 'string' && name !== '' && name !== record[shape.fields[key]?.wire ?? ''] ? name : undefined
}
