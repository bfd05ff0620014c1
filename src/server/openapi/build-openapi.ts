/** Builds the response of GET openapi.json from the description each registered route declares. */
import type { RouteOptions } from 'fastify'
import { API_PREFIX, ErrorAnswer, narrowed, text } from '../../contract/index.ts'
import type { Schema } from '../../contract/index.ts'
import { isObject, type Engine, type Json, type JsonObject, type Pieces } from '../../core/index.ts'
import type { Config } from '../config.ts'
import { REFUSALS, json, type Refusal, type SharedCall } from './call.ts'
import { securityOf } from './security-schemes.ts'

const IDEMPOTENCY: JsonObject = {
  name: 'Idempotency-Key', in: 'header', description: 'The same key never acts twice.', schema: narrowed(text, { maxLength: 200 }),
}

/** The text of the OpenAPI 3.1 description of all routes; those of document types follow the engine's manifests. */
export function* describingApi(routes: readonly RouteOptions[], engine: Engine, config: Pick<Config, 'publicUrl' | 'isSessionInCookie'>): Pieces<string> {
  const { publicUrl } = config
  const { schemes, wanted } = securityOf(config)
  const paths: Record<string, JsonObject> = {}
  const schemas: JsonObject = {}
  for (const route of routes) {
    const { call } = route.schema ?? {}
    for (const one of typeof call === 'function' ? call(engine) : [call].flatMap((given) => given ?? [])) {
      add(route, one)
      yield
    }
  }
  const head: JsonObject = {
    openapi: '3.1.0',
    info: {
      title: 'Dirisha', version: '1',
      description: 'Calls of the portal. Every document type is available at its own paths and at documents/<type>. Errors carry a message for people and a stable code. Files are part of the JSON of a save, in base64, under the field that the type declares: "attachments": [{ "fileName": "receipt.png", "attachment": "iVBORw0…" }]. A save that sends the field replaces the list: { "id": … } keeps a file that is there.',
    },
    servers: [{ url: publicUrl + API_PREFIX }],
    security: wanted,
  }
  const components = `{"schemas":${yield* writing(schemas)},"securitySchemes":${JSON.stringify(schemes)}}`
  return `${JSON.stringify(head).slice(0, -1)},"paths":${yield* writing(paths)},"components":${components}}`

  function add(route: RouteOptions, call: SharedCall): void {
    const isOfApi = route.url.startsWith(`${API_PREFIX}/`)
    const path = (call.path ?? (isOfApi ? route.url.slice(API_PREFIX.length) : route.url)).replace(/:(\w+)/g, '{$1}')
    // Not part of the API: at the root of the server.
    const item = (paths[path] ??= isOfApi ? {} : { servers: [{ url: publicUrl }] })
    const method = String(route.method).toLowerCase()
    // Calls that differ only by a fixed query share one operation, because OpenAPI paths have no query.
    const earlier = item[method]
    if (isObject(earlier)) {
      const { summary = '' } = earlier
      if (!String(summary).split('; ').includes(call.summary)) earlier['summary'] = `${String(summary)}; ${call.summary}`
    } else item[method] = withNames(operationOf(route, call, path), schemas)
  }
}

/** The object as JSON, member by member. */
function* writing(object: JsonObject): Pieces<string> {
  const members: string[] = []
  for (const [name, value] of Object.entries(object)) {
    members.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
    yield
  }
  return `{${members.join()}}`
}

function operationOf({ config, schema, method }: RouteOptions, call: SharedCall, path: string): JsonObject {
  const isPublic = config?.isPublic === true || config?.isSessionOptional === true
  const parameters = [...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPath(name)), ...inQuery(schema?.querystring as Schema | undefined), ...inQuery(call.query), ...(call.isOnce === true ? [IDEMPOTENCY] : [])]
  const refusals = [...new Set<Refusal>([...refusalsOfAll({ method: String(method), path, isOnce: call.isOnce === true, config }), ...(call.errors ?? [])])].sort((a, b) => a - b)
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.tag],
    ...(parameters.length > 0 && { parameters }),
    ...(call.body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: call.body } } } }),
    responses: {
      [call.status ?? 200]: call.answer,
      ...Object.fromEntries(refusals.map((status) => [status, json(REFUSALS[status], ErrorAnswer)])),
      ...call.besides,
    },
    ...(isPublic && { security: [] }),
  }
}

interface Asked { method: string; path: string; isOnce: boolean; config: RouteOptions['config'] }

/** The errors that plugins return before a handler runs, and that `run-once` returns. */
function refusalsOfAll({ method, path, isOnce, config }: Asked): Refusal[] {
  const refusals: Refusal[] = [400, 503]
  if (config?.isPublic !== true) refusals.push(401, 403, 409, 429)
  if (method !== 'GET') refusals.push(408, 413, 415)
  // For a key that cannot exist or is longer than any key.
  if (path.includes('{')) refusals.push(404, 414)
  if (isOnce) refusals.push(409, 422)
  return refusals
}

function inPath(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: text }
}

function inQuery({ properties = {}, required = [] }: Schema = {}): JsonObject[] {
  return Object.entries(properties as Record<string, JsonObject>).map(([name, { description, ...schema }]) => ({
    name, in: 'query', ...((required as string[]).includes(name) && { required: true }), ...(description !== undefined && { description }), schema,
  }))
}

/** Replaces schemas that have a name with references, and adds them to the components. */
function withNames(value: Json, components: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => withNames(item, components))
  if (!isObject(value)) return value
  const { $id: name, ...rest } = value
  const inner = (): JsonObject => Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, withNames(item, components)]))
  if (typeof name !== 'string') return inner()
  // Registered before its content is processed, which may refer to it again.
  if (components[name] === undefined) {
    components[name] = {}
    components[name] = inner()
  }
  return { $ref: `#/components/schemas/${name}` }
}
