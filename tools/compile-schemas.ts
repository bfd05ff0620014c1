/**
 * Compiles schemas/ beside the server, dist/schemas.cjs, so that it need not at each start. It takes them only while schemas/ says
 * what it said here, and only to know that a file is right: of what is wrong they say nothing that people could read.
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
