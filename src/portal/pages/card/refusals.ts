import type { FieldIssue } from '../../../core/index.ts'

/**
 * What the server refused about a record that was created on the way: its card, which opens at its own address, shows it. By type and key.
 */
const refusals = new Map<string, FieldIssue[]>()

/** Leaves the errors for the card that opens next. */
export const leaveRefusal = (type: string, key: string, issues: FieldIssue[]): void => void refusals.set(`${type}/${key}`, issues)

/** Takes the errors that were left for a record, once. */
export function takeRefusal(type: string, key: string): FieldIssue[] {
  const issues = refusals.get(`${type}/${key}`) ?? []
  refusals.delete(`${type}/${key}`)
  return issues
}
