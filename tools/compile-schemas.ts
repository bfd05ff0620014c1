/**
 * Compiles schemas/ into dist/schemas.cjs, so that the server need not do it at each start. The server uses the result only while schemas/
 * is unchanged, and only to confirm that a file is valid: its errors are not readable for people. The file is small because the server
 * reads it again whenever an overlay is published.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import { SOURCE_KINDS, schemaCompiler, schemaId } from '../src/core/manifest/read/schema-validators.ts'
import { VALIDATORS_FILE, schemasHash } from '../src/server/manifests/load-validators.ts'
import { readSchemas } from '../src/server/manifests/read-sources.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const schemas = readSchemas(path.join(ROOT, 'schemas'))
const ajv = schemaCompiler(withoutNotes(schemas), { messages: false, inlineRefs: false, code: { source: true } })
const names = Object.fromEntries(SOURCE_KINDS.map((kind) => [kind.replaceAll('-', '_'), schemaId(schemas, kind)]))
const validators = SOURCE_KINDS.map((kind) => `${JSON.stringify(kind)}: exports.${kind.replaceAll('-', '_')}`)
await writeFile(path.join(ROOT, VALIDATORS_FILE), latin1(`${standalone.default(ajv, names)}
module.exports = { schemas: ${JSON.stringify(schemasHash(schemas))}, validators: { ${validators.join(', ')} } }
`))

/** Schemas without what only people read. A property may have the name of such a keyword, but its schema is an object. */
function withoutNotes<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (isNote(key, value) ? undefined : value))) as T
}

function isNote(key: string, value: unknown): boolean {
  return (key === 'description' && typeof value === 'string') || (key === 'examples' && Array.isArray(value))
}

/** The same code in characters that take one byte each: with one other character, V8 would hold the whole text in two bytes a character. */
function latin1(code: string): string {
  return code.replaceAll(/[\u0100-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
