/** Prints the approvals: who decided what and when, and who still has to decide. */
import type { TableCell } from 'pdfmake/interfaces.js'
import type { ApprovalEntry } from '../../contract/index.ts'
import { entryAppearance } from '../../core/index.ts'
import { breakable } from './breakable.ts'
import { formatDate, formatInstant } from './format.ts'
import type { PrintBlock } from './layout.ts'
import { blanks, COLOURS, HEADING, ruledLayout, TONES } from './parts.ts'
import type { Pieces } from './pieces.ts'
import type { Sent } from './sent.ts'
import type { Sheet } from './sheet.ts'
import type { Unmeasured } from './widths.ts'

const HEADINGS = ['Step', 'Approver', 'Decision', 'When', 'Comment']
const IS_OPEN = new Set<ApprovalEntry['status']>(['Open', 'Created'])

/** Null if the document has no approval entries. */
export function drawApprovals(block: PrintBlock, sheet: Sheet): Pieces | null {
  // Canceled entries carry no decision; they are hidden, as on the card.
  const entries = sheet.input.approvals.filter(({ status }) => status !== 'Canceled')
  if (entries.length === 0) return null
  const looks = entries.map(({ status }) => entryAppearance(sheet.type.manifest, status, sheet.input.record.state))
  const texts = entries.map((entry, index) => [entry.stepTitle, approverOf(entry), looks[index]?.label ?? '', whenOf(entry, sheet), entry.approvalComments.map(({ comment }) => comment).join('\n')])
  const widths: Unmeasured = {
    columns: HEADINGS.map((heading, column) => ({ width: column === HEADINGS.length - 1 ? '*' : 'auto', heading, texts: texts.map((row) => row[column] ?? ''), isWhole: false })),
    room: sheet.room,
  }
  const inner = (body: TableCell[][]): Sent => ({ table: { widths, body }, layout: ruledLayout(sheet.isDense) })
  const groups = entries.map((entry, index): Sent => {
    const row = (texts[index] ?? []).map((text): TableCell => ({ text: breakable(text), fontSize: 9 }))
    row[2] = { text: texts[index]?.[2] ?? '', fontSize: 9, bold: !IS_OPEN.has(entry.status), color: TONES[looks[index]?.tone ?? 'neutral'] }
    const isFirst = entry.stage !== '' && entry.stage !== entries[index - 1]?.stage
    return inner(isFirst ? [stageRow(entry.stage), row] : [row])
  })
  return { title: block.title === undefined ? 'Approvals' : sheet.fill(block.title), header: inner([HEADINGS.map((text): TableCell => ({ text, ...HEADING }))]), groups, above: sheet.isDense ? 6 : 13 }
}

function stageRow(stage: string): TableCell[] {
  return [{ text: breakable(stage), fontSize: 9, bold: true, color: COLOURS.INK, colSpan: HEADINGS.length }, ...blanks(HEADINGS.length - 1)]
}

function approverOf({ status, approverName, onBehalfName }: ApprovalEntry): string {
  const isInPlace = !IS_OPEN.has(status) && onBehalfName !== undefined && onBehalfName !== null && onBehalfName !== approverName
  return isInPlace ? `${approverName} for ${onBehalfName}` : approverName
}

function whenOf({ status, decidedAt, dueDate }: ApprovalEntry, sheet: Sheet): string {
  if (decidedAt !== null) return formatInstant(decidedAt, sheet.format.timeZone)
  return status === 'Open' ? `due ${formatDate(dueDate)}` : ''
}
