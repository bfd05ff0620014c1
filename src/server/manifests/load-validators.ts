/** Loads the manifest schemas as compiled by the build: compiling them takes longer than loading all manifests. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SOURCE_KINDS } from '../../core/index.ts'
import type { IsRight } from '../../core/index.ts'

/** Where tools/compile-schemas.ts writes them. */
export const VALIDATORS_FILE = path.join('dist', 'schemas.cjs')

interface CompiledSchemas { schemas: string; validators: Record<string, (value: unknown) => boolean> }

/**
 * Returns a function that validates a file's structure against exactly these schemas; undefined if the build compiled none, or different
 * ones.
 */
export function loadValidators(root: string, schemas: Record<string, unknown>): IsRight | undefined {
  const file = path.join(root, VALIDATORS_FILE)
  if (!existsSync(file)) return undefined
  // Not with `import`, which scans the whole text for export names.
  const { schemas: hash, validators } = createRequire(file)(file) as CompiledSchemas
  if (hash !== schemasHash(schemas) || SOURCE_KINDS.some((kind) => validators[kind] === undefined)) return undefined
  return (kind, value) => validators[kind]?.(value) === true
}

/** A hash of the schemas, independent of the order in which the folder lists them. */
export function schemasHash(schemas: Record<string, unknown>): string {
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
