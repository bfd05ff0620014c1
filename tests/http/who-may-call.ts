/** Who may call what: for every route, each person's status. A route that is missing here fails the test. */

/** In the order of the columns. The document is Wanjiku's; Otieno is asked to approve it, Halima approves other documents. */
export const PERSONS = ['nobody', 'owner', 'colleague', 'approver', 'unasked', 'finance', 'hr', 'administrator', 'foreign'] as const
export type Person = (typeof PERSONS)[number]

/** A document in the state that the call needs; `record`: a record of a master or ledger. */
export type Target = 'open' | 'sent' | 'rejected' | 'released' | 'record' | 'none'
export interface Row { statuses: string; on?: Target; body?: Record<string, unknown>; query?: string; params?: Record<string, string>; /** Responds until the client disconnects: the test ends it. */ isEndless?: true }

//                          nobody owner colleague approver unasked finance hr  admin foreign
const ANYONE =            '200    200   200       200      200     200     200 200   200'
const SIGNED_IN =         '401    200   200       200      200     200     200 200   200'
const ADMIN_ONLY =        '401    403   403       403      403     403     403 200   403'
const EMPLOYEES =         '401    200   200       200      200     200     200 403   200'
const OWNER_ON_OPEN =     '401    200   404       404      404     403     404 404   404'
const OWNER_ON_SENT =     '401    200   404       403      404     403     404 404   404'
const READERS_OF_SENT =   '401    200   404       200      404     200     404 404   404'
const NO_SUCH =           '401    404   404       404      404     404     404 404   404'

const NOBODY = '00000000-0000-0000-0000-000000000000'

