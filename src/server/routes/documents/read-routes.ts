/** The calls that read: list, get, events, files, prints. Each handler validates, loads, authorises, runs and presents. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX, type CalendarRows, type Holiday, type ListAnswer } from '../../../contract/index.ts'
import { allOf, fieldOperand, idsOf, isObject, lineKeyNames, redactedDoc, statesOfWire, wireStates, wireName, type Actor, type CompiledType, type Engine, type JsonObject, type ResolvedDocumentType, type ResolvedEndpoint, type RuleContext, type StoredRecord } from '../../../core/index.ts'
import { asText, commandContext, contextForMany, contextWithRefs, holderOf, messageFor, plainContext, refReader, rowsOf, seesEverywhere, titleFor, typeOf, type CommandContext } from '../../commands/context.ts'
import { docOf } from '../../commands/check-document.ts'
import { approversOfNew } from '../../commands/approvers-of-new.ts'
import { listFigures } from '../../commands/own-figures.ts'
import { redactedFor } from '../../commands/projection-context.ts'
import { visiblePage } from '../../commands/visible-entries.ts'
import { AppError } from '../../errors.ts'
import { runSliced } from '../../in-pieces.ts'
import { rowsOfLists } from '../../portal/rows-of-lists.ts'
import { presentEntry } from '../../presenters/approval-entry.ts'
import { presentEvent, unreadChanges } from '../../presenters/event.ts'
import { addGiven } from '../../presenters/given-names.ts'
import { addLabels, orderedAsShown } from '../../presenters/labels.ts'
import { needsRefs, presentRecord, presentingRows } from '../../presenters/record.ts'
import { printLogo } from '../../settings/print-logo.ts'
import { suggest } from '../../sources/suggestions.ts'
import { holidaysOf } from '../../store/approvals/holidays.ts'
import { listEntries } from '../../store/approvals/approval-entries.ts'
import type { Db } from '../../store/connection/database.ts'
import { documentsWithLine, findDocument } from '../../store/documents/documents.ts'
import { appendEvent, listEvents, trailOf } from '../../store/audit/events.ts'
import { listFiles, readFile } from '../../store/files/files.ts'
import { readCalendarRows } from '../../store/lists/calendar-rows.ts'
import { countByState, listDocuments, type ListCriteria } from '../../store/lists/list-documents.ts'
import { MAX_COUNTED } from '../../store/sql/max-counted.ts'
import { keysAfter, loadRecords, refKey, type LoadedRecords } from '../../store/lists/references.ts'
import { entryBefore } from '../approval-entries.ts'
import { archiveOf, calendarRowsOf, inArchive, listCriteria, mayFilterBy } from './list-criteria.ts'
import { keyIn, keyOf, queryOf } from './request.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface Asked { command: CommandContext; type: CompiledType; db: Db }

function asked(request: FastifyRequest, typeId: string, contextOf = commandContext): Asked {
  const command = contextOf(request.server.services, request.session)
  return { command, type: typeOf(command.engine, typeId), db: request.server.services.database.kysely }
}

/**
 * One page of the records that the current user may list, filtered as the endpoint declares; with `tiles=1`, also the number of records per
 * status.
 */
