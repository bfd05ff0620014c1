/** Separate from the client, which reads the session on import: code that only distinguishes errors must not need a window. */
import { t } from '../../core/index.ts'
import type { FieldIssue } from '../../core/index.ts'

/** A failed call. `status` 0 means that there was no response: the network or the server is down. */
export class ApiError extends Error {
  readonly status: number
  /** Stable, for code; `message` is for people. */
  readonly code: string
  /** The field errors, if the server sent any. */
  readonly errors: FieldIssue[]

  constructor(status: number, code: string, message: string, errors: FieldIssue[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
  }
}

/** A sentence for a toast, for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : t('Something went wrong. Try again.')
}

/** Whether the server refused what the call asks for, so that a repetition would be refused, too. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
