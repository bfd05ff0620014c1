/**
 * The parts of the portal that screens and module widgets may use, in one place.
 *
 * Calls        call, download, ApiError, messageOf, newIdempotencyKey (api/client.ts) · endpointCall, documentPath (api/endpoints.ts)
 * Queries      bootstrapQuery, companyQuery, manifestQuery(hash), recordsQuery(manifest, ListQuery), recordQuery(manifest, key),
 *              optionsQuery(type, ListQuery), referredQuery(type, key), listsQuery(type), eventsQuery(type, key),
 *              approvalEntriesQuery({ scope, status, documentNo }), approvalCountQuery, documentAttachmentsQuery(no), settingsQuery (the whole
 *              response: data, packages, revs, images, displayName), outboxQuery, typeKey(type) and approvalsKey to invalidate after a write (api/queries.ts)
 * Commands     createRecord, updateRecord, deleteRecord, runAction(manifest, { key, action, rev, input, idempotencyKey }), decide('approve' | 'reject' |
 *              'delegate' | 'return', DecisionRequest), deleteAttachment, fetchAttachment(path, { inline }), fetchPrint(type, key, print) (api/commands.ts);
 *              reportAnswer(answer, no) shows the response to a command about record `no`, with its warnings (ui/report-answer.ts)
 * Session      useSession, currentSession (api/session.ts)
 * Portal       usePortal() → { bootstrap, settings, settings shapes in bootstrap.settingsShapes, user, actor, company, today, can, caption(text),
 *              titleOf(manifest) }, useBranding() → the company's name and pictures, or undefined (shell/portal-context.ts)
 * Manifests    useManifest(type) suspends (shell/use-manifest.ts) · useEngine(type) suspends, contains the type and all that it references (shell/engine.ts);
 *              it uses `functions: FunctionRegistry` from widgets/registry.ts
 * Screens      ScreenProps { page }, <Screen page title subtitle aside actions lead> (shell/Screen.tsx), <BackLink to label> as its lead · usePageKey(page) (shell/use-page-key.ts) ·
 *              listPath, cardPath, printPath, approvalsPath, decisionPath, pathTo, decodeOldKey over bootstrap.pages (shell/links.ts).
 *              The routes load pages/card/CardPage.tsx, pages/approval/ApprovalPage.tsx and pages/document/DocumentPage.tsx, each exporting
 *              a component of that name with ScreenProps.
 * Look         confirmed(params) → answer or undefined, openConfirm(params) (ui/confirm.ts) · toast.success|error|info|warning (ui/toasts.ts) ·
 *              StatusBadge { state | label, tone } · EmptyState · ErrorState { error, onRetry } · Icon { name } · RecordValue { manifest, field, record, column } ·
 *              formatDate, formatDateTime, formatMoney, formatAmount, formatNumber, formatPosition, formatBytes, abbreviate, initials, truncate (ui/format.ts) ·
 *              readBase64, saveBlob (ui/files.ts)
 */
export { ApiError, call, download, messageOf, newIdempotencyKey } from './api/client.ts'
export { documentPath, endpointCall } from './api/endpoints.ts'
export * from './api/queries.ts'
export * from './api/commands.ts'
export { currentSession, useSession } from './api/session.ts'
export { useBranding, usePortal } from './shell/portal-context.ts'
export type { Portal } from './shell/portal-context.ts'
export { useManifest } from './shell/use-manifest.ts'
export { BackLink } from './shell/BackLink.tsx'
export { Screen } from './shell/Screen.tsx'
export type { ScreenProps } from './shell/Screen.tsx'
export { usePageKey, usePagePlace } from './shell/use-page-key.ts'
export { approvalsPath, cardPath, decisionPath, decodeOldKey, listPath, pathTo, printPath, viewPageOf } from './shell/links.ts'
export { confirmed, openConfirm } from './ui/confirm.ts'
export type { ConfirmAnswer, ConfirmParams } from './ui/confirm.ts'
export { reportAnswer } from './ui/report-answer.ts'
export { toast } from './ui/toasts.ts'
export { StatusBadge } from './ui/StatusBadge.tsx'
export { EmptyState } from './ui/EmptyState.tsx'
export { ErrorState } from './ui/ErrorState.tsx'
export { RecordValue } from './ui/RecordValue.tsx'
export { Icon } from './ui/icons.tsx'
export * from './ui/format.ts'
export { readBase64, saveBlob } from './ui/files.ts'