const FIXED: Record<string, Row> = {
  'GET /healthz': { statuses: ANYONE },
  'GET /readyz': { statuses: ANYONE },
  'GET /metrics': { statuses: ANYONE },
  'GET /api/v1/openapi.json': { statuses: ANYONE },
  'POST /api/v1/hrmis/auth/login': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/windows/login': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/oidc/start': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  // Redirects to the sign-in page, with the error.
  'GET /api/v1/hrmis/auth/oidc/callback': { statuses: ANYONE.replaceAll('200', '303'), query: 'state=guessed&code=guessed' },
  'GET /api/v1/hrmis/auth/oidc/callback/:key': { statuses: ANYONE.replaceAll('200', '303'), params: { key: 'MRT' }, query: 'state=guessed&code=guessed' },
  'POST /api/v1/hrmis/auth/oidc/login': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/2fa/verify': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/2fa/resend': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'GET /api/v1/hrmis/auth/2fa/otp_minutes': { statuses: ANYONE },
  'POST /api/v1/hrmis/auth/requestCredentials': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/resetPassword': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/signup': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'GET /api/v1/hrmis/auth/setPassword/:token': { statuses: ANYONE.replaceAll('200', '404'), params: { token: 'guessed' } },
  'POST /api/v1/hrmis/auth/setPassword': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  // The foreigner has a Windows account, whose password is not stored here.
  'POST /api/v1/hrmis/auth/changePassword': { statuses: '401 422 422 422 422 422 422 422 409', body: {} },
  'POST /api/v1/hrmis/auth/logout': { statuses: SIGNED_IN, body: {} },
  'GET /api/v1/hrmis/auth/sessions': { statuses: SIGNED_IN },
  'POST /api/v1/hrmis/auth/sessions/:id/revoke': { statuses: NO_SUCH, params: { id: NOBODY }, body: {} },
  'POST /api/v1/hrmis/auth/sessions/revokeOthers': { statuses: SIGNED_IN, body: {} },
  'POST /api/v1/hrmis/auth/2fa/passkey/options': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/2fa/passkey': { statuses: ANYONE.replaceAll('200', '422'), body: {} },
  'GET /api/v1/calendar-feeds': { statuses: SIGNED_IN },
  'POST /api/v1/calendar-feeds': { statuses: SIGNED_IN.replaceAll('200', '400'), body: { type: 'petty-cash' } },
  'DELETE /api/v1/calendar-feeds/:id': { statuses: NO_SUCH, params: { id: NOBODY } },
  'GET /api/v1/calendar-feeds/:token.ics': { statuses: ANYONE.replaceAll('200', '404'), params: { token: 'guessed' } },
  'GET /api/v1/hrmis/auth/authenticators': { statuses: SIGNED_IN },
  'POST /api/v1/hrmis/auth/authenticators/app': { statuses: SIGNED_IN, body: {} },
  'POST /api/v1/hrmis/auth/authenticators/app/confirm': { statuses: SIGNED_IN.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/authenticators/passkey/options': { statuses: SIGNED_IN, body: {} },
  'POST /api/v1/hrmis/auth/authenticators/passkey': { statuses: SIGNED_IN.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/authenticators/remove': { statuses: NO_SUCH, body: {} },
  'POST /api/v1/hrmis/auth/authenticators/recoveryCodes': { statuses: NO_SUCH, body: {} },
  'GET /api/v1/hrmis/auth/stepUp': { statuses: SIGNED_IN },
  'POST /api/v1/hrmis/auth/stepUp': { statuses: SIGNED_IN.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/stepUp/provider': { statuses: SIGNED_IN.replaceAll('200', '409'), body: {} },
  'POST /api/v1/hrmis/auth/stepUp/passkey/options': { statuses: SIGNED_IN, body: {} },
  'POST /api/v1/hrmis/auth/stepUp/passkey': { statuses: SIGNED_IN.replaceAll('200', '422'), body: {} },
  'POST /api/v1/hrmis/auth/setCompany': { statuses: SIGNED_IN.replaceAll('200', '422'), body: {} },
  'GET /api/v1/admin/signins': { statuses: ADMIN_ONLY },
  'GET /api/v1/hrmis/auth/session': { statuses: SIGNED_IN },
  'GET /api/v1/company': { statuses: ANYONE },
  'GET /api/v1/company/companies': { statuses: ANYONE },
  'GET /api/v1/company/images/:hash': { statuses: ANYONE.replaceAll('200', '404'), params: { hash: 'f'.repeat(64) } },
  'GET /api/v1/portal/bootstrap': { statuses: SIGNED_IN },
  'POST /api/v1/portal/language': { statuses: SIGNED_IN, body: { language: 'en' } },
  'POST /api/v1/portal/preferences': { statuses: SIGNED_IN, body: { name: 'list:one', value: null } },
  'GET /api/v1/portal/manifests/:file': { statuses: NO_SUCH, params: { file: '0000000000000000.json' } },
  'GET /api/v1/portal/home': { statuses: SIGNED_IN },
  'GET /api/v1/portal/search': { statuses: SIGNED_IN, query: 'q=lunch' },
  //                                                 nobody owner colleague approver unasked finance hr  admin foreign
  'GET /api/v1/portal/lists/:type': { statuses:     '401    200   200       200      200     200     200 404   200', params: { type: 'petty-cash' } },
  'GET /api/v1/portal/lookups/:type': { statuses:   '401    200   200       200      200     200     200 404   200', params: { type: 'petty-cash' } },
  'GET /api/v1/dashboards/:id': { statuses:         '401    200   200       200      200     200     200 404   200', params: { id: 'main' } },
  'POST /api/v1/hrmis/auth/canViewDashboard': { statuses: SIGNED_IN, body: {} },
  'POST /api/v1/hrmis/auth/accessAnalyticsDashboard': { statuses: '401 403   403       403      403     200     200 403   403', body: {} },
  'GET /api/v1/admin/settings': { statuses: ADMIN_ONLY },
  'POST /api/v1/admin/settings': { statuses: ADMIN_ONLY, body: {} },
  'POST /api/v1/admin/updateSettings': { statuses: ADMIN_ONLY, body: {} },
  'GET /api/v1/admin/outbox': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/overlays': { statuses: ADMIN_ONLY },
  'POST /api/v1/admin/overlays': { statuses: ADMIN_ONLY.replace('200', '422'), body: {} },
  'DELETE /api/v1/admin/overlays/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: '9' } },
  'POST /api/v1/admin/overlays/preview': { statuses: ADMIN_ONLY, body: {} },
  'GET /api/v1/admin/overlays/files': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/overlays/outline': { statuses: ADMIN_ONLY, query: 'type=petty-cash' },
  'GET /api/v1/admin/overlays/targets': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/overlays/history': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/explain': { statuses: ADMIN_ONLY, query: 'type=petty-cash&path=title' },
  'GET /api/v1/admin/settings/history': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/users': { statuses: ADMIN_ONLY },
  'GET /api/v1/admin/users/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY } },
  'GET /api/v1/admin/users/:id/sessions': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY } },
  'POST /api/v1/admin/users/:id/endSessions': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY }, body: {} },
  'GET /api/v1/admin/users/:id/history': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY } },
  'POST /api/v1/admin/createUser': { statuses: ADMIN_ONLY.replace('200', '422'), body: {} },
  'POST /api/v1/admin/updateUser/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY }, body: {} },
  'POST /api/v1/admin/deleteUser/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY }, body: { reason: 'Left' } },
  'POST /api/v1/admin/restoreUser/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY }, body: {} },
  'POST /api/v1/admin/removeAuthenticators/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY }, body: {} },
  'POST /api/v1/admin/unlockUser/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY }, body: {} },
  'POST /api/v1/admin/reassignApprovals/:id': { statuses: ADMIN_ONLY.replace('200', '404'), params: { id: NOBODY }, body: { to: 'MRT-002' } },
  'POST /api/v1/admin/sendActivationLink': { statuses: ADMIN_ONLY.replace('200', '422'), body: {} },
  'GET /api/v1/notifications': { statuses: SIGNED_IN },
  'POST /api/v1/notifications/read': { statuses: SIGNED_IN.replaceAll('200', '400'), body: {} },
  'GET /api/v1/notifications/preferences': { statuses: SIGNED_IN },
  'POST /api/v1/notifications/preferences': { statuses: SIGNED_IN, body: {} },
  'GET /api/v1/events/stream': { statuses: SIGNED_IN, isEndless: true },
  'GET /api/v1/approvals/approvalEntries': { statuses: SIGNED_IN },
  'GET /api/v1/approvals/approvals': { statuses: SIGNED_IN },
  'GET /api/v1/approvals/nestedApprovalEntries': { statuses: SIGNED_IN, on: 'sent', query: 'documentNo=:key' },
  'GET /api/v1/approvals/count': { statuses: SIGNED_IN },
  'GET /api/v1/approvals/documentAttachments': { statuses: READERS_OF_SENT, on: 'sent', query: 'no=:key' },
  //                                                 nobody owner colleague approver unasked finance hr  admin foreign
  'POST /api/v1/approvals/approve': { statuses:     '401    403   404       200      404     403     404 404   404', on: 'sent', body: { entryNo: ':entry' } },
  'POST /api/v1/approvals/reject': { statuses:      '401    403   404       200      404     403     404 404   404', on: 'sent', body: { entryNo: ':entry', reason: 'Unreadable' } },
  'POST /api/v1/approvals/delegate': { statuses:    '401    403   404       200      404     403     404 404   404', on: 'sent', body: { entryNo: ':entry', to: 'MRT-002' } },
  // For an entry that the person is not asked about, the row reports it; the call itself is open to everybody.
  'POST /api/v1/approvals/bulk': { statuses: SIGNED_IN, on: 'sent', body: { entries: [{ entryNo: ':entry' }] } },
  'GET /api/v1/approvals/mail/:token': { statuses: ANYONE.replaceAll('200', '404'), params: { token: 'guessed' } },
  'POST /api/v1/approvals/mail/:token': { statuses: ANYONE.replaceAll('200', '404'), params: { token: 'guessed' }, body: { decision: 'approve' } },
  //                                                 nobody owner colleague approver unasked finance hr  admin foreign
  'GET /api/v1/hrmis/employee_statement': { statuses: '401  200   200       200      200     200     200 404   200' },
  'POST /api/v1/approvals/return': { statuses:      '401    403   404       422      404     403     404 404   404', on: 'sent', body: { entryNo: ':entry', reason: 'Unclear' } },
}

