/** Loads the manifest schemas as compiled by the build: compiling them takes longer than loading all manifests. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { SOURCE_KINDS } from '../../core/index.ts'
import type { CompiledCheck } from '../../core/index.ts'

/** Where tools/compile-schemas.ts writes them. */
export const VALIDATORS_FILE = path.join('dist', 'schemas.cjs')

type Errors = ReturnType<CompiledCheck>
interface CompiledSchemas { schemas: string; validators: Record<string, ((value: unknown) => boolean) & { errors?: Errors | null }> }

/**
 * Returns a function that validates a file's structure against exactly these schemas; undefined if the build compiled none, or different
 * ones.
 */
export function loadValidators(root: string, schemas: Record<string, unknown>): CompiledCheck | undefined {
  const file = path.join(root, VALIDATORS_FILE)
  if (!existsSync(file)) return undefined
  const { schemas: hash, validators } = read(file)
  if (hash !== schemasHash(schemas) || SOURCE_KINDS.some((kind) => validators[kind] === undefined)) return undefined
  // Held weakly: needed at the start and when an overlay is published, and 4 MB in between.
  let held = new WeakRef(validators)
  return (kind, value) => {
    let found = held.deref()
    if (found === undefined) held = new WeakRef(found = read(file).validators)
    const validate = found[kind]
    return validate?.(value) === true ? [] : (validate?.errors ?? [{ keyword: 'false schema', instancePath: '' }])
  }
}

/** Not with `import`, which scans the whole text for export names and keeps it. */
function read(file: string): CompiledSchemas {
  const require = createRequire(file)
  try {
    return require(file) as CompiledSchemas
  } finally {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- the cache of modules has no other way out
    delete require.cache[file]
  }
}

/** A hash of the schemas, independent of the order in which the folder lists them. */
export function schemasHash(schemas: Record<string, unknown>): string {
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
