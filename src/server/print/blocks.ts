/** Each kind of block of a print layout, drawn for pdfmake. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { ResolvedField, Tone } from '../../core/index.ts'
import type { PrintBlock } from './layout.ts'
import type { Sheet } from './sheet.ts'
import { breakable } from './breakable.ts'
import { currencyOf, formatField, formatInstant } from './format.ts'

const INK = '#1c2733'
const FAINT = '#667281'
const RULE = '#d5dbe1'
const SHADE = '#f3f5f8'
const TONES: Record<Tone, string> = {
  neutral: '#52606d', info: '#1864ab', progress: '#9a5b00', success: '#1e7a3c', warning: '#9a5b00', danger: '#b42318',
}

/** The content of a block; null when it has nothing to show. */
export function drawBlock(block: PrintBlock, sheet: Sheet): Content | null {
  if (block.when !== undefined && !sheet.type.test(block.when, sheet.whole, sheet.context)) return null
  return DRAW[block.kind](block, sheet)
}

const DRAW: Record<PrintBlock['kind'], (block: PrintBlock, sheet: Sheet) => Content | null> = {
  letterhead: drawLetterhead,
  facts: drawFacts,
  table: drawTable,
  text: (block, sheet) => withTitle(block, { text: breakable(sheet.fill(block.text ?? '')), lineHeight: 1.3 }),
  approvals: drawApprovals,
  signatures: drawSignatures,
  verification: drawVerification,
}

function drawLetterhead(_block: PrintBlock, sheet: Sheet): Content {
  const { company } = sheet.input.session
  const { record } = sheet.input
  const state = sheet.type.manifest.states[record.state]
  const logo = imageOf(company.logo)
  const name: Content = {
    stack: [
      { text: breakable(company.displayName), fontSize: 13, bold: true, color: INK },
      { text: company.name === company.displayName ? '' : company.name, fontSize: 8.5, color: FAINT },
    ],
    margin: [logo === null ? 0 : 10, logo === null ? 0 : 6, 0, 0],
  }
  return {
    stack: [
      {
        columns: [
          ...(logo === null ? [] : [{ ...logo, width: 44 }]),
          { width: '*', ...name },
          {
            width: 'auto', alignment: 'right',
            stack: [
              { text: sheet.title, fontSize: 16, bold: true, color: INK },
              {
                text: [
                  { text: record.key, bold: true, color: INK },
                  ...(state === undefined ? [] : [{ text: `   ${state.label}`, bold: true, color: TONES[state.tone] }]),
                ],
                fontSize: 10.5, margin: [0, 3, 0, 0],
              },
            ],
          },
        ],
      },
      rule(INK, 1.2, [0, 10, 0, 0]),
    ],
  }
}

const FACTS_WIDE = 3

function drawFacts(block: PrintBlock, sheet: Sheet): Content | null {
  const cells = (block.fields ?? []).flatMap((name) => {
    const field = sheet.field(name)
    const value = field === undefined ? '' : formatField(field, sheet.doc[name], sheet.format)
    return field === undefined || value === '' ? [] : [factCell(sheet.caption(name), value)]
  })
  if (cells.length === 0) return null
  const body: TableCell[][] = []
  for (let index = 0; index < cells.length; index += FACTS_WIDE) body.push(Array.from({ length: FACTS_WIDE }, (_, column) => cells[index + column] ?? ''))
  return withTitle(block, { table: { widths: Array.from({ length: FACTS_WIDE }, () => '*'), body, dontBreakRows: true }, layout: 'facts' })
}

function factCell(caption: string, value: string): TableCell {
  return { stack: [{ text: breakable(caption), fontSize: 8, color: FAINT }, { text: breakable(value), fontSize: 10, margin: [0, 1.5, 0, 0] }] }
}

function drawTable(block: PrintBlock, sheet: Sheet): Content | null {
  const array = block.lines ?? ''
  const columns = (block.columns ?? []).flatMap((column) => {
    const field = sheet.lineField(array, column.field)
    return field === undefined ? [] : [{ ...column, field }]
  })
  if (columns.length === 0) return null
  const rows = sheet.rows(array)
  const header = columns.map(({ title, field }): TableCell => ({ text: headingOf(title ?? field.title, field, sheet), ...heading(field) }))
  const body = rows.map((row) =>
    columns.map(({ field }): TableCell => ({
      text: breakable(formatField(field, row[field.name], sheet.format, true)), fontSize: 9, alignment: isNumber(field) ? 'right' : 'left',
    })),
  )
  if (rows.length === 0) body.push([{ text: 'No lines', colSpan: columns.length, fontSize: 9, color: FAINT }, ...blanks(columns.length - 1)])
  const total = drawTotal(block, sheet, columns.length)
  return withTitle(block, {
    table: {
      headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true,
      widths: columns.map(({ width, field }) => widthOf(width, field)),
      body: [header, ...body, ...(total === null ? [] : [total])],
    },
    layout: total === null ? 'lines' : 'linesWithTotal',
  })
}

function drawTotal(block: PrintBlock, sheet: Sheet, columns: number): TableCell[] | null {
  const field = block.total === undefined ? undefined : sheet.field(block.total)
  if (field === undefined) return null
  const value = formatField(field, sheet.doc[field.name] ?? 0, sheet.format)
  const text = { text: [{ text: `${field.title}   `, color: FAINT, bold: false }, { text: value }], bold: true, fontSize: 10.5 }
  return [{ ...text, colSpan: columns, alignment: 'right', margin: [0, 2, 0, 2] }, ...blanks(columns - 1)]
}

