/** Turns an endpoint name of the manifest into a call; a name that the manifest does not declare uses the generic address. */
import { documentPath, keyedCall } from '../../contract/index.ts'
import type { ClientManifest, QueryValues } from '../../contract/index.ts'
import type { JsonObject, ResolvedEndpoint } from '../../core/index.ts'
import type { Call } from './client.ts'

export { documentPath } from '../../contract/index.ts'

export interface EndpointInput {
  key?: string
  query?: QueryValues
  body?: JsonObject
}

/**
 * The call for `list`, `get`, `create`, `update`, `delete` or an action id of a document type. The record's key is placed where the
 * endpoint expects it: path, query or body.
 */
export function endpointCall(manifest: ClientManifest, name: string, input: EndpointInput = {}): Call {
  const endpoint = manifest.endpoints[name]?.[0]
  return endpoint ? specifiedCall(endpoint, input) : genericCall(manifest.id, name, input)
}

function specifiedCall(endpoint: ResolvedEndpoint, { key, query, body }: EndpointInput): Call {
  const { method, key: place } = endpoint
  const about = keyedCall(endpoint, key)
  const sent = { ...body, ...(key !== undefined && place?.in === 'body' ? { [place.name]: key } : {}) }
  return { method, path: about.path, query: { ...about.query, ...query }, ...(hasBody(method, sent) ? { body: sent } : {}) }
}

function genericCall(type: string, name: string, { key, query, body }: EndpointInput): Call {
  const base = documentPath(type, key)
  const rest = query ? { query } : {}
  switch (name) {
    case 'figures':
      return { method: 'GET', path: `${base}/figures` }
    case 'list':
    case 'get':
      return { method: 'GET', path: base, ...rest }
    case 'create':
      return { method: 'POST', path: documentPath(type), ...rest, body: body ?? {} }
    case 'update':
      return { method: 'PATCH', path: base, ...rest, body: body ?? {} }
    case 'delete':
      return { method: 'DELETE', path: base, ...rest, ...(body && Object.keys(body).length > 0 ? { body } : {}) }
    default:
      return { method: 'POST', path: `${base}/actions/${encodeURIComponent(name)}`, ...rest, body: body ?? {} }
  }
}

function hasBody(method: string, body: JsonObject): boolean {
  return method !== 'GET' && (method !== 'DELETE' || Object.keys(body).length > 0)
}
