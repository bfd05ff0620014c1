/**
 * The routes of all document types, generated from their manifests: the calls under `endpoints` and the generic ones. Paths are relative to
 * where the app mounts them. Calls that share a path are distinguished by their query.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isListCall, lineKeyNames, type ResolvedDocumentType, type ResolvedEndpoint } from '../../../core/index.ts'
import { CONTENT } from '../../commands/attachments.ts'
import { MAX_FIELD_FILES, fileFieldsOf } from '../../commands/file-fields.ts'
import { AppError } from '../../errors.ts'
import { whenLarge, whenLong, type Costs } from '../../limits/cost-classes.ts'
import { MAX_BYTES_WITHOUT_FILES } from '../../plugins/bounded-json.ts'
import { balanceEntriesHandler, balancesHandler, printedBalancesHandler } from './balances-routes.ts'
import { checkHandler } from './check-route.ts'
import { dryRunHandler } from './dry-run-route.ts'
import { exportHandler } from './export-route.ts'
import { genericEndpoints, isGeneric } from '../../generic-endpoints.ts'
import { MAX_ROWS } from './list-criteria.ts'
import { approversHandler, eventsHandler, fieldFileHandler, figuresHandler, fileHandler, getHandler, lineGetHandler, linesHandler, listHandler, printHandler, suggestionsHandler, waitingHandler, type Handler } from './read-routes.ts'
import { bodyOf, keyIn, queryOf } from './request.ts'
import { documentedCalls } from './documented-calls.ts'
import { resultsHandler } from './results-route.ts'
import { actionHandler, createHandler, deleteHandler, lineHandler, removeFileHandler, importHandler, updateHandler } from './write-routes.ts'

const TAKES_FILES = new Set(['create', 'update'])

interface Call { type: ResolvedDocumentType; endpoint: ResolvedEndpoint; handler: Handler; command: string | undefined; /** The actions that share the call. */ sharing?: string[] }
interface Route { method: ResolvedEndpoint['method']; path: string; calls: Call[]; /** The calls to document, where several were merged into one. */ documentedAs?: Call[] }

/** Registers every call of every document type of the base catalogue. */
export function registerDocumentRoutes(app: FastifyInstance): void {
  const types = Object.values(app.services.engines.base().catalogue.types)
  for (const route of routesOf(types.flatMap(callsOf))) {
    const [first] = route.calls
    const costs = costsOf(route.calls)
    const bodyLimit = Math.max(...route.calls.map(bodyLimitOf))
    app.route({
      method: route.method,
      url: `/${route.path}`,
      bodyLimit,
      config: { ...(bodyLimit > MAX_BYTES_WITHOUT_FILES && { fileMembers: new Set(route.calls.flatMap(fileMembersOf)) }), ...(costs !== undefined && { costs }), ...(first?.command !== undefined && { documentType: first.type.id, command: first.command }) },
      schema: { call: function* (engine) { for (const { type: { id }, endpoint } of route.documentedAs ?? route.calls) yield* documentedCalls(engine.type(id), endpoint) } },
      handler: (request, reply) => handle(route.calls, request, reply)
    })
  }
}

/** Bytes: enough for the fields and, if the call takes files, for as many as the manifest accepts, in base64. */
function bodyLimitOf({ type: { attachments, shape, actions }, endpoint: { name } }: Call): number {
  const takesLine = name.endsWith('.create') || name.endsWith('.update')
  const takesForm = TAKES_FILES.has(name) || Object.values(actions).some(({ id, savesFirst }) => savesFirst && (name === id || name === 'action'))
  if (!takesForm && !takesLine) return MAX_BYTES_WITHOUT_FILES
  const attached = attachments === undefined || takesLine ? 0 : attachments.maxFiles * attachments.maxBytes
  // A field of the header brings one file, those of lines as many as a save takes.
  const sizes = fileFieldsOf(shape).flatMap(({ array, field }) => Array.from({ length: array === undefined ? 1 : MAX_FIELD_FILES }, () => field.file?.maxBytes ?? 0))
  const inFields = sizes.sort((a, b) => b - a).slice(0, MAX_FIELD_FILES).reduce((sum, size) => sum + size, 0)
  return MAX_BYTES_WITHOUT_FILES + Math.ceil(((attached + inFields) * 4) / 3)
}

