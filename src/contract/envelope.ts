import type { FieldIssue, Json, JsonObject } from '../core/index.ts'

/** Every answer but a list. */
export interface Answer<T = Json> { data: T; message: string; /** Warnings that did not stop the command. */ warnings?: FieldIssue[]; /** With status 202: the request that somebody else approves before the change is written. */ request?: { type: string; key: string } }
/** A page of a list. `next` is the cursor of the following page, null on the last; `count` is capped at 10 000, then `more` is true. */
export interface ListAnswer<T = WireRecord> { data: T[]; message: string; page: { next: string | null; previous: string | null; count: number; more: boolean }; tiles?: Record<string, number> }
export interface ErrorAnswer { message: string; code: string; errors?: FieldIssue[]; /** By which the log names the request. */ requestId?: string }

/** A record as it travels. Fields are those of the manifest, by wire name, projected for the person; `_hidden` names those that this record keeps from them and another may not. */
export interface WireRecord extends JsonObject { _actions: string[]; _rev: number }

/** In `_requests` of a record with fields under dual control: what was asked for and waits for its approval. */
export interface WaitingChange { type: string; no: string; kind: string; changes: { title: string; from: string; to: string }[] }

/** Headers of the wire. */
export const IDEMPOTENCY_KEY = 'idempotency-key'
/** The company a client believes it is in; another than the session's answers 409. */
export const COMPANY_HEADER = 'x-company'
export const API_PREFIX = '/api/v1'

/** What a list call may ask. Filters: `<field>=v`, `<field>_from=`, `<field>_to=` by wire name. */
export interface ListQuery { cursor?: string; limit?: number; sort?: string; search?: string; tiles?: '1'; mine?: '1'; [filter: string]: string | number | undefined }
