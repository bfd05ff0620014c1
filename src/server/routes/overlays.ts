import type { FastifyPluginCallback } from 'fastify'
import type { Answer } from '../../contract/index.ts'
import type { Explained, FieldIssue, Json, JsonObject, ManifestIssue, Scope } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { sourceOf, takePublished } from '../manifests/published-overlays.ts'
import { appendEvent } from '../store/events.ts'
import { deleteOverlay, insertOverlay, listOverlays } from '../store/overlays.ts'
import { queryOf } from './documents/request.ts'
import { checkExplained, checkScope, isSeen, reachOf } from './overlay-scope.ts'
import { requireRight } from './require-right.ts'
import { runOnce } from './run-once.ts'

/** A published overlay, with what of it cannot be applied to the manifests as they are now. */
interface OverlayAnswer extends JsonObject { id: number; type: string; scope: string; publishedAt: string; publishedBy: string; overlay: JsonObject; conflicts: JsonObject[] }

/** Most properties explained at once. */
const MOST_EXPLAINED = 500
const LAYERS = new Set(['client', 'company', 'role', 'user'])

/** GET and POST admin/overlays, DELETE admin/overlays/<id>, GET admin/explain: what companies, roles and people have otherwise, and why. */
export const overlayRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, engines, clock } = services

  app.get('/admin/overlays', async ({ session }): Promise<Answer<OverlayAnswer[]>> => {
    requireRight(session, 'overlays')
    const reach = await reachOf(services, session)
    const rows = (await listOverlays(database.kysely)).filter(({ scope }) => isSeen(reach, ...partsOf(scope)))
    return {
      data: rows.map((row) => ({
        id: row.id, type: row.type, scope: row.scope, publishedAt: row.publishedAt.toISOString(), publishedBy: row.publishedBy, overlay: row.overlay,
        conflicts: engines.check(row.overlay, sourceOf(row)).map(tellConflict),
      })),
      message: '',
    }
  })

  app.post('/admin/overlays', async (request, reply) => {
    const { body, session, ip } = request
    requireRight(session, 'overlays')
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('invalid-request', { reason: 'an overlay is an object.' })
    // Whoever publishes it is its author, whatever the body says.
    const overlay: JsonObject = { ...(body as JsonObject), author: session.actor.name }
    const place = placeOf(overlay)
    const misnamed = place === undefined ? undefined : checkScope(await reachOf(services, session), place.layer, place.name)
    const issues = engines.check(overlay, 'overlay').filter((issue) => issue.severity === 'error').map(toFieldIssue)
    if (misnamed !== undefined) issues.push(misnamed)
    if (issues.length > 0 || place === undefined) throw invalidDocument(issues)
    const { type } = place
    const scope = `${place.layer}:${place.name}`
    const at = clock.now()
    return runOnce(request, reply, async (tx) => {
      const id = await insertOverlay(tx, { scope, type, overlay, by: session.actor.id, at })
      await appendEvent(tx, { company: session.company.code, type: 'overlays', key: String(id), kind: 'published', actor: session.actor.id, changes: { [`${type} ${scope}`]: { from: null, to: overlay } }, ip, at })
      const answer: Answer<{ id: number }> = { data: { id }, message: `The overlay of ${type} for ${scope} is published.` }
      return { status: 200, body: answer }
    }, () => takePublished(services))
  })

  app.delete<{ Params: { id: string } }>('/admin/overlays/:id', async ({ params, session, ip }): Promise<Answer<null>> => {
    requireRight(session, 'overlays')
    const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0
    const at = clock.now()
    const reach = await reachOf(services, session)
    const gone = await database.transaction(async (tx) => {
      const row = await deleteOverlay(tx, id)
      if (row === undefined || !isSeen(reach, ...partsOf(row.scope))) throw new AppError('not-found')
      if (!row.scope.startsWith('company:') && !row.scope.startsWith('user:') && !reach.hasAll) throw new AppError('overlay-of-all-companies')
      await appendEvent(tx, { company: session.company.code, type: 'overlays', key: params.id, kind: 'withdrawn', actor: session.actor.id, changes: { [`${row.type} ${row.scope}`]: { from: row.overlay, to: null } }, ip, at })
      return row
    })
    await takePublished(services)
    return { data: null, message: `The overlay of ${gone.type} for ${gone.scope} is withdrawn.` }
  })

  app.get('/admin/explain', async (request): Promise<Answer<Explained[]>> => {
    requireRight(request.session, 'overlays')
    const { type = '', path = '', company, role, user } = queryOf(request)
    if (!engines.base().has(type)) throw new AppError('not-found')
    const scope: Scope = {
      company: company ?? request.session.company.code,
      ...(role !== undefined && { roles: role.split(',') }), ...(user !== undefined && { user }),
    }
    const issues = checkExplained(await reachOf(services, request.session), scope)
    if (issues.length > 0) throw invalidDocument(issues)
    return { data: engines.explain(type, path, scope).slice(0, MOST_EXPLAINED), message: '' }
  })

  done()
}

/** The type and the one scope that an overlay names; undefined where it does not, which the check of its structure tells. */
function placeOf(overlay: JsonObject): { type: string; layer: string; name: string } | undefined {
  const { extends: base, scope } = overlay
  const id = isObject(base) ? base['id'] : undefined
  const [first, ...more] = isObject(scope) ? Object.entries(scope) : []
  if (typeof id !== 'string' || first === undefined || more.length > 0 || typeof first[1] !== 'string' || !LAYERS.has(first[0])) return undefined
  return { type: id, layer: first[0], name: first[1] }
}

/** `company:MRT` as layer and name. */
function partsOf(scope: string): [string, string] {
  const at = scope.indexOf(':')
  return [scope.slice(0, at), scope.slice(at + 1)]
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

function toFieldIssue({ path, code, message, suggestion }: ManifestIssue): FieldIssue {
  return { path, rule: code, severity: 'error', message: suggestion === undefined ? message : `${message} Did you mean “${suggestion}”?` }
}

function tellConflict({ code, path, message, expected, seen }: ManifestIssue): JsonObject {
  return { code, path, message, ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }) }
}
