import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { described, FileOverlayRow, integer, list, nullValue, object, optional, OverlayPreview, OverlayRow, OverlaySent } from '../../contract/index.ts'
import type { Answer, OverlayConflict } from '../../contract/index.ts'
import { presentId, t } from '../../core/index.ts'
import type { AuditSubject, Catalogue, FieldIssue, JsonObject, ManifestIssue } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { renewViewsOrLater } from '../jobs/renew-views-job.ts'
import { applyPublished } from '../manifests/published-overlays.ts'
import { tryOverlay } from '../manifests/try-out.ts'
import { data } from '../openapi/call.ts'
import type { Services, Session } from '../services.ts'
import type { Tx } from '../store/connection/database.ts'
import { appendEvent } from '../store/audit/events.ts'
import { deleteOverlay, findOverlay, insertOverlay, listOverlays, sourceOf, type StoredOverlay } from '../store/settings/overlays.ts'
import { queryOf } from './documents/request.ts'
import { checkReplaced, findStranded, requireOwnOverlay, readPlace, scopeOfPlace, scopeText } from './overlay-place.ts'
import { mayChange, isWithinReach, reachOf, titleOfType, scopeTitle, type Reach } from './overlay-scope.ts'
import { changesRights, requireRight } from './require-right.ts'
import { runOnce } from './run-once.ts'

/** Bytes. An overlay with the maximum number of operations is half as long; texts are read and compared in one go. */
const MAX_BODY = 120_000

const TAG = 'Administration'
const IN_PLACE_OF = object({ replaces: optional(described(integer, 'The id of a published overlay that this one replaces; that one is withdrawn when this one is published.')) })

/** Lists, previews, publishes and withdraws overlays of companies, roles and people. */
export const overlayRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, engines, clock } = services

  app.get('/admin/overlays', {
    config: { costs: 'preview' },
    schema: { call: { id: 'overlays', summary: 'Published overlays, each with the parts that cannot be applied now (administrators)', tag: TAG, answer: data('The overlays.', list(OverlayRow)), errors: [403] } },
  }, ({ session }) => publishedOverlays(services, session))

  app.get('/admin/overlays/files', {
    config: { costs: 'preview' },
    schema: { call: { id: 'overlays-files', summary: 'Overlays in files of the modules, each with the parts that cannot be applied now (administrators)', tag: TAG, answer: data('The overlays.', list(FileOverlayRow)), errors: [403] } },
  }, ({ session }) => overlaysInFiles(services, session))

  app.post('/admin/overlays', {
    bodyLimit: MAX_BODY, config: { ...changesRights('overlays'), costs: 'preview' },
    schema: {
      call: {
        id: 'overlays-publish', summary: 'Publish an overlay of a document type for a company, role or person (administrators, within their companies)', tag: TAG, isOnce: true,
        query: IN_PLACE_OF, body: OverlaySent, answer: data('Its id.', object({ id: integer })), errors: [409, 422],
      },
    },
  }, (request, reply) => publish(services, request, reply))

  app.delete<{ Params: { id: string } }>('/admin/overlays/:id', {
    config: { ...changesRights('overlays'), costs: 'preview' },
    schema: { call: { id: 'overlays-withdraw', summary: 'Withdraw a published overlay (administrators)', tag: TAG, answer: data('Done.', nullValue), errors: [404, 409] } },
  }, async ({ params, session, ip }): Promise<Answer<null>> => {
    const reach = await reachOf(services, session)
    const { gone, warning } = await database.transaction(async (tx) => ({ gone: await withdraw(tx, { session, reach, catalogue: engines.base().catalogue, id: idOf(params.id), ip, at: clock.now(), gone: 'not-found' }), warning: await viewsRenewed(services, tx) }))
    await applyPublished(services)
    return { data: null, message: sentences(t('The overlay of {type} for {whom} is withdrawn.', { type: titleOfType(engines.base().catalogue, gone.type), whom: scopeTitle(reach, gone.scope) }), warning) }
  })

  app.post('/admin/overlays/preview', {
    bodyLimit: MAX_BODY, config: { costs: 'preview' },
    schema: {
      call: {
        id: 'overlays-preview', summary: 'Preview an overlay: its issues and effects, without storing it (administrators)', tag: TAG,
        query: IN_PLACE_OF, body: OverlaySent, answer: data('Issues, and each property that would change.', OverlayPreview), errors: [403, 409],
      },
    },
  }, (request, reply) => preview(services, request, reply))

  done()
}

