import { decodeOldKey } from '../../shell/links.ts'

/**
 * Parses an address of the earlier portal: /approvals/card/{documentNo}/{approverID}, both in base64. Returns the document number and the
 * approver of the entry, without the domain; undefined if the address is not of this form.
 */
export function oldAddress(first: string, second: string): { documentNo: string; approver: string } | undefined {
  const documentNo = decodeOldKey(first)
  const approver = decodeOldKey(second)
  return documentNo === undefined || approver === undefined ? undefined : { documentNo, approver: approver.split('\\').at(-1) ?? approver }
}
