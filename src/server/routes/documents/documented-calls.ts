/** The API documentation of a document type's calls, generated from its manifest. */
import { AccountEntries, BalancesAnswer, MAX_SORT_FIELDS, StandingApprover, DryRun, FormCheck, JobResults, MIN_SOUGHT_LENGTH, SuggestionsAnswer, ImportRequest, allOf, described, anyOf, anyValue, boolean, integer, list, mapOf, nullable, narrowed, nullValue, number, object, optional, withDefault, record as anyRecord, requestedOf, text, enumOf } from '../../../contract/index.ts'
import type { Schema } from '../../../contract/index.ts'
import { rangeParameters, wireName, type CompiledType, type JsonObject, type ResolvedAction, type ResolvedDocumentType, type ResolvedEndpoint } from '../../../core/index.ts'
import { data, file, json, rows, type Refusal, type SharedCall } from '../../openapi/call.ts'
import { MAX_EXPORTED } from './export-route.ts'
import { isGeneric } from '../../generic-endpoints.ts'
import { MAX_OVERLAP_DAYS, MAX_ROWS } from './list-criteria.ts'
import { REASON, fieldSchema, recordSchemas, shapeSchema } from './record-schemas.ts'

type Documentation = Pick<SharedCall, 'summary' | 'answer'> & Partial<SharedCall>

/** Endpoints for all actions, which become one call per action, since each action has its own input, and the actions that they are for. */
const OF_ACTIONS: Record<string, (action: ResolvedAction) => boolean> = { action: ({ saves }) => !saves, 'dry-run': ({ startsApproval }) => startsApproval }

/** Documents an endpoint as one call, or as one for each action. */
export function documentedCalls(type: CompiledType, endpoint: ResolvedEndpoint): SharedCall[] {
  const { actions } = type.manifest
  const isFor = OF_ACTIONS[endpoint.name]
  if (isFor === undefined) return [documentedCall(type, endpoint)]
  return Object.values(actions).filter(isFor).map(({ id }) => documentedCall(type, { ...endpoint, name: endpoint.name === 'action' ? id : `${id}.${endpoint.name}`, path: endpoint.path.replace(':action', id) }))
}

function documentedCall(type: CompiledType, endpoint: ResolvedEndpoint): SharedCall {
  const { method, path, key, fixedQuery, name } = endpoint
  const said = documentationOf(type, endpoint)
  const keyed = key?.in === 'query' ? { [key.name]: described(text, "The record's key.") } : {}
  const fixed = Object.fromEntries(Object.entries(fixedQuery).map(([word, value]) => [word, described(enumOf([value]), 'Fixed.')]))
  const asked = object({ ...keyed, ...fixed })
  return {
    id: `${method.toLowerCase()}-${path}`.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, ''), tag: type.manifest.title.one, path: `/${path}`, isOnce: method !== 'GET' && !name.startsWith('print') && !name.startsWith('file') && !name.endsWith('.dry-run') && name !== 'check',
    ...said, query: said.query === undefined ? asked : { ...asked, properties: { ...asked['properties'] as JsonObject, ...said.query['properties'] as JsonObject } },
  }
}

