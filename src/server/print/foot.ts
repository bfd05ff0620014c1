/** Renders the foot of a sheet: signature lines and the verification code. */
import type { Content } from 'pdfmake/interfaces.js'
import { breakable } from './breakable.ts'
import { formatInstant } from './format.ts'
import type { PrintBlock } from './layout.ts'
import { COLOURS, stroke } from './parts.ts'
import type { Pieces } from './pieces.ts'
import type { Sheet } from './sheet.ts'

const { INK, FAINT } = COLOURS

/** A line per name, with signature and date; null without names. */
export function drawSignatures(block: PrintBlock, sheet: Sheet): Pieces | null {
  const names = block.names ?? []
  if (names.length === 0) return null
  const line = (caption: string, bold: boolean): Content => ({
    stack: [{ stack: [stroke(FAINT, 0.6, 150)], margin: [0, sheet.isDense ? 16 : 26, 0, 3] }, { text: breakable(caption), fontSize: 8.5, bold, color: bold ? INK : FAINT }],
  })
  const rows = names.map((name): Content => ({ columns: [line(sheet.fill(name), true), line('Signature', false), line('Date', false)], columnGap: 20 }))
  return { groups: [{ stack: rows }], above: sheet.isDense ? 4 : 10 }
}

/** The code unique to this revision, as text and as a QR code. */
export function drawVerification(_block: PrintBlock, sheet: Sheet): Pieces {
  const { record, session } = sheet.input
  const printed = formatInstant(sheet.printedAt, session.company.timeZone)
  const group: Content = {
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
  return { groups: [group], above: sheet.isDense ? 8 : 16 }
}
