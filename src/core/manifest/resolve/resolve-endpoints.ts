import { wireName } from '../../document/wire-name.ts'
import type { CheckCall, DocumentTypeManifest, Endpoint, EndpointObject } from '../language/manifest.generated.ts'
import { definedOnly } from './resolve-shape.ts'
import type { ResolvedCheckCall, ResolvedEndpoint, ResolvedShape } from './resolved.ts'

/** One call of a manifest's endpoints, parsed. */
export interface ParsedCall { method: ResolvedEndpoint['method']; path: string; pathNames: string[]; query: Record<string, string>; queryNames: Record<string, string>; keyField?: string; options: CallOptions; check?: CheckCall }

/** What a call declares besides its address, as it is resolved. */
type CallOptions = Pick<ResolvedEndpoint, 'answers' | 'filters' | 'where' | 'parameters' | 'gives' | 'ignores' | 'by'>

/** Whether the call answers a list: of records, or of the lines of all records (`<lines>.list`). */
export const isListCall = (name: string): boolean => name === 'list' || name.endsWith('.list')

/** The calls that an endpoint lists, in order; the portal uses the first. */
export function callsOf(declared: Endpoint): ParsedCall[] {
  return (Array.isArray(declared) ? declared : [declared]).map(parseCall)
}

function parseCall(declared: string | EndpointObject): ParsedCall {
  const text = typeof declared === 'string' ? declared : declared.call
  const [method = 'GET', target = ''] = text.split(' ')
  const [path = '', search = ''] = target.replace(/^\//, '').split('?')
  const parameters = search.split('&').filter((part) => part !== '').map((part): [string, string] => {
    const [name = '', value = ''] = part.split('=')
    return [name, value]
  })
  const isPlaceholder = ([, value]: [string, string]): boolean => /^\{.+\}$/.test(value)
  return {
    method: method as ParsedCall['method'],
    path: path.replace(/\{([^}]+)\}/g, ':$1'),
    pathNames: [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? ''),
    query: Object.fromEntries(parameters.filter((parameter) => !isPlaceholder(parameter))),
    queryNames: Object.fromEntries(parameters.filter(isPlaceholder).map(([name, value]) => [name, value.slice(1, -1)])),
    ...(typeof declared === 'object' && declared.key !== undefined && { keyField: declared.key }),
    options: typeof declared === 'object' ? optionsOf(declared) : {},
    ...(typeof declared === 'object' && declared.check !== undefined && { check: declared.check }),
  }
}

const optionsOf = ({ answers, filters, where, parameters, gives, ignores, by }: EndpointObject): CallOptions => definedOnly({ answers, filters, where, parameters, gives, ignores, by })

/** The calls of a type by name, with the place of the record's key in each. */
export function resolveEndpoints(manifest: DocumentTypeManifest, shape: ResolvedShape): Record<string, ResolvedEndpoint[]> {
  return Object.fromEntries(Object.entries(manifest.endpoints ?? {}).map(([name, given]) => [name, callsOf(given).map((call) => resolveCall(name, call, manifest, shape))]))
}

function resolveCall(name: string, call: ParsedCall, manifest: DocumentTypeManifest, shape: ResolvedShape): ResolvedEndpoint {
  const key = keyOf(name, call, call.options.by === undefined ? keyNames(manifest, shape) : [call.options.by], wireName(shape, manifest.key))
  return { name, method: call.method, path: call.path, fixedQuery: call.query, ...(key !== undefined && { key }), ...call.options, ...(call.check !== undefined && { check: resolveCheck(call.check) }) }
}

function resolveCheck({ takes, enters = [], fields = [], gives, beside = {}, for: action }: CheckCall): ResolvedCheckCall {
  return { takes, enters, fields: [...new Set([...Object.values(takes), ...fields])], gives, beside, ...(action !== undefined && { for: action }) }
}

/** The placeholders that stand for the record's key in a call. */
export function keyNames(manifest: DocumentTypeManifest, shape: ResolvedShape): string[] {
  return ['key', manifest.key, wireName(shape, manifest.key)]
}

function keyOf(name: string, call: ParsedCall, names: string[], wire: string): ResolvedEndpoint['key'] {
  const inPath = call.pathNames.find((placeholder) => names.includes(placeholder))
  if (inPath !== undefined) return { in: 'path', name: inPath }
  const inQuery = Object.entries(call.queryNames).find(([, placeholder]) => names.includes(placeholder))
  if (inQuery !== undefined) return { in: 'query', name: inQuery[0] }
  if (isListCall(name) || name === 'figures' || name === 'create' || (name === 'check' && call.keyField === undefined) || call.method === 'GET') return undefined
  return { in: 'body', name: call.keyField ?? wire, ...(call.keyField !== undefined && call.keyField !== wire && { or: wire }) }
}
