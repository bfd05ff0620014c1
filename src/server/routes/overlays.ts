/** GET and POST admin/overlays, DELETE admin/overlays/<id>, GET admin/explain: what clients, companies, roles and people have otherwise, and why. */
import type { FastifyPluginCallback } from 'fastify'
import type { Answer } from '../../contract/index.ts'
import type { Explained, FieldIssue, JsonObject, ManifestIssue, Scope } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { sourceOf, takePublished } from '../manifests/published-overlays.ts'
import { appendEvent } from '../store/events.ts'
import { deleteOverlay, insertOverlay, listOverlays } from '../store/overlays.ts'
import { requireAdministrator } from './admin-only.ts'
import { queryOf } from './documents/request.ts'

/** A published overlay, with what of it cannot be applied to the manifests as they are now. */
interface OverlayAnswer extends JsonObject { id: number; type: string; scope: string; publishedAt: string; publishedBy: string; overlay: JsonObject; conflicts: JsonObject[] }

/** Most properties explained at once. */
const MOST_EXPLAINED = 500

export const overlayRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, engines, clock } = services

  app.get('/admin/overlays', async ({ session }): Promise<Answer<OverlayAnswer[]>> => {
    requireAdministrator(session)
    const rows = await listOverlays(database.kysely)
    return {
      data: rows.map((row) => ({
        id: row.id, type: row.type, scope: row.scope, publishedAt: row.publishedAt.toISOString(), publishedBy: row.publishedBy, overlay: row.overlay,
        conflicts: engines.check(row.overlay, sourceOf(row)).map(tellConflict),
      })),
      message: '',
    }
  })

  app.post('/admin/overlays', async ({ body, session, ip }): Promise<Answer<{ id: number }>> => {
    requireAdministrator(session)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('invalid-request', { reason: 'an overlay is an object.' })
    const overlay: JsonObject = { author: session.actor.name, ...(body as JsonObject) }
    const issues = engines.check(overlay, 'overlay').filter((issue) => issue.severity === 'error')
    if (issues.length > 0) throw invalidDocument(issues.map(toFieldIssue))
    const { type, scope } = placeOf(overlay)
    const at = clock.now()
    const id = await database.transaction(async (tx) => {
      const made = await insertOverlay(tx, { scope, type, overlay, by: session.actor.id, at })
      await appendEvent(tx, { company: session.company.code, type: 'overlays', key: String(made), kind: 'published', actor: session.actor.id, changes: { [`${type} ${scope}`]: { from: null, to: overlay } }, ip, at })
      return made
    })
    await takePublished(services)
    return { data: { id }, message: `The overlay of ${type} for ${scope} is published.` }
  })

  app.delete<{ Params: { id: string } }>('/admin/overlays/:id', async ({ params, session, ip }): Promise<Answer<null>> => {
    requireAdministrator(session)
    const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0
    const at = clock.now()
    const gone = await database.transaction(async (tx) => {
      const row = await deleteOverlay(tx, id)
      if (row !== undefined) await appendEvent(tx, { company: session.company.code, type: 'overlays', key: params.id, kind: 'withdrawn', actor: session.actor.id, changes: { [`${row.type} ${row.scope}`]: { from: row.overlay, to: null } }, ip, at })
      return row
    })
    if (gone === undefined) throw new AppError('not-found')
    await takePublished(services)
    return { data: null, message: `The overlay of ${gone.type} for ${gone.scope} is withdrawn.` }
  })

  app.get('/admin/explain', (request): Answer<Explained[]> => {
    requireAdministrator(request.session)
    const { type = '', path = '', company, role, user } = queryOf(request)
    if (!engines.base().has(type)) throw new AppError('not-found')
    const scope: Scope = {
      company: company ?? request.session.company.code,
      ...(role !== undefined && { roles: role.split(',') }), ...(user !== undefined && { user }),
    }
    return { data: engines.explain(type, path, scope).slice(0, MOST_EXPLAINED), message: '' }
  })

  done()
}

function placeOf(overlay: JsonObject): { type: string; scope: string } {
  const { id } = overlay['extends'] as { id: string }
  const [[layer = '', name = ''] = []] = Object.entries(overlay['scope'] as Record<string, string>)
  return { type: id, scope: `${layer}:${name}` }
}

function toFieldIssue({ path, code, message, suggestion }: ManifestIssue): FieldIssue {
  return { path, rule: code, severity: 'error', message: suggestion === undefined ? message : `${message} Did you mean “${suggestion}”?` }
}

function tellConflict({ code, path, message, expected, seen }: ManifestIssue): JsonObject {
  return { code, path, message, ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }) }
}