export function listHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId, contextForMany)
    const query: Record<string, string> = { ...standingFor(queryOf(request), endpoint), ...endpoint.filters, ...(endpoint.answers === 'one' && { limit: '1' }) }
    const wanted = await orderedAsShown(db, command, type, listCriteria(command, type, query, [...Object.keys(endpoint.fixedQuery), ...(endpoint.ignores ?? [])]))
    const found = endpoint.where === undefined ? wanted : { ...wanted, rows: allOf([wanted.rows, type.rowsWhere(endpoint.where, plainContext(command))]) }
    if (found.rows.kind === 'never') throw new AppError('forbidden')
    const { criteria, calendar } = await inCalendarRows(db, command, type, found, query)
    // The counts would disclose the states.
    const isStateHidden = criteria.unsearched?.has(type.manifest.stateField) === true
    const [page, counts, holidays] = await Promise.all([
      listDocuments(db, criteria), query['tiles'] === '1' && !isStateHidden ? countsOf(db, found) : undefined, (query['overlaps'] ?? '') === '' ? undefined : holidaysShown(db, command, query['overlaps'] ?? ''),
    ])
    const docs = needsRefs(type) ? page.rows.map((row) => docOf(type, row.record)) : []
    const { ctx } = docs.length > 0 ? await contextWithRefs(db, command, type, docs) : { ctx: plainContext(command) }
    const { rows, ...marks } = page
    const data = await runSliced(presentingRows(type, command, rows, ctx))
    await addLabels(db, command, type, data.map((wire, index) => ({ doc: rows[index]?.record.data ?? {}, wire })))
    await addGiven(db, command, type, endpoint.gives, data.map((wire, index) => ({ key: rows[index]?.record.key ?? '', wire })))
    if (endpoint.answers === 'one') return { data: firstOf(data), message: '' }
    // Who asks for one record by its key gets it as it is read alone, with its approval entries.
    const [only] = namesOne(type.manifest, query) ? rows : []
    if (only !== undefined && type.manifest.approval !== undefined) return { data: [{ ...data[0], ...(await presentRecord(db, command, type, only.record)) }], message: '', page: marks, ...counts }
    return { data, message: '', page: marks, ...counts, ...(holidays !== undefined && { holidays }), ...(calendar !== undefined && { calendar }) }
  }
}

function namesOne({ shape, key }: ResolvedDocumentType, query: Record<string, string>): boolean {
  return (query[wireName(shape, key)] ?? '') !== ''
}

/** The criteria narrowed to the rows of the calendar that are asked for, if any are, with what the calendar has in all. */
async function inCalendarRows(db: Db, command: CommandContext, type: CompiledType, criteria: ListCriteria, query: Record<string, string>): Promise<{ criteria: ListCriteria; calendar?: CalendarRows }> {
  const wanted = calendarRowsOf(command, type, criteria, query)
  if (wanted === undefined) return { criteria }
  const { keys, ...calendar } = await readCalendarRows(db, criteria, wanted.days, wanted.most)
  const key = type.manifest.shape.fields[type.manifest.key]
  return { criteria: { ...criteria, filters: key === undefined ? criteria.filters : [...criteria.filters, { field: key, kind: 'in', value: keys }] }, calendar }
}

/** The parameters by the names that the list reads. The person who asks is meant where a call names somebody whose records are found. */
function standingFor(query: Record<string, string>, { parameters = {} }: ResolvedEndpoint): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => {
    const stands = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (stands === undefined) return [name, value]
    return [stands, (stands === 'mine' || stands === 'assigned') && value !== '' ? '1' : value]
  }))
}

/** @throws AppError not-found if there is none */
function firstOf(data: JsonObject[]): JsonObject {
  const [first] = data
  if (first === undefined) throw new AppError('not-found')
  return first
}

/** The lines of one page of the records that the current user may list, in their order. */
export function linesHandler(typeId: string, endpoint: ResolvedEndpoint, array: string): Handler {
  const list = listHandler(typeId, endpoint)
  return async (request, reply) => {
    const { data, message, page } = (await list(request, reply)) as ListAnswer
    const { manifest } = asked(request, typeId).type
    return { data: data.flatMap((record) => record[wireName(manifest.shape, array)] ?? []), message, page }
  }
}

/** The holidays in the days of a calendar; without their names for people who do not see these in the list of holidays. */
async function holidaysShown(db: Db, command: CommandContext, overlaps: string): Promise<Holiday[]> {
  const { organisation } = command.engine.catalogue
  if (organisation.holidays === undefined) return []
  const [from = '', to = ''] = overlaps.split('..')
  const type = command.engine.type(organisation.holidays.type)
  const { label } = type.manifest
  const isNamed = seesEverywhere(command, type, label)
  const found = await holidaysOf(db, organisation, { company: command.session.company.code, from, to }, label)
  return found.map(({ date, title }) => ({ date, title: isNamed ? title : '' }))
}