const PETTY_CASH: Record<string, Row> = {
  'GET hrmis/pettycash': { statuses: EMPLOYEES },
  'GET documents/petty-cash': { statuses: EMPLOYEES },
  'POST hrmis/pettycash': { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} },
  'POST documents/petty-cash': { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} },
  'GET hrmis/pettycash/show': { statuses: READERS_OF_SENT, on: 'sent', query: 'document_no=:key' },
  'GET documents/petty-cash/:key': { statuses: READERS_OF_SENT, on: 'sent' },
  'GET documents/petty-cash/:key/events': { statuses: READERS_OF_SENT, on: 'sent' },
  'GET documents/petty-cash/:key/files/:fileId': { statuses: READERS_OF_SENT, on: 'sent' },
  'GET documents/petty-cash/:key/print/document': { statuses: READERS_OF_SENT, on: 'released' },
  'POST cu/ess_cu/pettyCashDocument': { statuses: READERS_OF_SENT, on: 'released', query: 'docNo=:key' },
  'POST hrmis/pettycash/update': { statuses: OWNER_ON_OPEN, on: 'open', body: { no: ':key', description: 'Changed' } },
  'PATCH hrmis/pettycash/:no': { statuses: OWNER_ON_OPEN, on: 'open', body: { description: 'Changed' } },
  'PATCH documents/petty-cash/:key': { statuses: OWNER_ON_OPEN, on: 'open', body: { description: 'Changed' } },
  'DELETE documents/petty-cash/:key/files/:fileId': { statuses: OWNER_ON_OPEN, on: 'open' },
  'DELETE hrmis/pettycash': { statuses: OWNER_ON_OPEN, on: 'open', query: 'no=:key' },
  'POST hrmis/pettycash/delete': { statuses: OWNER_ON_OPEN, on: 'open', body: { no: ':key' } },
  'DELETE documents/petty-cash/:key': { statuses: OWNER_ON_OPEN, on: 'open' },
  'POST hrmis/pettycash/line': { statuses: OWNER_ON_OPEN, on: 'open', body: { document_no: ':key', pettyCashLinesAPI: [{ expense_code: 'MEALS', description: 'Tea', amount: 100 }] } },
  'POST hrmis/pettycash/line/destroy': { statuses: OWNER_ON_OPEN, on: 'open', body: { document_no: ':key', line_no: 10000 } },
  'POST hrmis/pettycash/sendForApproval': { statuses: OWNER_ON_OPEN, on: 'open', body: { headerNo: ':key' } },
  'POST documents/petty-cash/:key/actions/:action': { statuses: OWNER_ON_SENT, on: 'sent', params: { action: 'cancel' }, body: {} },
  'POST hrmis/pettycash/cancelApprovalRequest': { statuses: OWNER_ON_SENT, on: 'sent', body: { headerNo: ':key' } },
  'POST hrmis/pettycash/ReopenDocument': { statuses: OWNER_ON_SENT, on: 'rejected', body: { headerNo: ':key' } },
  //                                                 nobody owner colleague approver unasked finance hr  admin foreign
  'POST hrmis/pettycash/pay': { statuses:           '401    403   404       403      404     200     404 404   404', on: 'released', body: { headerNo: ':key', bank: ':float', paidOn: '2026-06-15' } },
}

const ATTENDANCE: Record<string, Row> = {
  'GET attendance/requests': { statuses: EMPLOYEES },
  'GET attendance/:employeeNo/requests': { statuses: EMPLOYEES, params: { employeeNo: 'MRT-015' } },
  'GET portal/picture': { statuses: NO_SUCH },
  'GET documents/employee/:key/files/:fileId': { statuses: NO_SUCH, on: 'record', params: { fileId: NOBODY } },
  'GET documents/attendance-request': { statuses: EMPLOYEES },
  'POST attendance/create-request': { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} },
  'POST documents/attendance-request': { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} },
  //                                                                  nobody owner colleague approver unasked finance hr  admin foreign
  'GET documents/attendance-request/:key': { statuses:               '401    200   404       404      404     404     200 404   404', on: 'open' },
  'GET documents/attendance-request/:key/events': { statuses:        '401    200   404       404      404     404     200 404   404', on: 'open' },
  'PATCH documents/attendance-request/:key': { statuses:             '401    200   404       404      404     404     403 404   404', on: 'open', body: { userLocation: 'Home' } },
  'DELETE documents/attendance-request/:key': { statuses:            '401    200   404       404      404     404     403 404   404', on: 'open' },
  'POST attendance/request-approval': { statuses:                    '401    200   404       404      404     404     403 404   404', on: 'open', body: { entryNo: ':key' } },
  // A dry run: whom a document would go to, for its owner alone. Who could not create it is told so.
  ...Object.fromEntries([['petty-cash', 'description'], ['attendance-request', 'reason'], ['imprest', 'description'], ['requisition', 'description'], ['salary-advance', 'applicationReason']].map(([type = '', field = '']): [string, Row] => [`POST documents/${type}/actions/:action/dry-run`, { statuses: EMPLOYEES.replaceAll('200', '422'), params: { action: 'send' }, body: { [field]: 'Lunch' } }])),
  'POST documents/record-change/actions/:action/dry-run': { statuses: ANYONE.replaceAll('200', '400').replace('400', '401'), params: { action: 'send' }, body: {} },
  ...Object.fromEntries(['imprest', 'requisition', 'salary-advance', 'record-change'].map((type): [string, Row] => [`POST documents/${type}/:key/actions/:action/dry-run`, { statuses: NO_SUCH, params: { key: 'X-0', action: 'send' }, body: {} }])),
  'POST documents/petty-cash/:key/actions/:action/dry-run': { statuses: OWNER_ON_OPEN, on: 'open', params: { action: 'send' }, body: {} },
  'POST documents/attendance-request/:key/actions/:action/dry-run': { statuses: '401 200   404       404      404     404     403 404   404', on: 'open', params: { action: 'send' }, body: {} },
  'POST documents/attendance-request/:key/actions/:action': { statuses: '401 200   404       404      404     404     403 404   404', on: 'open', params: { action: 'send' }, body: {} },
}

