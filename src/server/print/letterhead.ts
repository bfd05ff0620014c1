/** Renders the head of a sheet: the company, the title and what the sheet describes. */
import type { Column } from 'pdfmake/interfaces.js'
import type { Tone } from '../../core/index.ts'
import type { Session } from '../services.ts'
import { breakable } from './breakable.ts'
import { COLOURS, imageOf, rule, TONES } from './parts.ts'
import type { Pieces } from './pieces.ts'

const { INK, FAINT } = COLOURS

/** Company and logo on the left; on the right the title above the subject of the sheet. */
export function drawLetterhead(company: Session['company'], title: string, of: { text: string; state?: { label: string; tone: Tone } }): Pieces {
  const logo = imageOf(company.logo)
  const name: Column = {
    width: '*',
    stack: [
      { text: breakable(company.displayName), fontSize: 13, bold: true, color: INK },
      { text: company.name === company.displayName ? '' : breakable(company.name), fontSize: 8.5, color: FAINT },
    ],
    margin: [0, logo === null ? 0 : 6, 0, 0],
  }
  const what: Column = {
    width: 'auto', alignment: 'right',
    stack: [
      { text: title, fontSize: 16, bold: true, color: INK },
      {
        text: [{ text: of.text, bold: true, color: INK }, ...(of.state === undefined ? [] : [{ text: `   ${of.state.label}`, bold: true, color: TONES[of.state.tone] }])],
        fontSize: 10.5, margin: [0, 3, 0, 0],
      },
    ],
  }
  return { groups: [{ stack: [{ columns: [...(logo === null ? [] : [{ ...logo, width: 44 }]), name, what], columnGap: 12 }, rule(INK, 1.2, [0, 8, 0, 0])] }], above: 0 }
}
