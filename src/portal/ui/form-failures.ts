/** What a form shows that the server refused: its sentence as a toast, its problems under their fields. */
import { ApiError, messageOf } from '../api/client.ts'
import { toast } from './toasts.ts'

/** Shows the server's sentence at the top of the window, until the form is sent again. */
export function warnOf(error: unknown): void {
  toast.refusal(messageOf(error))
}

/** What the server says about a field; undefined when nothing. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors.find(({ path }) => path === field)?.message : undefined
}

/** Whether no field says it: then the form must. */
export function isAboutForm(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && error.errors.length > 0)
}