//                               nobody owner colleague approver unasked finance hr  admin foreign
const LEDGER = {
  list:                         '401    403   403       403      403     200     403 403   403',
  get:                          '401    404   404       404      404     200     404 404   404',
  create:                       '401    403   403       403      403     403     403 403   403',
  update:                       '401    404   404       404      404     403     404 404   404',
  delete:                       '401    404   404       404      404     403     404 404   404',
}
const LOG = {
  list:                         '401    200   200       200      200     200     200 403   200',
  get:                          '401    404   404       404      404     404     200 404   404',
  create:                       '401    403   403       403      403     403     403 403   403',
  update:                       '401    404   404       404      404     404     403 404   404',
  delete:                       '401    404   404       404      404     404     403 404   404',
}
// The change request at hand concerns a department: requested by the administrator, checked by human resources.
const REQUESTS = {
  list:                         '401    200   200       200      200     200     200 200   200',
  get:                          '401    404   404       404      404     404     200 200   404',
  create:                       '401    403   403       403      403     403     403 403   403',
  update:                       '401    404   404       404      404     404     403 403   404',
  delete:                       '401    404   404       404      404     404     403 403   404',
}
const KEPT_BY_FINANCE = {
  list:                         '401    200   200       200      200     200     200 200   200',
  get:                          '401    200   200       200      200     200     200 200   404',
  create:                       '401    403   403       403      403     422     403 422   403',
  update:                       '401    403   403       403      403     200     403 200   404',
  delete:                       '401    403   403       403      403     200     403 200   404',
}
/** A deletion waits for a second person's approval. */
const BY_TWO_OF_FINANCE = { ...KEPT_BY_FINANCE, delete: KEPT_BY_FINANCE.delete.replaceAll('200', '202') }
const KEPT_BY_HR = {
  ...KEPT_BY_FINANCE,
  create:                       '401    403   403       403      403     403     422 422   403',
  update:                       '401    403   403       403      403     403     200 200   404',
  delete:                       '401    403   403       403      403     403     403 200   404',
}

/** HR deletes it, too. */
const KEPT_WHOLLY_BY_HR = {
  ...KEPT_BY_HR,
  delete:                       '401    403   403       403      403     403     200 200   404',
}

/** Another person approves it first. */
const BY_TWO_OF_HR = { ...KEPT_WHOLLY_BY_HR, delete: KEPT_WHOLLY_BY_HR.delete.replaceAll('200', '202') }

const KEPT_BY_OTHERS = {
  ...KEPT_BY_FINANCE,
  create:                       '401    403   403       403      403     403     403 422   403',
  update:                       '401    403   403       403      403     403     403 200   404',
  delete:                       '401    403   403       403      403     403     403 200   404',
}

const DELEGATIONS = {
  list:                         '401    200   200       200      200     200     200 200   200',
  get:                          '401    404   404       404      404     404     404 200   404',
  create:                       '401    422   422       422      422     422     422 422   422',
  // The record at hand is too incomplete to be saved again.
  update:                       '401    404   404       404      404     404     404 422   404',
  delete:                       '401    404   404       404      404     404     404 200   404',
}

const BUDGET_ENTRIES = {
  list:                         '401    403   403       403      403     200     403 403   403',
  get:                          '401    404   404       404      404     200     404 404   404',
  create:                       '401    403   403       403      403     422     403 403   403',
  update:                       '401    404   404       404      404     200     404 404   404',
  delete:                       '401    404   404       404      404     200     404 404   404',
}

