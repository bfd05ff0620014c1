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

/** An error that no traits excuse, so that the schemas themselves decide. */
const UNKNOWN: Errors = [{ keyword: 'false schema', instancePath: '' }]

/**
 * Returns a function that validates a file's structure against exactly these schemas; undefined if the build compiled none, or different
 * ones.
 */
export function loadValidators(root: string, schemas: Record<string, unknown>): CompiledCheck | undefined {
  const file = path.join(root, VALIDATORS_FILE)
  const hash = schemasHash(schemas)
  const validators = read(file, hash)
  if (validators === undefined) return undefined
  // Held weakly: needed at the start and when an overlay is published, and 4 MB in between.
  let held = new WeakRef(validators)
  return (kind, value) => {
    // A build may have changed the file beneath a running server.
    const found = held.deref() ?? read(file, hash)
    if (found === undefined) return UNKNOWN
    held = new WeakRef(found)
    const validate = found[kind]
    return validate?.(value) === true ? [] : (validate?.errors ?? UNKNOWN)
  }
}

/** The validators in the file, if they are of the schemas with this hash. */
function read(file: string, hash: string): CompiledSchemas['validators'] | undefined {
  if (!existsSync(file)) return undefined
  // Not with `import`, which scans the whole text for export names and keeps it.
  const require = createRequire(file)
  try {
    const { schemas, validators } = require(file) as CompiledSchemas
    return schemas === hash && SOURCE_KINDS.every((kind) => validators[kind] !== undefined) ? validators : undefined
  } catch {
    return undefined
  } finally {
    // The cache of modules has no other way out.
    Reflect.deleteProperty(require.cache, require.resolve(file))
  }
}

/** A hash of the schemas, independent of the order in which the folder lists them. */
export function schemasHash(schemas: Record<string, unknown>): string {
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