/** The names of body members that hold files: attachments and file fields. */
function fileMembersOf({ type: { shape } }: Call): string[] {
  return [CONTENT, ...fileFieldsOf(shape).map(({ field }) => field.wire)]
}

/** The cost class of a request, by the call that it resolves to. */
function costsOf(calls: Call[]): Costs | undefined {
  const [first, ...rest] = calls.map(costsOfCall)
  if (rest.every((one) => one === first)) return first
  return (request) => {
    const call = callFor(calls, queryOf(request))
    const costs = call && costsOfCall(call)
    if (typeof costs === 'function') return costs(request)
    return costs === 'counted' ? undefined : costs
  }
}

function costsOfCall(call: Call): Costs | undefined {
  const parts = call.endpoint.name.split('.')
  const always = ALWAYS_COSTS[call.endpoint.name] ?? ALWAYS_COSTS[parts.at(-1) === 'dry-run' ? 'dry-run' : (parts[0] ?? '')]
  if (always !== undefined) return always
  if (isListCall(call.endpoint.name)) return whenLong(MAX_ROWS)
  // Without the record's key all records are searched for the line.
  if (call.endpoint.name.endsWith('.get')) return ({ query }) => (Object.hasOwn(query ?? {}, call.endpoint.key?.name ?? '') ? undefined : 'search')
  if (call.endpoint.method === 'GET') return undefined
  return bodyLimitOf(call) > MAX_BYTES_WITHOUT_FILES ? whenLarge : undefined
}

const ALWAYS_COSTS: Record<string, Costs | undefined> = { print: 'print', printed: 'print', waiting: 'list', approvers: 'figures', balances: 'figures', 'balances.printed': 'print', export: 'export', figures: 'figures', check: 'form', 'dry-run': 'form', file: 'file', suggestions: 'counted', import: 'counted' }

function handle(calls: Call[], request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const [one] = calls
  // Actions that share a call are distinguished by the state of the record.
  if (one?.sharing !== undefined) return actionHandler(one.type.id, one.endpoint, () => one.sharing ?? [])(request, reply)
  const call = callByKey(calls, request) ?? callFor(calls, queryOf(request))
  if (!call) throw new AppError('unknown-route')
  if (calls.length > 1) request.meant = { documentType: call.type.id, action: call.endpoint.name }
  return call.handler(request, reply)
}

/** Of the calls to create and to change that share a path, the one that a body means that lacks or has the key of what it changes. */
function callByKey(calls: Call[], request: FastifyRequest): Call | undefined {
  const [created, changed] = ['create', 'update'].map((what) => calls.find(({ endpoint: { name } }) => name === what || name.endsWith(`.${what}`)))
  if (created === undefined || changed === undefined) return undefined
  const { type, endpoint } = changed
  const [array = ''] = endpoint.name.split('.')
  const names = endpoint.name === 'update' ? [] : lineKeyNames(type.shape.fields[array])
  const hasKey = endpoint.name === 'update' ? keyIn(request, endpoint) !== undefined : names.some((name) => (bodyOf(request)[name] ?? '') !== '')
  return hasKey ? changed : created
}

/** Picks the call that the query means among those that share a path. */
function callFor(calls: Call[], query: Record<string, string>): Call | undefined {
  const fitting = calls.filter(({ endpoint }) => Object.entries(endpoint.fixedQuery).every(([name, value]) => query[name] === value))
  const named = fitting.find(({ endpoint }) => endpoint.key?.in === 'query' && query[endpoint.key.name] !== undefined)
  // The most specific query first, so that a call without one does not take requests meant for another.
  const byQuery = fitting.toSorted((a, b) => Object.keys(b.endpoint.fixedQuery).length - Object.keys(a.endpoint.fixedQuery).length)
  return named ?? byQuery[0]
}

