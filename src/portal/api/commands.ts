/** The portal's write calls. Each returns the server's response or throws ApiError. */
import type { AnalyticsAnswer, Answer, ApprovalEntry, ClientManifest, DecisionRequest, DryRun, FormCheck, LogoutAnswer, SettingsAnswer, SiteImage, UpdateSettingsRequest, WireRecord } from '../../contract/index.ts'
import type { DecisionKind, Json, JsonObject } from '../../core/index.ts'
import { call, download } from './client.ts'
import { documentPath, endpointCall } from './endpoints.ts'

/** The response to a command. Screens show its message with ui/report-answer.ts, which shows the warnings, too. */
export type Unreported<T = Json> = Omit<Answer<T>, 'message' | 'warnings'>

/** Ends the session on the server. Returns the identity provider's sign-out address if the session must end there too. */
export async function signOut(): Promise<LogoutAnswer> {
  return (await call<Answer<LogoutAnswer>>({ method: 'POST', path: 'hrmis/auth/logout', body: {} })).data
}

/** The address of the analytics dashboard: a path of this portal, or an external address that is valid for one minute. */
export async function openAnalytics(): Promise<string> {
  return (await call<AnalyticsAnswer>({ method: 'POST', path: 'hrmis/auth/accessAnalyticsDashboard', body: {} })).url
}

/** Creates a record from wire fields. */
export async function createRecord(manifest: ClientManifest, fields: JsonObject, idempotencyKey?: string): Promise<Unreported<WireRecord>> {
  return call({ ...endpointCall(manifest, 'create', { body: fields }), ...(idempotencyKey ? { idempotencyKey } : {}) })
}

/** Updates a record from wire fields. With `_rev` among them, a stale write fails with 409. */
export async function updateRecord(manifest: ClientManifest, key: string, fields: JsonObject, idempotencyKey?: string): Promise<Unreported<WireRecord>> {
  return call({ ...endpointCall(manifest, 'update', { key, body: fields }), ...(idempotencyKey ? { idempotencyKey } : {}) })
}

/** Deletes a record. */
export async function deleteRecord(manifest: ClientManifest, key: string, rev?: number): Promise<Unreported> {
  return call(endpointCall(manifest, 'delete', { key, ...(rev === undefined ? {} : { body: { _rev: rev } }) }))
}

export interface ActionRequest { key: string; action: string; rev?: number; input?: JsonObject; idempotencyKey?: string; /** The reason, if the action needs approval from another user first. */ reason?: string | undefined }

/** Runs one of the record's actions (send, cancel, reopen …). An action that deletes uses the `delete` endpoint. */
export async function runAction(manifest: ClientManifest, { key, action, rev, input, idempotencyKey, reason }: ActionRequest): Promise<Unreported<WireRecord>> {
  const body: JsonObject = { ...(rev === undefined ? {} : { _rev: rev }), ...(input ? { input } : {}), ...(reason === undefined ? {} : { _reason: reason }) }
  const { deletes = false, answersOnly = false } = manifest.actions[action] ?? {}
  const name = deletes && !manifest.endpoints[action] ? 'delete' : action
  const answer = await call<Answer<WireRecord>>({ ...endpointCall(manifest, name, { key, body }), ...(idempotencyKey ? { idempotencyKey } : {}) })
  return answersOnly ? withoutRepetition(answer) : answer
}

/** The message of an action that only answers repeats its warnings, for callers that know only messages; it tells of no success. */
function withoutRepetition<T>(answer: Answer<T>): Answer<T> {
  return answer.warnings === undefined ? answer : { ...answer, message: '' }
}

/** How long a person waits for their question. */
const DRY_RUN_MS = 4_000

/** Who would decide if the action were run, on the record as `fields` would change it. Throws ApiError with what the action would be refused for. */
export async function dryRun(manifest: ClientManifest, { key, action, fields }: { key?: string | undefined; action: string; fields: JsonObject }): Promise<DryRun> {
  return (await call<Answer<DryRun>>({ method: 'POST', path: `${documentPath(manifest.id, key)}/actions/${encodeURIComponent(action)}/dry-run`, body: fields, signal: AbortSignal.timeout(DRY_RUN_MS) })).data
}

/** What the server says about a form that is not saved. Throws ApiError if the form could not be saved at all. */
export async function checkRecord(manifest: ClientManifest, { key, action, fields }: { key?: string | undefined; /** The action whose rules are checked; the one that saves without it. */ action?: string | undefined; fields: JsonObject }): Promise<FormCheck> {
  return (await call<Answer<FormCheck>>({ method: 'POST', path: `${documentPath(manifest.id, key)}/check`, query: action === undefined ? {} : { for: action }, body: fields })).data
}

export type Decision = DecisionKind

/** Decides on an approval entry. */
export async function decide(decision: Decision, request: DecisionRequest): Promise<Unreported<ApprovalEntry | JsonObject>> {
  return call({ method: 'POST', path: `approvals/${decision}`, body: request })
}

/** Deletes an attachment of a record. */
export async function deleteAttachment(type: string, key: string, fileId: string): Promise<Unreported> {
  return call({ method: 'DELETE', path: `${documentPath(type, key)}/files/${encodeURIComponent(fileId)}` })
}

/** Downloads an attachment by the path in its row. */
export async function fetchAttachment(path: string, options: { inline?: boolean } = {}): Promise<{ blob: Blob; fileName: string }> {
  return download(path, options.inline ? { inline: 1 } : undefined)
}

/** Downloads a printed form as PDF; with `inline`, only to show it beside the record. */
export async function fetchPrint(type: string, key: string, print: string, options: { inline?: boolean } = {}): Promise<{ blob: Blob; fileName: string }> {
  return download(`${documentPath(type, key)}/print/${encodeURIComponent(print)}`, options.inline ? { inline: 1 } : undefined)
}

/** Saves settings and pictures (administrators only). With `_revs`, the call fails with 409 if the settings were saved meanwhile. */
export async function saveSettings(settings: UpdateSettingsRequest, files: Partial<Record<SiteImage, File>> = {}): Promise<SettingsAnswer> {
  const pictures = Object.entries(files)
  if (pictures.length === 0) return call({ method: 'POST', path: 'admin/updateSettings', body: settings })
  const form = new FormData()
  form.set('settings', JSON.stringify(settings))
  for (const [name, file] of pictures) form.set(name, file)
  return call({ method: 'POST', path: 'admin/updateSettings', body: form })
}