const PLAIN: { type: string; may: typeof LEDGER; lists?: string | string[]; action?: string }[] = [
  { type: 'petty-cash-ledger', may: LEDGER },
  { type: 'standing-delegation', may: DELEGATIONS },
  { type: 'attendance-log', may: LOG, lists: 'attendance/logs' },
  { type: 'department', may: { ...KEPT_BY_HR, delete: KEPT_BY_HR.delete.replace('200', '202') } },
  { type: 'record-change', may: REQUESTS },
  { type: 'holiday', may: BY_TWO_OF_HR },
  { type: 'job-profile', may: KEPT_WHOLLY_BY_HR, lists: 'hrmis/job' },
  // After the types that refer to it: the last record gets another key.
  { type: 'blocked-period', may: KEPT_WHOLLY_BY_HR },
  { type: 'leave-allowance-rate', may: BY_TWO_OF_HR },
  { type: 'handover-reason', may: KEPT_WHOLLY_BY_HR, lists: 'hrmis/leave_application/handover-reasons' },
  // The record at hand is too incomplete to be saved again.
  { type: 'handover-task', may: { ...KEPT_WHOLLY_BY_HR, update: KEPT_WHOLLY_BY_HR.update.replaceAll('200', '422') }, lists: 'hrmis/leave_application/handover-tasks' },
  { type: 'work-pattern', may: KEPT_WHOLLY_BY_HR },
  { type: 'leave-period', may: BY_TWO_OF_HR, lists: ['hrmis/leave_period', 'hrmis/leave_planner/leave_periods'] },
  { type: 'leave-type', may: BY_TWO_OF_HR, lists: ['hrmis/leave_types', 'hrmis/leave_application/handoversetup', 'hrmis/leave_planner/leave_types'] },
  // Another person approves it first.
  { type: 'employee', may: { ...KEPT_BY_HR, delete: KEPT_BY_HR.delete.replace('200', '202') }, lists: ['hrmis/employee', 'hrmis/leave_employee', 'requisition/setup/users'] },
  { type: 'allocation-code', may: KEPT_BY_FINANCE, lists: 'hrmis/pettycash/allocationCodes' },
  { type: 'currency', may: { ...KEPT_BY_FINANCE, delete: KEPT_BY_FINANCE.delete.replaceAll('200', '202') }, lists: 'hrmis/imprest/currencies' },
  // Before the dimensions, whose last one gets another key: an entry would lose its value for it, which needs a second person.
  { type: 'budget-entry', may: { ...BUDGET_ENTRIES, delete: BUDGET_ENTRIES.delete.replaceAll('200', '202') } },
  { type: 'destination', may: KEPT_BY_FINANCE, lists: 'hrmis/pettycash/destinations' },
  { type: 'dimension', may: KEPT_BY_FINANCE },
  { type: 'dimension-value', may: KEPT_BY_FINANCE, lists: ['hrmis/imprest/dimensions', 'requisition/dimension'] },
  { type: 'expense-code', may: BY_TWO_OF_FINANCE, lists: 'hrmis/imprest/expense_code' },
  { type: 'fund', may: KEPT_BY_FINANCE, lists: 'hrmis/imprest/funds' },
  { type: 'speed-key', may: KEPT_BY_FINANCE, lists: 'hrmis/imprest/dimensionSpeedKey' },
  { type: 'imprest-type', may: BY_TWO_OF_FINANCE, lists: 'hrmis/imprest/imprestTypeApi' },
  { type: 'transport-mode', may: KEPT_BY_FINANCE, lists: 'hrmis/imprest/modeOfTransport' },
  { type: 'unit-of-measure', may: KEPT_BY_FINANCE, lists: ['hrmis/imprest/unitsOfMeasure', 'requisition/setup/units_of_measure'] },
  { type: 'location', may: BY_TWO_OF_FINANCE, lists: 'hrmis/imprest/locations' },
  { type: 'loan-type', may: BY_TWO_OF_FINANCE, lists: 'hrmis/payroll/loan-types' },
  { type: 'per-diem-rate', may: BY_TWO_OF_FINANCE },
  { type: 'imprest-limit', may: BY_TWO_OF_FINANCE },
  { type: 'item-category', may: KEPT_BY_OTHERS, lists: 'requisition/setup/categories' },
  { type: 'vendor', may: KEPT_BY_OTHERS, lists: 'requisition/setup/vendors' },
  { type: 'warehouse', may: KEPT_BY_OTHERS, lists: 'requisition/setup/locations' },
  { type: 'billing-item', may: { ...KEPT_BY_OTHERS, delete: KEPT_BY_OTHERS.delete.replaceAll('200', '202') }, lists: 'requisition/setup/billingItems' },
  // The record at hand is too incomplete to be saved again.
  { type: 'stock-item', may: { ...KEPT_BY_OTHERS, update: KEPT_BY_OTHERS.update.replace('200', '422') } },
  { type: 'stock-entry', may: LEDGER },
  { type: 'gl-account', may: KEPT_BY_FINANCE },
  { type: 'budget', may: KEPT_BY_FINANCE },
  { type: 'budget-ledger', may: { ...LEDGER, list: BUDGET_ENTRIES.list } },
  { type: 'transport-rate', may: BY_TWO_OF_FINANCE, lists: 'hrmis/pettycash/transportRates' },
  //                                                                nobody owner colleague approver unasked finance hr  admin foreign
  { type: 'petty-cash-bank', lists: 'hrmis/pettycash/pettycashbank', may: {
    ...KEPT_BY_FINANCE,
    delete:                       '401    403   403       403      403     403     403 403   404',
  }, action:                      '401    403   403       403      403     200     403 200   404' },
]

function plainRows({ type, may, lists, action }: (typeof PLAIN)[number]): Record<string, Row> {
  const base = `documents/${type}`
  return {
    [`GET ${base}`]: { statuses: may.list },
    ...Object.fromEntries([lists ?? []].flat().map((path) => [`GET ${path}`, { statuses: may.list }])),
    [`POST ${base}`]: { statuses: may.create, body: {} },
    [`GET ${base}/:key`]: { statuses: may.get, on: 'record' },
    [`GET ${base}/:key/events`]: { statuses: may.get, on: 'record' },
    [`PATCH ${base}/:key`]: { statuses: may.update, on: 'record', body: { _rev: ':rev' } },
    [`DELETE ${base}/:key`]: { statuses: may.delete, on: 'record', query: '_reason=Anew&_rev=:rev' },
    [`POST ${base}/:key/actions/:action`]: { statuses: action ?? NO_SUCH, on: 'record', params: { action: action === undefined ? 'save' : 'close' }, body: {} },
  }
}

/** For a record that does not exist: the imprest walk covers who may do what with existing ones. */
const OF_NO_IMPREST = (call: string, more: Partial<Row> = {}): Record<string, Row> => ({ [call]: { statuses: NO_SUCH, params: { key: 'IMP-0', no: 'IMP-0', fileId: NOBODY, action: 'cancel' }, body: { docNo: 'IMP-0', documentNo: 'IMP-0', DetailedLineMgtDocNo: 'IMP-0', no: 'IMP-0', fileId: NOBODY, entryNo: 1, lineNo: 1 }, ...more } })
const IMPREST: Record<string, Row> = {
  ...Object.fromEntries(['hrmis/imprest', 'documents/imprest'].flatMap((path): [string, Row][] => [[`GET ${path}`, { statuses: EMPLOYEES }], [`POST ${path}`, { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} }]])),
  ...Object.assign({}, ...['sendForApproval', 'approveImprest', 'RejectImprest', 'reject', 'cancelApprovalRequest', 'ReopenDocument', 'accountFor', 'line', 'line/destroy', 'detail', 'detail/update', 'detail/delete', 'attachments/destroy', 'delete', 'CheckBudget'].map((path) => OF_NO_IMPREST(`POST hrmis/imprest/${path}`))) as Record<string, Row>,
  ...OF_NO_IMPREST('GET hrmis/imprest/:no'), ...OF_NO_IMPREST('PATCH hrmis/imprest/:no'), ...OF_NO_IMPREST('PATCH hrmis/imprest'), ...OF_NO_IMPREST('DELETE hrmis/imprest', { query: 'no=IMP-0' }),
  ...OF_NO_IMPREST('POST hrmis/imprest/imprestDocument', { query: 'docNo=IMP-0' }), ...OF_NO_IMPREST('POST hrmis/imprest/ImprestSurrender', { query: 'docNo=IMP-0' }),
  ...Object.assign({}, ...['GET documents/imprest/:key', 'GET documents/imprest/:key/events', 'GET documents/imprest/:key/files/:fileId', 'DELETE documents/imprest/:key/files/:fileId', 'PATCH documents/imprest/:key', 'DELETE documents/imprest/:key', 'GET documents/imprest/:key/print/document', 'GET documents/imprest/:key/print/surrender', 'POST documents/imprest/:key/actions/:action'].map((call) => OF_NO_IMPREST(call))) as Record<string, Row>,
  'GET documents/imprest-ledger': { statuses: EMPLOYEES },
  ...Object.fromEntries(['pending-approvals', 'pending-approval'].map((path): [string, Row] => [`GET hrmis/imprest/${path}`, { statuses: EMPLOYEES }])),
  ...OF_NO_IMPREST('GET hrmis/imprest/detail', { query: 'docNo=IMP-0&id=1' }),
  ...OF_NO_IMPREST('GET hrmis/imprest/line', { query: 'documentNo=IMP-0' }),
  'GET documents/location/suggestions': { statuses: KEPT_BY_FINANCE.list, query: 'search=kapedo' },
  'POST documents/location/suggestions': { statuses: KEPT_BY_FINANCE.list.replaceAll('200', '400'), body: {} },
  'POST documents/imprest-ledger': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  ...Object.assign({}, ...['GET documents/imprest-ledger/:key', 'GET documents/imprest-ledger/:key/events', 'PATCH documents/imprest-ledger/:key', 'DELETE documents/imprest-ledger/:key', 'POST documents/imprest-ledger/:key/actions/:action'].map((call) => OF_NO_IMPREST(call))) as Record<string, Row>,
}

