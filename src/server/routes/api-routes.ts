/** Every group of routes under the API base; each is a plugin and independent of the others. */
import type { FastifyPluginAsync, FastifyPluginCallback } from 'fastify'
import { registerApprovalRoutes } from './approvals.ts'
import { registerBulkApproval } from './bulk-approval.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { calendarFeedRoutes } from './calendar-feeds.ts'
import { companyRoutes } from './company.ts'
import { dashboardRoutes } from './dashboards.ts'
import { registerDocumentRoutes } from './documents/register-document-routes.ts'
import { eventsStreamRoutes } from './events-stream.ts'
import { homeRoutes } from './home.ts'
import { mailDecisionRoutes } from './mail-decisions.ts'
import { notificationRoutes } from './notifications.ts'
import { openapiRoutes } from './openapi.ts'
import { outboxRoutes } from './outbox.ts'
import { overlayInsightRoutes } from './overlay-insight.ts'
import { overlayRoutes } from './overlays.ts'
import { ownPictureRoutes } from './own-picture.ts'
import { portalRoutes } from './portal.ts'
import { preferenceRoutes } from './preferences.ts'
import { searchRoutes } from './search.ts'
import { settingsHistoryRoutes } from './settings-history.ts'
import { settingsRoutes } from './settings.ts'
import { statementRoutes } from './statement.ts'
import { userAccountRoutes } from './user-accounts.ts'
import { userRoutes } from './users.ts'

const documentRoutes: FastifyPluginCallback = (app, _options, done) => {
  registerDocumentRoutes(app)
  done()
}

const approvalRoutes: FastifyPluginCallback = (app, _options, done) => {
  registerApprovalRoutes(app)
  registerBulkApproval(app)
  done()
}

export const API_ROUTES: (FastifyPluginAsync | FastifyPluginCallback)[] = [
  authRoutes, companyRoutes, portalRoutes, ownPictureRoutes, calendarFeedRoutes, preferenceRoutes, homeRoutes, searchRoutes, dashboardRoutes, settingsRoutes, outboxRoutes, overlayRoutes, overlayInsightRoutes, openapiRoutes, notificationRoutes, eventsStreamRoutes, userRoutes, userAccountRoutes, settingsHistoryRoutes, mailDecisionRoutes, statementRoutes, documentRoutes, approvalRoutes,
]
