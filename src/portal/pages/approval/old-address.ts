import { decodeOldKey } from '../../shell/links.ts'

/**
 * An address of the earlier portal: /approvals/card/{documentNo}/{approverID}, both in base64. Answers the document's number
 * and, without its domain, whose entry it was; undefined where the address is none of those.
 */
export function oldAddress(first: string, second: string): { documentNo: string; approver: string } | undefined {
  const documentNo = decodeOldKey(first)
  const approver = decodeOldKey(second)
  return documentNo === undefined || approver === undefined ? undefined : { documentNo, approver: approver.split('\\').at(-1) ?? approver }
}