/** For a record that does not exist, as with imprests. */
const OF_NO_REQUISITION = (call: string, more: Partial<Row> = {}): Record<string, Row> => ({ [call]: { statuses: NO_SUCH, params: { key: 'REQ-0', no: 'REQ-0', fileId: NOBODY, action: 'cancel' }, body: { headerNo: 'REQ-0', documentNo: 'REQ-0', no: 'REQ-0', fileId: NOBODY, lineNo: 1 }, ...more } })
const REQUISITION: Record<string, Row> = {
  ...Object.fromEntries(['requisition', 'documents/requisition'].flatMap((path): [string, Row][] => [[`GET ${path}`, { statuses: EMPLOYEES }], [`POST ${path}`, { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} }]])),
  ...Object.assign({}, ...['update', 'delete', 'line', 'delete/line', 'attachments/destroy', 'SendApprovalRequest', 'CancelApprovalRequest', 'ReopenDocument', 'CheckBudget'].map((path) => OF_NO_REQUISITION(`POST requisition/${path}`))) as Record<string, Row>,
  ...OF_NO_REQUISITION('GET requisition/show', { query: 'no=REQ-0' }), ...OF_NO_REQUISITION('PATCH requisition/:no'), ...OF_NO_REQUISITION('DELETE requisition', { query: 'no=REQ-0' }), ...OF_NO_REQUISITION('DELETE requisition/delete'),
  ...OF_NO_REQUISITION('POST requisition/reqReport', { query: 'headerNo=REQ-0' }),
  ...Object.assign({}, ...['GET documents/requisition/:key', 'GET documents/requisition/:key/events', 'GET documents/requisition/:key/files/:fileId', 'DELETE documents/requisition/:key/files/:fileId', 'PATCH documents/requisition/:key', 'DELETE documents/requisition/:key', 'GET documents/requisition/:key/print/report', 'POST documents/requisition/:key/actions/:action'].map((call) => OF_NO_REQUISITION(call))) as Record<string, Row>,
}

/** For a record that does not exist: the loan walk covers who may do what with existing ones. */
const OF_NO_ADVANCE = (call: string, more: Partial<Row> = {}): Record<string, Row> => ({ [call]: { statuses: NO_SUCH, params: { key: 'ADV-0', no: 'ADV-0', action: 'settle' }, body: { docNo: 'ADV-0', no: 'ADV-0', _rev: 1 }, ...more } })
const EACH_OF_NO_ADVANCE = (type: string): Record<string, Row> =>
  Object.assign({}, ...['GET :key', 'GET :key/events', 'PATCH :key', 'DELETE :key', 'POST :key/actions/:action'].map((call) => OF_NO_ADVANCE(call.replace(' ', ` documents/${type}/`)))) as Record<string, Row>
const PAY: Record<string, Row> = {
  ...Object.fromEntries(['hrmis/payroll/advance', 'documents/salary-advance'].flatMap((path): [string, Row][] => [[`GET ${path}`, { statuses: EMPLOYEES }], [`POST ${path}`, { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} }]])),
  ...Object.fromEntries(['hrmis/payroll/balance', 'hrmis/payroll/current_period', 'hrmis/payroll/periods', 'documents/salary-advance/figures', 'documents/pay-deduction', 'documents/pay-earning', 'documents/advance-ledger', 'documents/pay-period', 'documents/staff-pay', 'documents/payslip', 'documents/tax-table', 'documents/nssf-table', 'documents/shif-table', 'documents/housing-levy-table'].map((path): [string, Row] => [`GET ${path}`, { statuses: EMPLOYEES }])),
  ...Object.assign({}, ...['SendApprovalRequest', 'CancelApprovalRequest', 'disburse', 'topUp', 'settle'].map((path) => OF_NO_ADVANCE(`POST hrmis/payroll/${path}`))) as Record<string, Row>,
  ...OF_NO_ADVANCE('GET hrmis/payroll/advance/:no'), ...OF_NO_ADVANCE('PATCH hrmis/payroll/advance'), ...OF_NO_ADVANCE('DELETE hrmis/payroll/advance', { query: 'no=ADV-0' }), ...OF_NO_ADVANCE('GET documents/salary-advance/:key/print/document'),
  ...EACH_OF_NO_ADVANCE('salary-advance'), ...EACH_OF_NO_ADVANCE('pay-deduction'), ...EACH_OF_NO_ADVANCE('pay-earning'), ...EACH_OF_NO_ADVANCE('advance-ledger'), ...EACH_OF_NO_ADVANCE('pay-period'), ...EACH_OF_NO_ADVANCE('staff-pay'), ...['payslip', 'payroll-run', 'payroll-close', 'tax-table', 'nssf-table', 'shif-table', 'housing-levy-table'].reduce((rows, type) => ({ ...rows, ...EACH_OF_NO_ADVANCE(type) }), {}),
  ...OF_NO_ADVANCE('GET documents/payslip/:key/print/payslip'), ...OF_NO_ADVANCE('GET documents/payroll-run/:key/results'), ...OF_NO_ADVANCE('GET documents/payroll-close/:key/results'),
  // Who has none gets a status of false.
  'GET hrmis/payroll/payslip/:period': { statuses: SIGNED_IN, params: { period: '2026-01-01' } },
  'POST documents/payslip': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  'POST documents/pay-deduction': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  'POST documents/pay-earning': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  'POST documents/advance-ledger': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  //                                        nobody owner colleague approver unasked finance hr  admin foreign
  'POST documents/pay-period': { statuses: '401    403   403       403      403     422     403 403   403', body: {} },
  ...Object.fromEntries(['tax-table', 'nssf-table', 'shif-table', 'housing-levy-table', 'payroll-run', 'payroll-close'].map((type): [string, Row] => [`POST documents/${type}`, { statuses: '401 403 403 403 403 422 403 403 403', body: { period: 'soon' } }])),
  ...Object.fromEntries(['payroll-run', 'payroll-close'].map((type): [string, Row] => [`GET documents/${type}`, { statuses: '401 403 403 403 403 200 403 200 403' }])),
  'POST documents/staff-pay': { statuses:  '401    403   403       403      403     422     403 403   403', body: {} },
}

