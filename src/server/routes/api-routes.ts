/** Every group of routes under the API base; each is a plugin and knows nothing of the others. */
import type { FastifyPluginAsync, FastifyPluginCallback } from 'fastify'
import { registerApprovalRoutes } from './approvals.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { companyRoutes } from './company.ts'
import { dashboardRoutes } from './dashboards.ts'
import { registerDocumentRoutes } from './documents/register-document-routes.ts'
import { openapiRoutes } from './openapi.ts'
import { outboxRoutes } from './outbox.ts'
import { overlayRoutes } from './overlays.ts'
import { portalRoutes } from './portal.ts'
import { settingsRoutes } from './settings.ts'

const documentRoutes: FastifyPluginCallback = (app, _options, done) => {
  registerDocumentRoutes(app)
  registerApprovalRoutes(app)
  done()
}

export const API_ROUTES: (FastifyPluginAsync | FastifyPluginCallback)[] = [
  authRoutes, companyRoutes, portalRoutes, dashboardRoutes, settingsRoutes, outboxRoutes, overlayRoutes, openapiRoutes, documentRoutes,
]