function drawApprovals(block: PrintBlock, sheet: Sheet): Content | null {
  const { session } = sheet.input
  // Canceled entries decided nothing: they are hidden, as on the card (specification 3, section 4).
  const approvals = sheet.input.approvals.filter(({ status }) => status !== 'Canceled')
  if (approvals.length === 0) return null
  const when = (at: string | null): string => (at === null ? '' : formatInstant(at, session.company.timeZone))
  const body = approvals.map((entry): TableCell[] => [
    { text: breakable(entry.stepTitle), fontSize: 9 },
    { text: breakable(entry.approverName), fontSize: 9 },
    { text: entry.status, fontSize: 9, bold: entry.status === 'Approved' || entry.status === 'Rejected', color: TONES[entry.tone] },
    { text: when(entry.decidedAt), fontSize: 9 },
    { text: breakable(entry.approvalComments.map(({ comment }) => comment).join('\n')), fontSize: 9 },
  ])
  const header = ['Step', 'Approver', 'Decision', 'When', 'Comment'].map((text): TableCell => ({ text, ...HEADING }))
  return withTitle({ ...block, title: block.title ?? 'Approvals' }, {
    table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths: ['auto', 'auto', 'auto', 'auto', '*'], body: [header, ...body] },
    layout: 'lines',
  })
}

function drawSignatures(block: PrintBlock, _sheet: Sheet): Content | null {
  const names = block.names ?? []
  if (names.length === 0) return null
  const line = (caption: string, bold: boolean): Content => ({
    stack: [rule(FAINT, 0.6, [0, 26, 0, 3], 150), { text: caption, fontSize: 8.5, bold, color: bold ? INK : FAINT }],
  })
  return {
    unbreakable: true, margin: [0, 14, 0, 0],
    stack: names.map((name): Content => ({
      columns: [line(name, true), line('Signature', false), line('Date', false)], columnGap: 20,
    })),
  }
}

function drawVerification(_block: PrintBlock, sheet: Sheet): Content {
  const { record, session } = sheet.input
  const printed = formatInstant(sheet.printedAt, session.company.timeZone)
  return {
    unbreakable: true, margin: [0, 18, 0, 0],
    columns: [
      { width: 'auto', qr: `${session.company.code} ${record.key} rev ${record.rev} ${sheet.code}`, fit: 58, foreground: INK },
      {
        width: '*', margin: [12, 8, 0, 0],
        stack: [
          { text: [{ text: 'Verification code  ', color: FAINT }, { text: sheet.code, bold: true }], fontSize: 9 },
          { text: `${record.key}, revision ${record.rev}. Printed on ${printed} by ${session.actor.name}.`, fontSize: 8, color: FAINT, margin: [0, 3, 0, 0] },
          { text: 'A fresh print of the same revision shows the same code.', fontSize: 8, color: FAINT, margin: [0, 2, 0, 0] },
        ],
      },
    ],
  }
}

const HEADING = { fontSize: 8.5, bold: true, color: FAINT, fillColor: SHADE }

function heading(field: ResolvedField): typeof HEADING & { alignment: 'left' | 'right' } {
  return { ...HEADING, alignment: isNumber(field) ? 'right' : 'left' }
}

function headingOf(title: string, field: ResolvedField, sheet: Sheet): string {
  return field.money === undefined ? title : `${title} (${currencyOf(field, sheet.format)})`
}

function widthOf(width: string | undefined, field: ResolvedField): string | number {
  if (width === undefined) return isNumber(field) ? 'auto' : '*'
  return /^\d+$/.test(width) ? Number(width) : width
}

function isNumber(field: ResolvedField): boolean {
  return field.type === 'number' || field.type === 'integer'
}

function withTitle(block: PrintBlock, content: Content): Content {
  if (block.title === undefined) return { stack: [content], margin: [0, 12, 0, 0] }
  return { stack: [{ text: block.title, fontSize: 10.5, bold: true, color: INK, margin: [0, 0, 0, 5] }, content], margin: [0, 16, 0, 0] }
}

function rule(color: string, width: number, margin: [number, number, number, number], length = 0): Content {
  if (length > 0) return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: length, y2: 0, lineWidth: width, lineColor: color }], margin }
  // A one-cell table fills the width, which a drawn line cannot know.
  return { table: { widths: ['*'], body: [[{ text: '', fontSize: 1, border: [false, true, false, false] }]] }, layout: { hLineColor: () => color, hLineWidth: () => width, paddingTop: () => 0, paddingBottom: () => 0 }, margin }
}

function blanks(count: number): TableCell[] {
  return Array.from({ length: count }, () => '')
}

/** Logos are kept as data URLs; anything else is not drawn, so that nothing is fetched while printing. */
/** A picture as pdfmake takes it; null where there is none. */
export function imageOf(logo: string | null): { image: string; fit: [number, number] } | { svg: string; fit: [number, number] } | null {
  if (logo === null) return null
  if (/^data:image\/(png|jpeg);base64,/.test(logo)) return { image: logo, fit: [44, 44] }
  if (/^data:image\/svg\+xml;base64,/.test(logo)) return { svg: Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64').toString('utf8'), fit: [44, 44] }
  return null
}

export const COLOURS = { INK, FAINT, RULE, SHADE }
