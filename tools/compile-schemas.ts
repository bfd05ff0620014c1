/**
 * Compiles schemas/ into dist/schemas.cjs, so that the server need not do it at each start. The server uses the result only while schemas/
 * is unchanged, and only to confirm that a file is valid: its errors are not readable for people.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import { SOURCE_KINDS, schemaCompiler, schemaId } from '../src/core/manifest/read/schema-validators.ts'
import { VALIDATORS_FILE, schemasHash } from '../src/server/manifests/load-validators.ts'
import { readSchemas } from '../src/server/manifests/read-sources.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const schemas = readSchemas(path.join(ROOT, 'schemas'))
const ajv = schemaCompiler(schemas, { messages: false, code: { source: true } })
const names = Object.fromEntries(SOURCE_KINDS.map((kind) => [kind.replaceAll('-', '_'), schemaId(schemas, kind)]))
const validators = SOURCE_KINDS.map((kind) => `${JSON.stringify(kind)}: exports.${kind.replaceAll('-', '_')}`)
await writeFile(path.join(ROOT, VALIDATORS_FILE), `${standalone.default(ajv, names)}
module.exports = { schemas: ${JSON.stringify(schemasHash(schemas))}, validators: { ${validators.join(', ')} } }
`)