/** For a record that does not exist: the leave walk covers who may do what with existing ones. */
const OF_NO_LEAVE = (call: string, more: Partial<Row> = {}): Record<string, Row> => ({ [call]: { statuses: NO_SUCH, params: { key: 'LV-0', application_code: 'LV-0', fileId: NOBODY, action: 'cancel' }, body: { application_code: 'LV-0', _rev: 1 }, ...more } })
const LEAVE_JOBS = ['leave-accrual', 'leave-recount', 'planner-recount', 'leave-grant', 'leave-expiry', 'earned-leave-expiry', 'leave-close']
const LEAVE: Record<string, Row> = {
  ...Object.fromEntries(['hrmis/leave_application', 'hrmis/leave_handovers', 'hrmis/leave_application/HandOverApprovals', 'hrmis/leave_ledger_entries', 'documents/leave-application', 'documents/leave-handover', 'documents/leave-ledger', 'documents/leave-adjustment'].map((path): [string, Row] => [`GET ${path}`, { statuses: EMPLOYEES }])),
  ...Object.fromEntries(['hrmis/leave_application', 'documents/leave-application', 'documents/leave-application/actions/:action/dry-run'].map((path): [string, Row] => [`POST ${path}`, { statuses: EMPLOYEES.replaceAll('200', '422'), params: { action: 'send' }, body: { comments: 'Lunch' } }])),
  //                                              nobody owner colleague approver unasked finance hr  admin foreign
  'POST documents/leave-adjustment': { statuses: '401    403   403       403      403     403     422 403   403', body: {} },
  'POST documents/leave-adjustment/actions/:action/dry-run': { statuses: '401 403 403 403 403 403 422 403 403', params: { action: 'send' }, body: { reason: 'Lunch' } },
  'POST documents/leave-handover': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  ...Object.fromEntries(['hrmis/leave_allocation', 'hrmis/leave_planner/leave_days_balances', 'hrmis/leave_approver', 'hrmis/leave_application/handover_people/:number', 'employee/getAuthenticatedEmployee', 'hrmis/leave_application/GetEmployeeAllowance', 'documents/leave-ledger/balances', 'documents/leave-ledger/balances/print'].map((path): [string, Row] => [`GET ${path}`, { statuses: EMPLOYEES }])),
  'GET documents/leave-ledger/balances/entries': { statuses: EMPLOYEES, query: 'leave_code=ANNUAL&period=2026' },
  'POST documents/leave-ledger': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  ...Object.assign({}, ...['update', 'submit', 'submitWithAllowance', 'cancel', 'archive', 'approve', 'reject', 'getLeaveAttachment'].map((path) => OF_NO_LEAVE(`POST hrmis/leave_application/${path}`))) as Record<string, Row>,
  'POST hrmis/leave_application/storeAllowance': { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} },
  ...Object.assign({}, ...['GET getAllowance', 'PATCH patchAllowance', 'POST deleteAllowance', 'POST sendApproval', 'POST saveAndSendforApproval'].map((call) => OF_NO_LEAVE(call.replace(' ', ' hrmis/leave_application/'), { query: 'no=LAL-0', body: { no: 'LAL-0' } }))) as Record<string, Row>,
  ...OF_NO_LEAVE('GET hrmis/leave_application/handoverReportTemplate', { query: 'handoverNo=LVH-0' }), ...OF_NO_LEAVE('POST hrmis/leave_application/HandoverOperations', { body: { handoverNo: 'LVH-0', acceptHandover: true } }),
  ...OF_NO_LEAVE('GET hrmis/leave_application/:application_code'), ...OF_NO_LEAVE('POST cu/ess_cu/getLeaveApplicationReport', { query: 'number=LV-0' }),
  ...Object.assign({}, ...['leave-application', 'leave-handover', 'leave-ledger', 'leave-adjustment'].flatMap((type) => ['GET :key', 'GET :key/events', 'PATCH :key', 'DELETE :key', 'POST :key/actions/:action'].map((call) => OF_NO_LEAVE(call.replace(' ', ` documents/${type}/`))))) as Record<string, Row>,
  ...Object.assign({}, ...['GET documents/leave-application/:key/files/:fileId', 'GET documents/leave-application/:key/print/sheet', 'GET documents/leave-handover/:key/print/report', 'POST documents/leave-application/:key/actions/:action/dry-run', 'POST documents/leave-adjustment/:key/actions/:action/dry-run'].map((call) => OF_NO_LEAVE(call))) as Record<string, Row>,
  // Runs of jobs: of human resources, and read by administrators. What starting one does: jobs.test.ts.
  //                                                     nobody owner colleague approver unasked finance hr  admin foreign
  ...Object.fromEntries(LEAVE_JOBS.flatMap((type): [string, Row][] => [[`GET documents/${type}`, { statuses: '401 403   403       403      403     403     200 200   403' }], [`POST documents/${type}`, { statuses: '401 403 403 403 403 403 422 403 403', body: { monthEnd: 'soon', on: 'soon', until: 'soon', period: 'none' } }]])),
  ...Object.assign({}, ...LEAVE_JOBS.flatMap((type) => ['GET :key', 'GET :key/events', 'GET :key/results', 'PATCH :key', 'DELETE :key', 'POST :key/actions/:action'].map((call) => OF_NO_LEAVE(call.replace(' ', ` documents/${type}/`))))) as Record<string, Row>,
  ...Object.fromEntries(['leave-encashment', 'leave-allowance', 'compensatory-time'].flatMap((type): [string, Row][] => [
    [`GET documents/${type}`, { statuses: EMPLOYEES }], [`POST documents/${type}`, { statuses: EMPLOYEES.replaceAll('200', '422'), body: {} }], [`POST documents/${type}/actions/:action/dry-run`, { statuses: EMPLOYEES.replaceAll('200', '422'), params: { action: 'send' }, body: type === 'leave-allowance' ? { description: 'Lunch' } : { reason: 'Lunch' } }],
  ])),
  ...Object.assign({}, ...['leave-encashment', 'leave-allowance', 'compensatory-time'].flatMap((type) => ['GET :key', 'GET :key/events', 'PATCH :key', 'DELETE :key', 'POST :key/actions/:action', 'POST :key/actions/:action/dry-run'].map((call) => OF_NO_LEAVE(call.replace(' ', ` documents/${type}/`))))) as Record<string, Row>,
}

