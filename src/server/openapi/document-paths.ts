/** The calls of document types, from their manifests: those with names of their own, and the generic ones. */
import { MIN_SOUGHT_LENGTH } from '../../contract/index.ts'
import { rangeParameters, type JsonObject, type ResolvedDocumentType, type ResolvedEndpoint } from '../../core/index.ts'
import { genericEndpoints } from '../routes/documents/generic-endpoints.ts'
import { IDEMPOTENCY, dataAnswer, fileAnswer, inPath, listAnswer, operation, query } from './operations.ts'
import { schemaName, schemaRef, shapeSchema } from './schemas.ts'

export type Paths = Record<string, JsonObject>

/** Adds every call of the type to the paths (relative to the API base). */
export function addDocumentPaths(manifest: ResolvedDocumentType, paths: Paths): void {
  for (const endpoint of describedEndpoints(manifest)) addEndpoint(manifest, endpoint, paths)
  for (const endpoint of Object.values(manifest.endpoints).flat()) addEndpoint(manifest, endpoint, paths)
}

/** The call of an action once for each of them: what it takes is the action's own. */
function describedEndpoints(manifest: ResolvedDocumentType): ResolvedEndpoint[] {
  const actions = Object.values(manifest.actions).filter((action) => !action.saves)
  return genericEndpoints(manifest).flatMap((endpoint) => (endpoint.name === 'action'
    ? actions.map(({ id }) => ({ ...endpoint, name: id, path: endpoint.path.replace(':action', id) }))
    : [endpoint]))
}

function addEndpoint(manifest: ResolvedDocumentType, endpoint: ResolvedEndpoint, paths: Paths): void {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const methods = (paths[path] ??= {})
  const method = endpoint.method.toLowerCase()
  // Endpoints that a fixed query tells apart share one operation: OpenAPI knows paths without their query.
  const earlier = methods[method] as JsonObject | undefined
  const described = describe(manifest, endpoint, path)
  const summaries = [earlier?.['summary'], described['summary']].filter((text) => typeof text === 'string')
  methods[method] = { ...(earlier ?? described), summary: [...new Set(summaries)].join('; ') }
}

function describe(manifest: ResolvedDocumentType, endpoint: ResolvedEndpoint, path: string): JsonObject {
  const base = {
    id: `${endpoint.method.toLowerCase()}-${path}`.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, ''),
    tag: manifest.title.one,
    parameters: [...parametersOf(endpoint, path), ...(endpoint.method === 'POST' ? [IDEMPOTENCY] : [])],
  }
  const record = schemaRef(schemaName(manifest.id))
  const input = schemaRef(`${schemaName(manifest.id)}Input`)
  const { one, many } = manifest.title
  const body = (properties: JsonObject): JsonObject => {
    const keyed: JsonObject = endpoint.key?.in === 'body' ? { [endpoint.key.name]: { type: 'string' } } : {}
    return { type: 'object', properties: { ...keyed, ...properties, _rev: { type: 'integer' } } }
  }
  switch (endpoint.name) {
    case 'list':
      return operation({ ...base, summary: `List ${many}`, parameters: [...base.parameters, ...listParameters(manifest)], answer: listAnswer('A page of records.', record) })
    case 'figures':
      return operation({ ...base, summary: `What one's own ${many} come to`, answer: dataAnswer('Figures by name.', { type: 'object', additionalProperties: { type: 'number' } }), errors: [403] })
    case 'waiting':
      return operation({ ...base, summary: `${many} that wait for one's decision`, answer: listAnswer('Records, each with the approvalEntryNo by which it is decided.', record) })
    case 'suggestions': {
      const found: JsonObject = { type: 'object', properties: { key: { type: 'string' }, label: { type: 'string' } } }
      return operation({
        ...base, summary: `${many} that a service elsewhere finds`, parameters: [...base.parameters, query('search', `At least ${MIN_SOUGHT_LENGTH} characters.`)],
        answer: dataAnswer('What was found and is no record yet; offered is false where there is no service.', { type: 'object', properties: { offered: { type: 'boolean' }, found: { type: 'array', items: found } } }), errors: [403],
      })
    }
    case 'takeIn':
      return operation({ ...base, summary: `Make a record of something found (${one})`, body: { type: 'object', required: ['search', 'key'], properties: { search: { type: 'string' }, key: { type: 'string' } } }, answer: dataAnswer('The record.', record), errors: [403, 404, 429, 503] })
    case 'get':
      return operation({ ...base, summary: `Get a record (${one})`, answer: dataAnswer('The record.', endpoint.answers === 'list' ? { type: 'array', items: record, maxItems: 1 } : record), errors: [404] })
    case 'create':
      return operation({ ...base, summary: `Create a record (${one})`, body: input, status: 201, answer: dataAnswer('The new record.', record), errors: [403, 413, 422] })
    case 'update':
      return operation({ ...base, summary: `Change a record (${one})`, body: input, answer: dataAnswer('The changed record.', record), errors: [403, 404, 409, 413, 422] })
    case 'delete':
      return operation({ ...base, summary: `Delete a record (${one})`, answer: dataAnswer('Done.', { type: ['object', 'null'] }), errors: [403, 404, 409] })
    case 'events':
      return operation({ ...base, summary: `What happened to a record (${one})`, answer: dataAnswer('Events, oldest first.', { type: 'array', items: { type: 'object' } }), errors: [404] })
    case 'file':
      return operation({ ...base, summary: 'Download an attachment', parameters: [...base.parameters, query('inline', '1 to show it in the browser (PDF and pictures).')], answer: fileAnswer('The file, as what it is.', '*/*'), errors: [404] })
    default:
      return describeOther(manifest, endpoint, base, body, record)
  }
}