async function publishedOverlays(services: Services, session: Session): Promise<Answer<OverlayRow[]>> {
  const { database, engines } = services
  requireRight(session, 'overlays')
  const reach = await reachOf(services, session)
  const rows = (await listOverlays(database.kysely)).filter(({ scope }) => isWithinReach(reach, scope))
  const { catalogue } = engines.base()
  const data: OverlayRow[] = []
  for (const row of rows) {
    data.push({
      id: row.id, type: presentId(catalogue, row.type), title: titleOfType(catalogue, row.type), scope: row.scope, whom: scopeTitle(reach, row.scope),
      publishedAt: row.publishedAt.toISOString(), publishedBy: row.publishedBy, author: authorOf(row), overlay: row.overlay,
      conflicts: (await engines.check(row.overlay, sourceOf(row))).map(presentConflict), isOurs: mayChange(reach, row.scope),
    })
  }
  return { data, message: '' }
}

async function overlaysInFiles(services: Services, session: Session): Promise<Answer<FileOverlayRow[]>> {
  const { engines } = services
  requireRight(session, 'overlays')
  const reach = await reachOf(services, session)
  const { catalogue } = engines.base()
  const data = (await engines.fileOverlays()).map(({ source, type, layer, name, overlay, issues }): FileOverlayRow => {
    const scope = `${layer}:${name}`
    return { file: fileShown(source), type: presentId(catalogue, type), title: titleOfType(catalogue, type), scope, whom: layer === 'client' ? `client ${name}` : scopeTitle(reach, scope), overlay, conflicts: issues.map(presentConflict) }
  })
  return { data: data.filter(({ scope }) => isWithinReach(reach, scope)), message: '' }
}

/** Publishes the overlay that is sent, once it has been checked and tried out. */
async function publish(services: Services, request: FastifyRequest, reply: FastifyReply): ReturnType<typeof runOnce> {
  const { engines, clock } = services
  const { session, ip } = request
  const overlay = overlayOf(request)
  const reach = await reachOf(services, session)
  const { place, issues } = readPlace(overlay, reach)
  const wrong = (await engines.check(overlay, 'overlay')).filter((issue) => issue.severity === 'error')
  const all = [...wrong.map(toFieldIssue), ...issues]
  if (all.length > 0 || place === undefined) throw invalidDocument(all)
  const replaced = replacedOf(request)
  const tried = await tryOverlay(services, session, overlay, { replaced: replaced === undefined ? undefined : sourceOf({ id: replaced, type: place.type, scope: scopeText(place) }), scope: await scopeOfPlace(services, session, place), signal: abortOnDisconnect(reply, services.stopping) })
  if (tried.some(({ severity }) => severity === 'error')) throw invalidDocument(tried)
  const { type } = place
  const scope = scopeText(place)
  const { catalogue } = engines.base()
  const at = clock.now()
  return runOnce(request, reply, async (tx) => {
    const other = replaced === undefined ? [] : checkReplaced(catalogue, reach, await withdraw(tx, { session, reach, catalogue, id: replaced, ip, at, gone: 'stale', next: overlay }), place)
    if (other.length > 0) throw invalidDocument(other)
    const id = await insertOverlay(tx, { scope, type, overlay, by: session.actor.id, at })
    await appendEvent(tx, { company: session.company.code, type: 'overlays' satisfies AuditSubject, key: String(id), kind: 'published', actor: session.actor.id, changes: { [`${type} ${scope}`]: { from: null, to: overlay } }, ip, at })
    const answer: Answer<{ id: number }> = { data: { id }, message: sentences(t('The overlay of {type} for {whom} is published.', { type: titleOfType(catalogue, type), whom: scopeTitle(reach, scope) }), ...tried.map(({ message }) => message), await viewsRenewed(services, tx)) }
    return { status: 200, body: answer }
  }, () => applyPublished(services))
}

