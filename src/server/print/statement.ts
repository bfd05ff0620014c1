/** Renders an employee statement: a table per ledger with its opening and closing balance. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { EmployeeStatement, Session, StatementLedger } from '../services.ts'
import { breakable } from './breakable.ts'
import { formatAmount, formatDate, formatInstant } from './format.ts'
import { drawLetterhead } from './letterhead.ts'
import { blanks, COLOURS, HEADING, ruledLayout } from './parts.ts'
import { drawPieces } from './pieces.ts'
import type { Sent } from './sent.ts'

const { FAINT } = COLOURS
/** In points; a date is as long as 28th Sept 2026. */
const WIDTHS = [68, 78, 72, '*', 62]

/** Returns the content of the sheet. */
export function drawStatement(statement: EmployeeStatement, { company, actor }: Session, printedAt: Date): Sent[] {
  const head = drawPieces(drawLetterhead(company, statement.heading ?? 'Employee Statement', { text: statement.from === '' ? '' : `${formatDate(statement.from)} to ${formatDate(statement.to)}` }))
  const who: Content = { margin: [0, 14, 0, 0], columns: [{ text: breakable(`${statement.name} (${statement.employee})`), bold: true }, { text: `Amounts in ${statement.currency}`, alignment: 'right', color: FAINT, width: 'auto' }] }
  const shown = statement.ledgers.filter(({ entries, opening }) => entries.length > 0 || opening !== 0)
  const printed: Content = { text: `Printed on ${formatInstant(printedAt, company.timeZone)} by ${actor.name}.`, fontSize: 8, color: FAINT, margin: [0, 12, 0, 0] }
  if (shown.length === 0) return [head, who, { text: 'No transactions in this period.', margin: [0, 16, 0, 0], color: FAINT }, printed]
  return [head, who, ...shown.map((ledger, index) => drawLedger(ledger, statement.from !== '', index === shown.length - 1 ? [printed] : []))]
}

function drawLedger({ title, isBalance, opening, closing, entries, isCut }: StatementLedger, isContinued: boolean, beneath: Sent[]): Sent {
  const widths = isBalance ? [...WIDTHS, 62] : WIDTHS
  const wide = widths.length
  const cell = (text: string, more: object = {}): TableCell => ({ text: breakable(text), fontSize: 9, ...more })
  const right = (amount: number, more: object = {}): TableCell => cell(formatAmount(amount), { alignment: 'right', ...more })
  const inner = (body: TableCell[][], summed = 0): Content => ({ table: { widths, body }, layout: ruledLayout(false, summed) })
  const heads = ['Date', 'Document', 'Kind', 'Description', 'Amount', ...(isBalance ? ['Balance'] : [])]
  const header = inner([heads.map((text, column) => ({ text, ...HEADING, alignment: column > 3 ? 'right' as const : 'left' as const }))])
  const rows = entries.map(({ date, document, no, kind, text, amount, balance }): TableCell[] => [
    cell(formatDate(date)), cell(document === '' ? no : document), cell(kind), cell(text), right(amount), ...(isBalance ? [right(balance)] : []),
  ])
  if (isBalance && isContinued) rows.unshift([cell('Opening balance', { colSpan: wide - 1, color: FAINT }), ...blanks(wide - 2), right(opening)])
  const sum = isBalance ? closing : closing - opening
  const total: TableCell[] = [cell(isBalance ? 'Closing balance' : 'Total', { colSpan: wide - 1, bold: true }), ...blanks(wide - 2), right(sum, { bold: true })]
  // The total must not stand alone on the next page: it stays with the last entry.
  const last = rows.splice(-1)
  const note: Content[] = isCut ? [{ text: 'Only the first entries of this period are listed: choose a shorter one.', color: FAINT, margin: [0, 4, 0, 0] }] : []
  return drawPieces({ title, header, groups: [...rows.map((row) => inner([row])), inner([...last, total], last.length)], above: 14 }, [...note, ...beneath])
}