/**
 * The records that wait for the current user's decision, newest first, each with the number of the approval entry to decide. `page` is
 * answered only if there are more.
 */
export function waitingHandler(typeId: string): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId, contextForMany)
    if (rowsOf(command, type, 'get').kind === 'never') throw new AppError('forbidden')
    const before = entryBefore(queryOf(request)['cursor'])
    const criteria = { company: command.session.company.code, type: typeId, waitingFor: holderOf(command.session), statuses: ['Open'], ...(before !== undefined && { before }) }
    const { entries: found, next } = await visiblePage(db, command, criteria, MAX_WAITING)
    const { ctx } = await contextWithRefs(db, command, type, found.map(({ record }) => docOf(type, record)))
    const rows = await runSliced(presentingRows(type, command, found.map(({ record }) => ({ record, hasOpenEntry: true })), ctx))
    return { data: rows.map((row, index) => ({ ...row, approvalEntryNo: found[index]?.row.entry_no })), message: '', ...(next !== undefined && { page: { next: String(next) } }) }
  }
}

const MAX_WAITING = 200

/** Who would decide on a new record of the current user, by steps, as far as that does not depend on what is entered in it. */
export function approversHandler(typeId: string): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId)
    if (rowsOf(command, type, 'create').kind === 'never') throw new AppError('forbidden')
    return { data: await approversOfNew(db, command, type), message: '' }
  }
}

/** What an external service finds for a search text and is not a record yet. */
export function suggestionsHandler(typeId: string): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId)
    if (rowsOf(command, type, 'list').kind === 'never') throw new AppError('forbidden')
    return { data: await suggest(db, command, type, queryOf(request)['search'] ?? ''), message: '' }
  }
}

/** Totals over the current user's own records, by the names of the list's figures. */
export function figuresHandler(typeId: string): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId)
    if (rowsOf(command, type, 'list').kind === 'never') throw new AppError('forbidden')
    return { data: await listFigures(db, command, type), message: '' }
  }
}

/** The number of rows by status and, if the list has tabs, by tab. */
async function countsOf(db: Db, criteria: ListCriteria): Promise<{ tiles: Record<string, number>; tabs?: Record<string, number> }> {
  const { manifest, unsearched } = criteria
  const archive = archiveOf(manifest, unsearched)
  // Records of a type without states are stored in one without a name.
  const states = Object.keys(manifest.states).length === 0 ? [''] : Object.keys(manifest.states)
  const [counts, archived] = await Promise.all(archive === undefined ? [countByState(db, criteria, states)] : [false, true].map((isIn) => countByState(db, { ...criteria, filters: [...criteria.filters.filter(({ field }) => field !== archive.field), inArchive(archive.field, isIn)] }, states)))
  const sum = (some: string[], of = counts): number => Math.min(some.reduce((before, state) => before + (of?.[state] ?? 0), 0), MAX_COUNTED)
  const all = sum(states)
  const tiles = { ...Object.fromEntries(wireStates(manifest).map((wire) => [wire, sum(statesOfWire(manifest, wire))])), all }
  const tabs = Object.entries(manifest.list.tabs).filter(([, tab]) => mayFilterBy(manifest, unsearched, tab.states))
  return tabs.length === 0 ? { tiles } : { tiles, tabs: { ...Object.fromEntries(tabs.map(([name, tab]) => [name, name === archive?.tab ? sum(states, archived) : sum(tab.states)])), all } }
}

/** One record as the current user may see it, with the `_actions` currently allowed and its revision as ETag. */
export function getHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const { command, type, db } = asked(request, typeId)
    const record = await namedRecord(db, command, type, request, endpoint)
    void reply.header('etag', `"${record.rev}"`)
    const data = await presentRecord(db, command, type, record)
    return { data: endpoint.answers === 'list' ? [data] : data, message: '' }
  }
}