function documentationOf(type: CompiledType, endpoint: ResolvedEndpoint): Documentation {
  const { manifest } = type
  const { one, many } = manifest.title
  const { record, input } = recordSchemas(type)
  const given = givenRecord(manifest, endpoint, record)
  switch (endpoint.name) {
    case 'list': return endpoint.answers === 'one' ? { summary: `Get the first of a list (${one})`, query: calledQuery(manifest, endpoint), answer: data('The record.', given), errors: [403, 404] } : { summary: `List ${many}`, query: calledQuery(manifest, endpoint), answer: rows('A page of records.', given), errors: [403] }
    case 'export': return {
      summary: `List ${many} as a file for spreadsheets`, query: exportQuery(manifest), errors: [403],
      answer: file(`CSV in UTF-8, with the columns that the caller's list shows, dates as YYYY-MM-DD and plain numbers. At most ${MAX_EXPORTED} rows; a longer list is refused with 422.`, 'text/csv'),
    }
    case 'figures': return { summary: `Totals over the caller’s own ${many}`, answer: data('Figures by name.', mapOf(number)), errors: [403] }
    case 'waiting': return {
      summary: `${many} waiting for the caller’s decision`, query: object({ cursor: optional(described(text, 'page.next of an earlier response.')) }),
      answer: json('Records, each with the approvalEntryNo to decide it with. With `page` if there are more.', object({ data: list(allOf(record, object({ approvalEntryNo: integer }))), message: text, page: optional(object({ next: text })) })), errors: [403],
    }
    case 'approvers': return { summary: `Who decides on ${many} of the caller`, answer: data('Approvers, step by step.', list(StandingApprover)), errors: [403] }
    case 'results': return { summary: `Results of a run (${one})`, query: object({ outcome: optional(described(enumOf(['posted', 'skipped', 'failed']), 'Only these.')), after: optional(described(text, 'page.next of an earlier response.')) }), answer: json('A page of results.', JobResults), errors: [400, 404] }
    case 'balances': return { summary: `Balances of a person (${many})`, query: balancesQuery(manifest), answer: endpoint.gives !== undefined ? data('The accounts of a period.', list(object(Object.fromEntries(Object.keys(endpoint.gives).map((given) => [given, nullable(anyOf(number, text))]))))) : json('The accounts of a period with their figures, and what the screen shows with them.', BalancesAnswer), errors: [403, 404] }
    case 'balances.entries': return { summary: `Entries behind a balance (${many})`, query: balancesQuery(manifest, 'by'), answer: data('The entries of one account, oldest first, each with the balance after it.', AccountEntries), errors: [403, 404, 422] }
    case 'balances.printed': return { summary: `Balances of a person, printed (${many})`, query: balancesQuery(manifest), answer: file('The accounts of a period with their entries.', 'application/pdf'), errors: [403, 404] }
    case 'suggestions': return {
      summary: `${many} found by an external service`, query: object({ search: optional(described(text, `At least ${MIN_SOUGHT_LENGTH} characters.`)) }),
      answer: data('Search results that are not records yet; offered is false if no service is configured.', SuggestionsAnswer), errors: [403],
    }
    case 'import': return { summary: `Create a record from a search result (${one})`, body: ImportRequest, answer: data('The record.', record), errors: [403, 404, 503] }
    case 'get': return { summary: `Get a record (${one})`, answer: data('The record.', endpoint.answers === 'list' ? narrowed(list(record), { maxItems: 1 }) : record), errors: [404] }
    case 'create': return {
      summary: `Create a record (${one})`, body: input, status: 201,
      // A key sent with it may be that of a record to change.
      answer: data('The new record.', record), errors: [403, 404, 413, 422], ...approvedFirst(manifest, nullValue),
    }
    case 'update': return { summary: `Change a record (${one})`, body: input, answer: data('The changed record.', record), errors: [403, 404, 409, 413, 422, ...revision(manifest, endpoint)], ...approvedFirst(manifest, record) }
    case 'delete': return { summary: `Delete a record (${one})`, query: deleteQuery(manifest), answer: data('Done.', nullable(anyRecord)), errors: [403, 404, 409, ...revision(manifest, endpoint)], ...approvedFirst(manifest, nullValue) }
    case 'check': return {
      summary: `What is wrong with a form (${one})`, query: object({ for: optional(described(text, 'The action whose rules are checked. Default: the one that saves.')), fields: optional(described(text, 'Fields whose issues count, by their names in calls, separated by commas. Default: all.')) }),
      ...checkCall(type, endpoint, input), errors: [403, 404, 409],
    }
    case 'events': return { summary: `History of a record (${one})`, answer: data('Events, oldest first.', list(anyRecord)), errors: [404] }
    case 'file': return { summary: 'Download an attachment', query: object({ inline: optional(described(text, '1 to show it in the browser (PDF and pictures).')) }), answer: file('The file, with its own media type.', '*/*'), errors: [404] }
    default: return documentationOfOther(type, endpoint)
  }
}

/** A record of a list with what the call gives besides its fields. */
function givenRecord({ shape }: ResolvedDocumentType, { name, gives }: ResolvedEndpoint, record: Schema): Schema {
  if (name !== 'list' || gives === undefined) return record
  return allOf(record, object(Object.fromEntries(Object.entries(gives).map(([other, of]) => [other, optional(shape.fields[of] === undefined ? described(boolean, 'Whether their account is marked as an approver’s.') : fieldSchema(shape.fields[of]))]))))
}

