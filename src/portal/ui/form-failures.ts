/** Shows what the server refused: its message as a toast, field errors at their fields. */
import { ApiError, messageOf } from '../api/client.ts'
import { toast } from './toasts.ts'

/** Shows the server's message at the top of the window, until the form is submitted again. */
export function showFailure(error: unknown): void {
  toast.refusal(messageOf(error))
}

/** The server's error for a field, if any. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors.find(({ path }) => path === field)?.message : undefined
}

/** Whether the error concerns no field, so that the form must show it. */
export function isAboutForm(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && error.errors.length > 0)
}