type Base = { id: string; tag: string; parameters: JsonObject[] }

function describeOther(manifest: ResolvedDocumentType, { name, answers }: ResolvedEndpoint, base: Base, body: (properties: JsonObject) => JsonObject, record: JsonObject): JsonObject {
  const [what = '', detail = ''] = name.split('.')
  if (what === 'printed') return operation({ ...base, summary: `Print: ${manifest.print[detail]?.title ?? detail}`, answer: fileAnswer('The printed form.', 'application/pdf'), errors: [404, 409] })
  if (what === 'print') {
    return operation({ ...base, summary: `Print: ${manifest.print[detail]?.title ?? detail}`, answer: dataAnswer(answers === 'path' ? 'Where the printed form is had.' : 'The printed form.', answers === 'path' ? { type: 'string' } : { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/pdf' }), errors: [404, 409] })
  }
  const shape = detail === 'get' ? manifest.shape.fields[what]?.line : undefined
  if (shape !== undefined) return operation({ ...base, summary: `One of the ${manifest.shape.fields[what]?.title ?? what} (${manifest.title.one})`, parameters: [...base.parameters, query('id', 'The key of the line.')], answer: dataAnswer('The line.', shapeSchema(shape)), errors: [404] })
  const action = manifest.actions[name]
  if (action === undefined) {
    return operation({ ...base, summary: `${manifest.title.one}: ${name}`, body: body({}), answer: dataAnswer('The changed record.', record), errors: [403, 404, 409, 413, 422] })
  }
  const asked: JsonObject = action.input === undefined ? {} : { input: shapeSchema(action.input) }
  // What saves first takes the form in the same call.
  const brought = body(asked)
  const sent = action.savesFirst ? { anyOf: [brought, { allOf: [schemaRef(`${schemaName(manifest.id)}Input`), brought] }] } : brought
  if (action.answersOnly) {
    const texts: JsonObject = { type: 'array', items: { type: 'string' } }
    return operation({ ...base, summary: `${action.label.text} (${manifest.title.one})`, body: sent, answer: dataAnswer('What there is to say; nothing is changed but by a form that came with it.', texts), errors: [403, 404, 409, 422] })
  }
  return operation({ ...base, summary: `${action.label.text} (${manifest.title.one})`, body: sent, answer: dataAnswer('The record afterwards.', record), errors: [403, 404, 409, 422] })
}

function parametersOf(endpoint: ResolvedEndpoint, path: string): JsonObject[] {
  const inPaths = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPath(name))
  const keyed = endpoint.key?.in === 'query' ? [{ ...query(endpoint.key.name, "The record's key."), required: true }] : []
  const fixed = Object.entries(endpoint.fixedQuery).map(([name, value]) => ({ ...query(name, 'Fixed.', { const: value }), required: true }))
  return [...inPaths, ...keyed, ...fixed]
}

function listParameters(manifest: ResolvedDocumentType): JsonObject[] {
  const { list, shape } = manifest
  const filters = Object.entries(list.filters).flatMap(([name, kind]) => {
    const field = shape.fields[name]
    const wire = field?.wire ?? name
    const title = field?.title ?? name
    if (kind === 'equals') return [query(wire, `Only with this ${title}.`)]
    const { from, to } = rangeParameters(wire)
    return [query(from, `${title} from, inclusive.`), query(to, `${title} to, inclusive.`)]
  })
  return [
    query('limit', 'Rows a page.', { type: 'integer', minimum: 1, maximum: 200, default: list.pageSize }),
    query('cursor', 'page.next or page.previous of an earlier answer.'),
    query('sort', 'A field, with - before it for descending.'),
    ...(list.search.length > 0 ? [query('search', `Looks in ${list.search.join(', ')}; a number also finds amounts and figures of the list that equal it.`)] : []),
    ...(Object.keys(list.tabs).length > 0 ? [query('tab', 'Only rows of this tab of the list.', { type: 'string', enum: Object.keys(list.tabs) })] : []),
    query('tiles', '1 to count the rows by state too.', { type: 'string', enum: ['1'] }),
    ...(manifest.owner === undefined ? [] : [query('mine', '1 for one’s own records only.', { type: 'string', enum: ['1'] })]),
    ...filters,
  ]
}
