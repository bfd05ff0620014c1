/** The schemas of the manifest language as the build compiled them: to compile them takes longer than to load all manifests. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SOURCE_KINDS } from '../../core/index.ts'
import type { IsRight } from '../../core/index.ts'

/** Where tools/compile-schemas.ts puts them. */
export const VALIDATORS_FILE = path.join('dist', 'schemas.cjs')

interface CompiledSchemas { schemas: string; validators: Record<string, (value: unknown) => boolean> }

/** Whether a file's structure is right by exactly these schemas; undefined where the build compiled none, or others. */
export function loadValidators(root: string, schemas: Record<string, unknown>): IsRight | undefined {
  const file = path.join(root, VALIDATORS_FILE)
  if (!existsSync(file)) return undefined
  // Not by `import`, which reads all of the text for the names that it exports.
  const { schemas: hash, validators } = createRequire(file)(file) as CompiledSchemas
  if (hash !== schemasHash(schemas) || SOURCE_KINDS.some((kind) => validators[kind] === undefined)) return undefined
  return (kind, value) => validators[kind]?.(value) === true
}

/** Another for other schemas, whatever order the folder gives them in. */
export function schemasHash(schemas: Record<string, unknown>): string {
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