/** For a planner that does not exist: the leave walk covers who may do what with existing ones. */
const OF_NO_PLANNER = (call: string, more: Partial<Row> = {}): Record<string, Row> => ({ [call]: { statuses: NO_SUCH, params: { key: 'LP-0', no: 'LP-0', action: 'revise' }, body: { no: 'LP-0', documentNo: 'LP-0', _rev: 1 }, ...more } })
const PLANNERS: Record<string, Row> = {
  ...Object.fromEntries(['hrmis/leave_planner', 'hrmis/leave_planner/application-reviews', 'hrmis/leave_planner/get_planner_lines', 'documents/leave-planner', 'documents/planned-leave'].map((path): [string, Row] => [`GET ${path}`, { statuses: EMPLOYEES }])),
  ...Object.fromEntries(['hrmis/leave_planner/save_planner', 'documents/leave-planner', 'documents/leave-planner/actions/:action/dry-run'].map((path): [string, Row] => [`POST ${path}`, { statuses: EMPLOYEES.replaceAll('200', '422'), params: { action: 'send' }, body: { fromDate: 'soon' } }])),
  'POST documents/planned-leave': { statuses: SIGNED_IN.replaceAll('200', '403'), body: {} },
  ...Object.assign({}, ...['save_planner_line', 'delete_planner_line', 'delete_planner', 'send_for_approval', 'cancel_approval', 'approvals/approve', 'approvals/reject'].map((path) => OF_NO_PLANNER(`POST hrmis/leave_planner/${path}`))) as Record<string, Row>,
  ...OF_NO_PLANNER('GET hrmis/leave_planner/get_planner/:no'), ...OF_NO_PLANNER('POST documents/leave-planner/:key/actions/:action/dry-run', { params: { key: 'LP-0', action: 'send' } }),
  ...Object.assign({}, ...['leave-planner', 'planned-leave'].flatMap((type) => ['GET :key', 'GET :key/events', 'PATCH :key', 'DELETE :key', 'POST :key/actions/:action'].map((call) => OF_NO_PLANNER(call.replace(' ', ` documents/${type}/`))))) as Record<string, Row>,
}

const RELATIVE = { ...PETTY_CASH, ...IMPREST, ...REQUISITION, ...PAY, ...LEAVE, ...PLANNERS, ...ATTENDANCE, ...Object.assign({}, ...PLAIN.map(plainRows)) as Record<string, Row> }

/** Whoever may list records may export the list. */
const EXPORTS = Object.fromEntries(Object.entries(RELATIVE).flatMap(([call, row]): [string, Row][] => (/^GET documents\/[^/]+$/.test(call) ? [[`${call}/export.csv`, row]] : [])))

/** Ledgers, which nobody fills in. */
const UNCHECKED = ['attendance-log', 'pay-deduction', 'pay-earning', 'planned-leave', 'stock-entry']
/** Whoever may save a form may have it checked, whatever is in it. */
const CHECKS = Object.fromEntries(Object.entries(RELATIVE).flatMap(([call, row]): [string, Row][] => {
  const [, type = '', key = ''] = /^(?:POST documents\/([^/]+)|PATCH documents\/[^/]+\/:key)$/.exec(call) === null ? [] : (/documents\/([^/]+)(\/:key)?/.exec(call) ?? [])
  if (type === '' || type.endsWith('-ledger') || UNCHECKED.includes(type)) return []
  if (row.on === 'open') return [[`POST documents/${type}${key}/check`, { statuses: NO_SUCH, params: { key: 'NONE-0' }, body: {} }]]
  return [[`POST documents/${type}${key}/check`, { ...row, statuses: row.statuses.replaceAll(/20[12]|400|409|422|428/g, '200') }]]
}))
const VALIDATE = Object.fromEntries(['validate', 'CheckIfAppliedLeaveAllowance'].map((path): [string, Row] => [`POST hrmis/leave_application/${path}`, { statuses: EMPLOYEES, body: {} }]))

export const ROWS: Record<string, Row> = {
  ...FIXED,
  ...Object.fromEntries(Object.entries({ ...RELATIVE, ...EXPORTS, ...CHECKS, ...VALIDATE }).map(([call, row]) => [call.replace(' ', ' /api/v1/'), row])),
}
