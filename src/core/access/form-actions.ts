import type { ResolvedAction } from '../manifest/resolve/resolved.ts'

/** Whether the action belongs to the form: it saves it, or is what the form is filled in for. */
export function isFormAction({ saves = false, savesFirst = false, startsApproval }: ResolvedAction): boolean {
  return saves || savesFirst || startsApproval
}