/** What the overlay that is sent would change, and what is wrong with it. */
async function preview(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Answer<OverlayPreview>> {
  const { database, engines } = services
  const { session } = request
  requireRight(session, 'overlays')
  const overlay = overlayOf(request)
  const reach = await reachOf(services, session)
  const replaced = replacedOf(request)
  const row = replaced === undefined ? undefined : requireOwnOverlay(reach, await findOverlay(database.kysely, replaced), 'stale')
  const { place, issues: misnamed } = readPlace(overlay, reach)
  const { catalogue } = engines.base()
  const other = row === undefined || place === undefined ? [] : [...checkReplaced(catalogue, reach, row, place), ...await strandedBy(database.kysely, catalogue, row, overlay)]
  const scope = place === undefined || misnamed.length > 0 ? {} : await scopeOfPlace(services, session, place)
  const options = { replaced: row && sourceOf(row), scope, signal: abortOnDisconnect(reply, services.stopping) }
  const { issues, changes } = await engines.preview(overlay, options)
  const tried = issues.some(({ severity }) => severity === 'error') ? [] : await tryOverlay(services, session, overlay, options)
  const all = [...issues.map(toFieldIssue), ...misnamed, ...other, ...tried]
  return { data: { issues: all, changes: all.some(({ severity }) => severity === 'error') ? [] : changes }, message: '' }
}

/** Renews the reporting views; returns a message for the administrator if they are not renewed yet, otherwise undefined. */
async function viewsRenewed(services: Services, tx: Tx): Promise<string | undefined> {
  const outcome = await renewViewsOrLater(tx, services)
  return outcome === 'renewed' ? undefined : VIEWS_MESSAGES[outcome]
}

const VIEWS_MESSAGES = {
  later: 'A report is using some of the reporting views, so these follow when it has ended.',
  failed: 'Not all reporting views could be updated; the server’s log has the reason. Please inform the operator.',
}

const sentences = (...all: (string | undefined)[]): string => all.filter((one) => one !== undefined).join(' ')

/** A signal that aborts when the client disconnects or the server is stopping, since nobody would read the result of a trial. */
function abortOnDisconnect({ raw }: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const end = (): void => { gone.abort(new AppError('unavailable')) }
  raw.once('close', () => {
    stopping.removeEventListener('abort', end)
    end()
  })
  if (stopping.aborted || raw.destroyed) end()
  else stopping.addEventListener('abort', end)
  return gone.signal
}

/** The file's module, type and name; the path of the installation is not disclosed. */
function fileShown(source: string): string {
  return source.split('/').slice(-4).join('/')
}

async function strandedBy(...given: Required<Parameters<typeof findStranded>>): Promise<FieldIssue[]> {
  const stranded = await findStranded(...given)
  return stranded === undefined ? [] : [{ path: 'operations', rule: 'replaces', severity: 'error', message: new AppError('overlay-state-in-use', stranded).message }]
}

interface Withdrawal { session: Session; reach: Reach; catalogue: Catalogue; /** The overlay that takes its place. */ next?: JsonObject; id: number; ip: string; at: Date; /** The error if it no longer exists. */ gone: 'stale' | 'not-found' }

async function withdraw(tx: Tx, { session, reach, catalogue, id, ip, at, gone, next }: Withdrawal): Promise<StoredOverlay> {
  const row = requireOwnOverlay(reach, await deleteOverlay(tx, id), gone)
  const stranded = await findStranded(tx, catalogue, row, next)
  if (stranded !== undefined) throw new AppError('overlay-state-in-use', stranded)
  await appendEvent(tx, { company: session.company.code, type: 'overlays' satisfies AuditSubject, key: String(id), kind: 'withdrawn', actor: session.actor.id, changes: { [`${row.type} ${row.scope}`]: { from: row.overlay, to: null } }, ip, at })
  return row
}

/** The overlay in the body. Its author is the caller, whatever the body says. */
function overlayOf({ body, session }: FastifyRequest): JsonObject {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('invalid-request', { reason: 'an overlay is an object.' })
  return { ...(body as JsonObject), author: session.actor.name }
}

/** The id of the overlay that the sent one replaces. */
function replacedOf(request: FastifyRequest): number | undefined {
  const { replaces } = queryOf(request)
  return replaces === undefined ? undefined : idOf(replaces)
}

/** Invalid ids become 0, which no overlay has. */
const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

function authorOf({ overlay, publishedBy }: StoredOverlay): string {
  return typeof overlay['author'] === 'string' ? overlay['author'] : publishedBy
}

function toFieldIssue({ path, code, message, severity, suggestion }: ManifestIssue): FieldIssue {
  return { path, rule: code, severity, message: suggestion === undefined ? message : `${message} Did you mean “${suggestion}”?` }
}

function presentConflict({ code, path, message, expected, seen }: ManifestIssue): OverlayConflict {
  return { code, path, message, ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }) }
}
