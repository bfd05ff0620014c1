/** GET openapi.json: every call, described from the manifests and the table of fixed calls. */
import { API_PREFIX } from '../../contract/index.ts'
import type { Engine, JsonObject } from '../../core/index.ts'
import type { Config } from '../config.ts'
import { addDocumentPaths } from './document-paths.ts'
import type { Paths } from './document-paths.ts'
import { COMMON_SCHEMAS, inputComponent, recordComponent, schemaName } from './schemas.ts'
import { securityOf } from './security-schemes.ts'

/** The OpenAPI 3.1 description of an engine's document types and of everything beside them. */
export function buildLegacy(engine: Engine, config: Pick<Config, 'publicUrl' | 'isSessionInCookie'>): JsonObject {
  const { publicUrl } = config
  const { schemes, wanted } = securityOf(config)
  const paths: Paths = {}
  const schemas: JsonObject = { ...COMMON_SCHEMAS }
  for (const id of Object.keys(engine.catalogue.types)) {
    const type = engine.type(id)
    const name = schemaName(id)
    schemas[name] = recordComponent(type.manifest)
    schemas[`${name}Input`] = inputComponent(type, `${name}Input`)
    addDocumentPaths(type.manifest, paths)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dirisha', version: '1',
      description: 'Calls of the portal. Every document type answers at its own addresses and at documents/<type>. Errors carry a message for people and a stable code.',
    },
    servers: [{ url: publicUrl + API_PREFIX }],
    security: wanted,
    paths: {
      ...Object.fromEntries(Object.entries(paths).map(([path, item]) => [`/${path}`, item])),
    },
    components: { schemas, securitySchemes: schemes },
  }
}