function routesOf(calls: Call[]): Route[] {
  const routes = new Map<string, Route>()
  for (const call of calls) {
    const { method, path } = call.endpoint
    const id = `${method} ${path.replace(/:\w+/g, ':')}`
    const known = routes.get(id)
    if (known) known.calls.push(call)
    else routes.set(id, { method, path, calls: [call] })
  }
  return [...routes.values()].map(withSharing)
}

/** Merges calls that differ only in their action into one. */
function withSharing(route: Route): Route {
  const [first] = route.calls
  const actions = route.calls.map(({ endpoint }) => endpoint.name)
  const isShared = first !== undefined && new Set(actions).size > 1 && route.calls.every(({ type, endpoint }) => type.id === first.type.id && type.actions[endpoint.name] !== undefined && Object.keys(endpoint.fixedQuery).length === 0)
  return isShared ? { ...route, documentedAs: route.calls, calls: [{ ...first, sharing: [...new Set(actions)] }] } : route
}

function callsOf(type: ResolvedDocumentType): Call[] {
  return [...Object.values(type.endpoints).flat(), ...genericEndpoints(type)].flatMap((endpoint) => {
    const handler = handlerOf(type, endpoint)
    return handler ? [{ type, endpoint, handler, command: commandOf(endpoint) }] : []
  })
}

const BALANCES: Record<string, ((typeId: string, endpoint: ResolvedEndpoint) => Handler) | undefined> = { '': balancesHandler, entries: balanceEntriesHandler, printed: printedBalancesHandler }

function commandOf({ name, method }: ResolvedEndpoint): string | undefined {
  return method === 'GET' || name === 'dry-run' || name.startsWith('print') || name.startsWith('file') ? undefined : name
}

function handlerOf(type: ResolvedDocumentType, endpoint: ResolvedEndpoint): Handler | undefined {
  const { id } = type
  const dot = endpoint.name.indexOf('.')
  const [what, detail] = dot < 0 ? [endpoint.name, ''] : [endpoint.name.slice(0, dot), endpoint.name.slice(dot + 1)]
  switch (what) {
    case 'list': return listHandler(id, endpoint)
    case 'export': return exportHandler(id, endpoint)
    case 'figures': return figuresHandler(id)
    case 'waiting': return waitingHandler(id)
    case 'approvers': return approversHandler(id)
    case 'results': return resultsHandler(id, endpoint)
    case 'balances': return BALANCES[detail ?? '']?.(id, endpoint)
    case 'suggestions': return suggestionsHandler(id)
    case 'import': return importHandler(id)
    case 'get': return getHandler(id, endpoint)
    case 'create': return createHandler(id)
    case 'update': return updateHandler(id, endpoint)
    // Where deleting leads to a state, the record stays.
    case 'delete': return type.actions['delete']?.deletes === false && !isGeneric(type, endpoint) ? actionHandler(id, endpoint, () => 'delete') : deleteHandler(id, endpoint)
    case 'events': return eventsHandler(id, endpoint)
    case 'file': return detail === '' ? fileHandler(id, endpoint) : fieldFileHandler(id, endpoint, detail ?? '')
    case 'print': return printHandler(id, endpoint, detail, 'base64')
    case 'printed': return printHandler(id, endpoint, detail, 'file')
    case 'dry-run': return dryRunHandler(id, endpoint)
    case 'check': return checkHandler(id, endpoint)
    case 'action': return actionHandler(id, endpoint, (request) => (request.params as { action?: string }).action ?? '')
  }
  if (detail === 'get') return lineGetHandler(id, endpoint, what ?? '')
  if (detail === 'list') return linesHandler(id, endpoint, what ?? '')
  if (detail === 'create' || detail === 'update' || detail === 'delete') {
    const isFiles = what === type.attachments?.field || what === 'attachments'
    return isFiles && detail === 'delete' ? removeFileHandler(id, endpoint) : lineHandler(id, endpoint, what ?? '', detail)
  }
  return type.actions[endpoint.name] ? actionHandler(id, endpoint, () => endpoint.name) : undefined
}