/**
 * The lines of a record, or one of them, if its key comes in addition to the record's, as `id` or under its own name. The line's key alone
 * is enough if only one of the records that the current user may read has such a line.
 */
export function lineGetHandler(typeId: string, endpoint: ResolvedEndpoint, array: string): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId)
    const names = lineKeyNames(type.manifest.shape.fields[array])
    const [own = ''] = names
    const query = queryOf(request)
    const wanted = ['id', ...names].map((name) => query[name]).find((value) => value !== undefined)
    const record = wanted !== undefined && keyIn(request, endpoint) === undefined ? await recordOfLine(db, { command, type, array, line: wanted }, endpoint) : await visibleRecord(db, command, type, keyOf(request, endpoint))
    const lines = (await presentRecord(db, command, type, record))[wireName(type.manifest.shape, array)]
    if (wanted === undefined || wanted === '') return { data: lines ?? [], message: '' }
    const line = Array.isArray(lines) ? lines.find((one) => isObject(one) && asText(one[own]) === wanted) : undefined
    if (line === undefined) throw new AppError('not-found')
    return { data: line, message: '' }
  }
}

/** @throws AppError not-found if none of the records that the current user may read has the line, key-missing if several have */
async function recordOfLine(db: Db, { command, type, array, line }: { command: CommandContext; type: CompiledType; array: string; line: string }, endpoint: ResolvedEndpoint): Promise<StoredRecord> {
  const { manifest } = type
  const lineKey = manifest.shape.fields[array]?.lineKey
  const found = lineKey === undefined ? [] : await documentsWithLine(db, { company: command.session.company.code, type: manifest.id }, { array, lineKey, line }, rowsOf(command, type, 'get'))
  if (found.length > 1) throw new AppError('key-missing', { field: endpoint.key?.name ?? 'key' })
  if (found[0] === undefined) throw new AppError('not-found')
  return found[0]
}

/** A record's first thousand events, oldest first, without changes to fields that are redacted for the current user. */
export function eventsHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId)
    const record = await visibleRecord(db, command, type, keyOf(request, endpoint))
    const { organisation, types } = command.engine.catalogue
    const employees = types[organisation.employees?.type ?? '']
    const events = await listEvents(db, { organisation, employeeTypes: employees ? idsOf(employees) : [] }, trailOf(type.manifest, { company: command.session.company.code, key: record.key }), unreadChanges(type.manifest))
    const redacted = await redactedFor(db, command, type, record)
    return { data: events.map((event) => presentEvent(type, redacted, event)), message: '' }
  }
}

/**
 * An attached file as it was sent: for download or, for a picture or PDF with `inline=1`, for display. Each access is recorded in the
 * record's events, as what it was.
 */
export function fileHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const { command, type, db } = asked(request, typeId)
    const record = await visibleRecord(db, command, type, keyOf(request, endpoint))
    const { fileId = '' } = request.params as { fileId?: string }
    const at = { company: command.session.company.code, type: typeId, key: record.key }
    const file = await readFile(db, at, fileId)
    if (!file) throw new AppError('not-found')
    const isShown = isPreview(request) && (file.media_type.startsWith('image/') || file.media_type === 'application/pdf')
    await appendEvent(db, { ...at, kind: isShown ? 'viewed' : 'downloaded', actor: command.session.actor.id, changes: { file: file.name }, ip: command.session.ip, at: command.now })
    return sendFile(reply, { name: file.name, mediaType: file.media_type, content: file.content }, isShown)
  }
}