/** Prints, lines, files and actions. */
function documentationOfOther(type: CompiledType, endpoint: ResolvedEndpoint): Documentation {
  const { manifest } = type
  const { name, answers } = endpoint
  const { one } = manifest.title
  const { record, input } = recordSchemas(type)
  const [what = '', detail = ''] = name.split('.')
  const print = `Print: ${manifest.print[detail]?.title ?? detail}`
  if (what === 'printed') return { summary: print, query: object({ inline: optional(described(text, '1 if it is only shown beside the record: its history says “viewed”, not “printed”.')) }), answer: file('The printed form.', 'application/pdf'), errors: [404, 409] }
  if (what === 'print') {
    const pdf = narrowed(text, { contentEncoding: 'base64', contentMediaType: 'application/pdf' })
    if (answers === 'status') return { summary: print, answer: json('The printed form; if there is none, a status of false, no data and the reason.', object({ status: boolean, data: text, message: text })) }
    const form = answers === 'path' ? data('The path of the printed form.', text) : data('The printed form.', pdf)
    return { summary: print, answer: form, errors: [404, 409] }
  }
  if (what === 'file') return { summary: `${manifest.shape.fields[detail]?.title ?? detail} (${one})`, ...(endpoint.key?.in === 'body' && { body: object({ [endpoint.key.name]: text }) }), answer: data('The file.', object({ fileName: text, mediaType: text, size: integer, attachment: narrowed(text, { contentEncoding: 'base64' }) })), errors: [404] }
  const lines = manifest.shape.fields[what]
  if (detail === 'get' && lines?.line !== undefined) {
    return { summary: `${lines.title} (${one})`, query: object({ id: optional(described(text, 'The key of one line; all lines without it. If only one of the records that the caller may read has such a line, the key of the record is not needed.')) }), answer: data('The line, or all lines.', anyOf(shapeSchema(lines.line), list(shapeSchema(lines.line)))), errors: [404] }
  }
  if (detail === 'list' && lines?.line !== undefined) return { summary: `${lines.title} of all ${manifest.title.many}`, query: listQuery(manifest), answer: rows('The lines of a page of records.', shapeSchema(lines.line)), errors: [403] }
  const action = manifest.actions[detail === 'dry-run' ? what : name]
  const keyed = endpoint.key?.in === 'body' ? { [endpoint.key.name]: optional(text) } : {}
  const otherNames = Object.fromEntries(Object.entries(endpoint.parameters ?? {}).map(([other, stands]) => [other, optional(described(text, `Another name of ${stands}.`))]))
  const body = object({ ...keyed, ...otherNames, ...(action?.input !== undefined && { input: optional(shapeSchema(action.input)) }), _rev: optional(integer) })
  if (action === undefined) {
    const isFile = detail === 'delete' && (what === 'attachments' || what === manifest.attachments?.field)
    const answer = isFile ? data('Done.', nullValue) : data('The changed record.', record)
    return { summary: `${one}: ${name}`, body, answer, errors: [403, 404, 409, 413, 422, ...(isFile ? revision(manifest, endpoint) : [])] }
  }
  const said = { summary: `${action.label.text} (${one})`, body: action.savesFirst ? anyOf(body, allOf(input, body)) : body, errors: [403, 404, 409, 422] as const }
  if (detail === 'dry-run') return { ...said, summary: `Whom it would go to: ${said.summary}`, answer: data('Who would decide. Nothing is written; what the action would refuse is refused here. Files are sent without their contents.', DryRun) }
  if (action.answersOnly) return { ...said, answer: data('Warnings or the success message; only a form sent with the call is saved.', list(text)) }
  return { ...said, answer: data('The record afterwards.', action.deletes === true ? nullValue : record), ...(action.deletes === true && approvedFirst(manifest, nullValue)) }
}

/** Another system asks with the fields that the call takes, and is answered in its own form. */
function checkCall({ manifest: { shape } }: CompiledType, { check }: ResolvedEndpoint, input: Schema): Pick<Documentation, 'body' | 'answer'> {
  const answers = 'Nothing is written. Files are sent without their contents.'
  if (check === undefined) return { body: input, answer: data(answers, FormCheck) }
  const taken = Object.entries(check.takes).flatMap(([name, field]) => (shape.fields[field] === undefined ? [] : [[name, optional(fieldSchema(shape.fields[field]))]]))
  const members = (given: Record<string, string>): Record<string, Schema> => Object.fromEntries(Object.keys(given).map((name) => [name, optional(anyValue)]))
  return { body: object(Object.fromEntries(taken) as Record<string, Schema>), answer: json(answers, object({ data: object(members(check.gives)), message: text, ...members(check.beside) })) }
}

/** The 202 response of a type with fields under dual control. */
function approvedFirst({ dualControl }: ResolvedDocumentType, record: Schema): Pick<SharedCall, 'besides'> {
  return dualControl === undefined ? {} : { besides: { 202: json('The part that needs a second person’s approval waits as a request, which is returned.', requestedOf(record)) } }
}

