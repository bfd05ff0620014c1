/** The sheet of a person's statement: a table for each ledger, with what it began and ended with. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { EmployeeStatement, Session, StatementLedger } from '../services.ts'
import { COLOURS, imageOf } from './blocks.ts'
import { breakable } from './breakable.ts'
import { formatAmount, formatDate } from './format.ts'

/** What pdfmake draws of it. */
export function drawStatement(statement: EmployeeStatement, { company }: Session): Content[] {
  const logo = imageOf(company.logo)
  const head: Content = {
    columns: [
      ...(logo === null ? [] : [{ ...logo, width: 44 }]),
      { width: '*', margin: [logo === null ? 0 : 10, 6, 0, 0], text: breakable(company.displayName), fontSize: 13, bold: true },
      { width: 'auto', alignment: 'right', stack: [{ text: 'Employee Statement', fontSize: 16, bold: true }, { text: `${formatDate(statement.from)} to ${formatDate(statement.to)}`, margin: [0, 3, 0, 0] }] },
    ],
  }
  const who: Content = { margin: [0, 14, 0, 4], columns: [{ text: breakable(`${statement.name} (${statement.employee})`), bold: true }, { text: `Amounts in ${statement.currency}`, alignment: 'right', color: COLOURS.FAINT }] }
  const shown = statement.ledgers.filter(({ entries, opening }) => entries.length > 0 || opening !== 0)
  return [head, who, ...(shown.length === 0 ? [{ text: 'Nothing was booked in these days.', margin: [0, 16, 0, 0], color: COLOURS.FAINT } satisfies Content] : shown.map(drawLedger))]
}

function drawLedger({ title, isBalance, opening, closing, entries, isCut }: StatementLedger): Content {
  const heads = ['Date', 'Document', 'Kind', 'Description', 'Amount', ...(isBalance ? ['Balance'] : [])]
  const wide = heads.length
  const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more })
  const body: TableCell[][] = [heads.map((text) => ({ text, bold: true, color: COLOURS.FAINT, fontSize: 8.5, ...(['Amount', 'Balance'].includes(text) && { alignment: 'right' as const }) }))]
  if (isBalance) body.push([{ text: 'Opening balance', colSpan: wide - 1, color: COLOURS.FAINT }, ...blanks(wide - 2), right(formatAmount(opening))])
  for (const { date, document, no, kind, text, amount, balance } of entries) {
    body.push([formatDate(date), breakable(document === '' ? no : document), breakable(kind), breakable(text), right(formatAmount(amount)), ...(isBalance ? [right(formatAmount(balance))] : [])])
  }
  const sum = isBalance ? closing : closing - opening
  const total: TableCell[] = [{ text: isBalance ? 'Closing balance' : 'Total', colSpan: wide - 1, bold: true }, ...blanks(wide - 2), right(formatAmount(sum), { bold: true })]
  // What it comes to does not stand alone on the next page: it keeps the last entry beside it.
  const last = entries.length > 0 ? body.splice(-1) : []
  const widths = isBalance ? [58, 84, 78, '*', 66, 66] : [58, 84, 78, '*', 66]
  return {
    margin: [0, 14, 0, 0],
    stack: [
      { text: title, bold: true, fontSize: 12, margin: [0, 0, 0, 4] },
      { layout: 'lines', table: { headerRows: 1, dontBreakRows: true, widths, body } },
      { unbreakable: true, stack: [{ layout: 'linesWithTotal', table: { widths, body: [...last, total] } }] },
      ...(isCut ? [{ text: 'Only the first entries of these days are listed: choose fewer days.', color: COLOURS.FAINT, margin: [0, 4, 0, 0] } satisfies Content] : []),
    ],
  }
}

function blanks(count: number): TableCell[] {
  return Array.from({ length: count }, () => ({ text: '' }))
}