/** The file of a field in base64, with its name and type, for systems that expect it in the response. */
export function fieldFileHandler(typeId: string, endpoint: ResolvedEndpoint, field: string): Handler {
  return async (request) => {
    const { command, type, db } = asked(request, typeId)
    const record = await namedRecord(db, command, type, request, endpoint)
    const at = { company: command.session.company.code, type: typeId, key: record.key }
    const held = (await presentRecord(db, command, type, record))[wireName(type.manifest.shape, field)]
    const file = isObject(held) && typeof held['id'] === 'string' ? await readFile(db, at, held['id']) : undefined
    if (file === undefined) throw new AppError('not-found')
    await appendEvent(db, { ...at, kind: 'downloaded', actor: command.session.actor.id, changes: { file: file.name }, ip: command.session.ip, at: command.now })
    return { data: { fileName: file.name, mediaType: file.media_type, size: file.size, attachment: file.content.toString('base64') }, message: '' }
  }
}

/** Whether a file or printed form is only shown beside the record. */
function isPreview(request: FastifyRequest): boolean {
  return queryOf(request)['inline'] === '1'
}

/** A printed form as a PDF file or, through the call that `endpoints` names, as base64 in a JSON response. */
export function printHandler(typeId: string, endpoint: ResolvedEndpoint, print: string, form: 'file' | 'base64'): Handler {
  const find = async (request: FastifyRequest): Promise<PrintCase & { db: Db }> => {
    const { command, type, db } = asked(request, typeId)
    return { db, command, type, print, record: await namedRecord(db, command, type, request, endpoint) }
  }
  if (endpoint.answers === 'status') return statusHandler(find)
  return async (request, reply) => {
    const { db, ...found } = await find(request)
    if (endpoint.answers === 'path') return { data: await printAddress(db, found), message: '' }
    const pdf = await renderPrint(db, request, found)
    if (form === 'base64') return { data: pdf.content.toString('base64'), message: '' }
    return sendFile(reply, { name: pdf.name, mediaType: 'application/pdf', content: pdf.content }, true)
  }
}

const NOT_PRINTED: ReadonlySet<string> = new Set(['not-found', 'print-not-offered'])

/** The form in base64 with a status, which is false where there is none. */
function statusHandler(find: (request: FastifyRequest) => Promise<PrintCase & { db: Db }>): Handler {
  return async (request) => {
    try {
      const { db, ...found } = await find(request)
      return { status: true, data: (await renderPrint(db, request, found)).content.toString('base64'), message: '' }
    } catch (error) {
      if (!(error instanceof AppError) || !NOT_PRINTED.has(error.code)) throw error
      return { status: false, data: '', message: error.message }
    }
  }
}

/** The path of the printed form as a file. @throws AppError if the form is not offered */
async function printAddress(db: Db, { command, type, record, print }: PrintCase): Promise<string> {
  await offered(db, { command, type, record, print })
  return `${API_PREFIX}/documents/${type.manifest.id}/${encodeURIComponent(record.key)}/print/${print}`
}

interface PrintCase { command: CommandContext; type: CompiledType; record: StoredRecord; print: string }

/** The form's declaration and what its layout reads. @throws AppError if the form is not offered in the record's current state */
async function offered(db: Db, { command, type, record, print }: PrintCase) {
  const form = type.manifest.print[print]
  if (!form || !Object.hasOwn(type.manifest.print, print)) throw new AppError('not-found')
  const doc = docOf(type, record)
  const { ctx, records } = await contextWithRefs(db, command, type, [doc])
  if (form.when !== undefined && !type.test(form.when, doc, ctx)) throw new AppError('print-not-offered', { title: titleFor(type, command.session), no: record.key })
  return { form, ctx, records }
}