/** Only the generic calls require a revision; those that `endpoints` names do not, since their callers do not know revisions. */
function revision(manifest: ResolvedDocumentType, endpoint: ResolvedEndpoint): Refusal[] {
  return manifest.needsRevision === true && isGeneric(manifest, endpoint) ? [428] : []
}

function deleteQuery({ dualControl }: ResolvedDocumentType): Schema {
  return object({ _rev: optional(described(integer, 'The revision last read; any other returns 409.')), ...(dualControl !== undefined && { _reason: optional(REASON) }) })
}

function balancesQuery({ balances, shape }: ResolvedDocumentType, ...also: 'by'[]): Schema {
  if (balances === undefined) return object({})
  const said = { owner: 'The employee; the caller by default.', period: 'The period; the current one by default.', by: 'The account.' }
  return object(Object.fromEntries((['owner', 'period', ...also] as const).map((role) => [wireName(shape, balances[role]), optional(described(text, said[role]))])))
}

/** The query of a list, without what pages it. */
function exportQuery(manifest: ResolvedDocumentType): Schema {
  const { limit: _limit, cursor: _cursor, tiles: _tiles, ...narrowing } = listQuery(manifest)['properties'] as Record<string, Schema>
  return object({ ...narrowing, columns: optional(described(text, 'Columns of the list by their names in calls, separated by commas, also of those that it shows only if people choose them.')) })
}

/** The parameters of a list as a call names them. */
function calledQuery(manifest: ResolvedDocumentType, { parameters = {} }: ResolvedEndpoint): Schema {
  const query = listQuery(manifest)
  const others = Object.entries(parameters).map(([name, stands]) => [name, optional(described(text, stands === 'mine' || stands === 'assigned' ? `With any value: only records ${stands === 'mine' ? 'of the caller' : 'on whose approval the caller is or was'}.` : `Another name of ${stands}.`))] as const)
  return { ...query, properties: { ...query['properties'] as JsonObject, ...Object.fromEntries(others) } }
}

function listQuery(manifest: ResolvedDocumentType): Schema {
  const { list: shown, shape, owner, approval } = manifest
  const filters = Object.entries(shown.filters).flatMap(([name, kind]) => {
    const field = shape.fields[name]
    const wire = wireName(shape, name)
    const title = field?.title ?? name
    if (kind === 'equals') return [[wire, `Only with this ${title}.`]]
    const { from, to } = rangeParameters(wire)
    return [[from, `${title} from, inclusive.`], [to, `${title} to, inclusive.`]]
  })
  const yes = (what: string): Schema => optional(described(enumOf(['1']), what))
  return object({
    limit: withDefault(described(narrowed(integer, { minimum: 1, maximum: MAX_ROWS }), 'Rows per page; fewer if they are more than 1 MB. Follow page.next, whatever the number of rows.'), MAX_ROWS),
    cursor: optional(described(text, 'page.next or page.previous of an earlier response.')),
    sort: optional(described(text, `A field, prefixed with - for descending order, or up to ${MAX_SORT_FIELDS}, separated by commas.`)),
    ...(shown.search.length > 0 && { search: optional(described(text, `Searches ${shown.search.join(', ')}; a number also finds amounts and figures of the list that equal it.`)) }),
    ...(Object.keys(shown.tabs).length > 0 && { tab: optional(described(enumOf(Object.keys(shown.tabs)), 'Only rows of this tab of the list.')) }),
    ...(shown.calendar !== undefined && { overlaps: optional(described(text, `Only rows of the calendar in these days, both included, as <first>..<last>, such as 2026-06-01..2026-06-30; at most ${MAX_OVERLAP_DAYS} days. Sorted by their first day unless sort is given or the days are those of lines. The response then names the holidays.`)) }),
    ...(shown.calendar?.row !== undefined && { calendarRows: optional(described(narrowed(integer, { minimum: 1, maximum: MAX_ROWS }), `With overlaps: only the records of the first so many rows of the calendar, by ${wireName(shape, shown.calendar.row)}. The response then tells how many rows there are, and how many events each day has.`)) }),
    tiles: yes('1 to count the rows by state too.'),
    ...(owner !== undefined && { mine: yes('1 for the caller’s own records only.') }),
    ...(approval !== undefined && { assigned: yes('1 for the records on whose approval the caller is or was.') }),
    ...Object.fromEntries(filters.map(([name, what]) => [name, optional(described(text, what ?? ''))])),
  })
}
