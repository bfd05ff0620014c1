/** What the portal does: each returns the server's answer or throws ApiError. */
import type { AnalyticsAnswer, Answer, ApprovalEntry, ClientManifest, DecisionRequest, LogoutAnswer, SettingsAnswer, SiteImage, UpdateSettingsRequest, WireRecord } from '../../contract/index.ts'
import type { DecisionKind, JsonObject } from '../../core/index.ts'
import { call, download } from './client.ts'
import { documentPath, endpointCall } from './endpoints.ts'

/** Tells the server that the session ends. Answers where it ends at the identity provider too, if it does. */
export async function signOut(): Promise<LogoutAnswer> {
  return (await call<Answer<LogoutAnswer>>({ method: 'POST', path: 'hrmis/auth/logout', body: {} })).data
}

/** Where the analytics dashboard is: a path of this portal, or an address elsewhere that is good for a minute. */
export async function openAnalytics(): Promise<string> {
  return (await call<AnalyticsAnswer>({ method: 'POST', path: 'hrmis/auth/accessAnalyticsDashboard', body: {} })).url
}

/** Creates a record from wire fields. */
export async function createRecord(manifest: ClientManifest, fields: JsonObject, idempotencyKey?: string): Promise<Answer<WireRecord>> {
  return call({ ...endpointCall(manifest, 'create', { body: fields }), ...(idempotencyKey ? { idempotencyKey } : {}) })
}

/** Updates a record from wire fields; `_rev` among them makes a stale write a 409. */
export async function updateRecord(manifest: ClientManifest, key: string, fields: JsonObject, idempotencyKey?: string): Promise<Answer<WireRecord>> {
  return call({ ...endpointCall(manifest, 'update', { key, body: fields }), ...(idempotencyKey ? { idempotencyKey } : {}) })
}

/** Deletes a record. */
export async function deleteRecord(manifest: ClientManifest, key: string, rev?: number): Promise<Answer> {
  return call(endpointCall(manifest, 'delete', { key, ...(rev === undefined ? {} : { body: { _rev: rev } }) }))
}

export interface ActionRequest { key: string; action: string; rev?: number; input?: JsonObject; idempotencyKey?: string; /** Why, where somebody else approves it first. */ reason?: string | undefined }

/** Runs one of the record's actions (send, cancel, reopen …). An action that deletes goes to `delete`. */
export async function runAction(manifest: ClientManifest, { key, action, rev, input, idempotencyKey, reason }: ActionRequest): Promise<Answer<WireRecord>> {
  const body: JsonObject = { ...(rev === undefined ? {} : { _rev: rev }), ...(input ? { input } : {}), ...(reason === undefined ? {} : { _reason: reason }) }
  const name = manifest.actions[action]?.deletes && !manifest.endpoints[action] ? 'delete' : action
  return call({ ...endpointCall(manifest, name, { key, body }), ...(idempotencyKey ? { idempotencyKey } : {}) })
}

export type Decision = DecisionKind

/** Decides an approval entry. */
export async function decide(decision: Decision, request: DecisionRequest): Promise<Answer<ApprovalEntry | JsonObject>> {
  return call({ method: 'POST', path: `approvals/${decision}`, body: request })
}

/** Removes one attachment of a record. */
export async function deleteAttachment(type: string, key: string, fileId: string): Promise<Answer> {
  return call({ method: 'DELETE', path: `${documentPath(type, key)}/files/${encodeURIComponent(fileId)}` })
}

/** An attachment by the path that its row carries. */
export async function fetchAttachment(path: string, options: { inline?: boolean } = {}): Promise<{ blob: Blob; fileName: string }> {
  return download(path, options.inline ? { inline: 1 } : undefined)
}

/** A printed form as PDF. */
export async function fetchPrint(type: string, key: string, print: string): Promise<{ blob: Blob; fileName: string }> {
  return download(`${documentPath(type, key)}/print/${encodeURIComponent(print)}`)
}

/** Saves settings and pictures (administrators); with `_revs`, a save in between answers 409. */
export async function saveSettings(settings: UpdateSettingsRequest, files: Partial<Record<SiteImage, File>> = {}): Promise<SettingsAnswer> {
  const pictures = Object.entries(files)
  if (pictures.length === 0) return call({ method: 'POST', path: 'admin/updateSettings', body: settings })
  const form = new FormData()
  form.set('settings', JSON.stringify(settings))
  for (const [name, file] of pictures) form.set(name, file)
  return call({ method: 'POST', path: 'admin/updateSettings', body: form })
}