async function renderPrint(db: Db, request: FastifyRequest, { command, type, record, print }: PrintCase): Promise<{ name: string; content: Buffer }> {
  const { session, engine } = command
  const { form, ctx, records } = await offered(db, { command, type, record, print })
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const entries = type.manifest.approval ? await listEntries(db, engine.catalogue.organisation, at) : []
  const { organisation } = engine.catalogue
  const people = organisation.employees && record.owner !== undefined ? await loadRecords(db, at.company, [{ type: organisation.employees.type, key: record.owner }]) : new Map<string, StoredRecord>()
  const known = new Map([...records, ...people])
  const redacted = await redactedFor(db, command, type, record)
  const shown = shownReader(engine, known, session.actor, ctx)
  const approvals = entries.map((entry) => presentEntry(command, entry, type))
  const lists = await rowsOfLists(request.server.services, engine, at.type, session)
  const company = { ...session.company, logo: await printLogo(db, session.company) }
  const files = type.manifest.attachments ? (await listFiles(db, at)).map((file) => file.name) : []
  const content = await request.server.services.printer.render({ engine, type: at.type, print, record, session: { ...session, company }, approvals, ref: refReader(engine, known), shown: { redacted, ref: shown }, lists, files })
  await appendEvent(db, { ...at, kind: isPreview(request) ? 'viewed' : 'printed', actor: session.actor.id, changes: { form: print }, ip: session.ip, at: command.now })
  return { name: messageFor(type, session, form.fileName, redactedDoc(type.manifest, record, redacted)) || `${record.key}.pdf`, content }
}

/** The first of the type's printed forms that is offered in the record's state; undefined if none is, or if the current user may not read the record. */
export async function firstPrint(db: Db, request: FastifyRequest, { command, type, record: { key } }: Omit<PrintCase, 'print'>): Promise<{ name: string; content: Buffer } | undefined> {
  const record = await findDocument(db, { company: command.session.company.code, type: type.manifest.id, key }, rowsOf(command, type, 'get'))
  if (record === undefined) return undefined
  for (const print of Object.keys(type.manifest.print)) {
    try {
      return await renderPrint(db, request, { command, type, record, print })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'print-not-offered') throw error
    }
  }
  return undefined
}

/** Reads related records as the current user may see them, for the texts of a print. */
function shownReader(engine: Engine, records: LoadedRecords, actor: Actor, ctx: RuleContext): RuleContext['ref'] {
  return (id, key) => {
    const record = records.get(refKey(id, key))
    if (!record || !engine.has(id)) return undefined
    const type = engine.type(id)
    return redactedDoc(type.manifest, record, type.redacted(record, actor, { ctx }))
  }
}

/** The record that the call names by its key or, with `by`, by the value of a field. @throws AppError not-found, key-missing */
async function namedRecord(db: Db, command: CommandContext, type: CompiledType, request: FastifyRequest, endpoint: ResolvedEndpoint): Promise<StoredRecord> {
  const named = keyOf(request, endpoint)
  if (endpoint.by === undefined) return visibleRecord(db, command, type, named)
  const field = fieldOperand(type.manifest, endpoint.by)
  if (field === undefined) throw new AppError('not-found')
  const rows = [rowsOf(command, type, 'get'), ...(endpoint.where === undefined ? [] : [type.rowsWhere(endpoint.where, plainContext(command))])]
  const [key = ''] = await keysAfter(db, command.session.company.code, type.manifest.id, allOf([...rows, { kind: 'in', field, values: [named, fromBase64(named)] }]), { after: '', limit: 1 })
  return visibleRecord(db, command, type, key)
}

/** The text that a call has in base64; any other is decoded to something that no record has. */
function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8').replaceAll('\0', '')
}

async function visibleRecord(db: Db, command: CommandContext, type: CompiledType, key: string): Promise<StoredRecord> {
  const at = { company: command.session.company.code, type: type.manifest.id, key }
  const record = await findDocument(db, at, rowsOf(command, type, 'get'))
  if (!record) throw new AppError('not-found')
  return record
}

interface SentFile { name: string; mediaType: string; content: Buffer }

function sendFile(reply: FastifyReply, file: SentFile, isShown: boolean): FastifyReply {
  const plain = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(file.name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return reply
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`)
    // An uploaded file must not run scripts on this origin if a browser is made to open it directly.
    .header('content-security-policy', `${String(reply.getHeader('content-security-policy') ?? "default-src 'none'")};sandbox`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .type(file.mediaType)
    .send(file.content)
}
