/** Apart from the client, which reads the session as it is imported: what only tells failures apart needs no window. */
import type { FieldIssue } from '../../core/index.ts'

/** A call that failed. `status` 0 means that no answer came: the network or the server is away. */
export class ApiError extends Error {
  readonly status: number
  /** Stable, for code; `message` is for people. */
  readonly code: string
  /** What is wrong with which field, when the server said so. */
  readonly errors: FieldIssue[]

  constructor(status: number, code: string, message: string, errors: FieldIssue[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
  }
}

/** A sentence for a toast, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Try again.'
}
