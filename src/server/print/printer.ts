/** Renders printed forms with pdfmake, which is loaded at the first print: it is large and most processes never print. */
import path from 'node:path'
import { createRequire } from 'node:module'
import type * as fontkitModule from 'fontkit'
import type * as pdfmakeModule from 'pdfmake'
import type { Content, PageOrientation, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { AppError } from '../errors.ts'
import type { Clock, Printer, Session } from '../services.ts'
import { drawBlocks } from './blocks.ts'
import { drawable, type HasGlyph } from './drawable.ts'
import { asLayout } from './layout.ts'
import { COLOURS } from './parts.ts'
import { createSheet } from './sheet.ts'
import { drawStatement } from './statement.ts'
import type { Measure } from './widths.ts'

type PdfMake = typeof pdfmakeModule
/** The library, and what its font can draw: regular and bold have the same characters. */
interface Press { pdfmake: PdfMake; hasGlyph: HasGlyph; measure: Measure }
let loaded: Press | undefined

function press(): Press {
  if (loaded !== undefined) return loaded
  const require = createRequire(import.meta.url)
  const made = require('pdfmake') as PdfMake
  const fonts = path.join(path.dirname(require.resolve('pdfmake')), '..', 'fonts', 'Roboto')
  made.setFonts({
    Roboto: {
      normal: path.join(fonts, 'Roboto-Regular.ttf'), bold: path.join(fonts, 'Roboto-Medium.ttf'),
      italics: path.join(fonts, 'Roboto-Italic.ttf'), bolditalics: path.join(fonts, 'Roboto-MediumItalic.ttf'),
    },
  })
  // A layout can name no file and no address: only the fonts are read.
  made.setLocalAccessPolicy((file) => file.startsWith(fonts))
  made.setUrlAccessPolicy(() => false)
  const { openSync } = require('fontkit') as typeof fontkitModule
  const [regular, bold] = ['Roboto-Regular.ttf', 'Roboto-Medium.ttf'].map((file) => openSync(path.join(fonts, file))) as [fontkitModule.Font, fontkitModule.Font]
  const glyphs = new Set(regular.characterSet)
  const measure: Measure = (text, size, isBold) => {
    const font = isBold ? bold : regular
    return font.layout(text).advanceWidth / font.unitsPerEm * size
  }
  loaded = { pdfmake: made, hasGlyph: (codePoint) => glyphs.has(codePoint), measure }
  return loaded
}

/** The server's printer. Throws AppError not-found for a form that the type does not have. */
export function createPrinter(clock: Clock): Printer {
  return {
    async render(input) {
      const print = input.engine.type(input.type).manifest.print[input.print]
      if (print === undefined) throw new AppError('not-found')
      const layout = asLayout(print.layout)
      const orientation = layout.orientation ?? 'portrait'
      const sheet = createSheet(input, { printedAt: clock.now(), room: roomOf(orientation), measure: press().measure })
      const paper: Paper = { title: `${sheet.title} ${input.record.key}`, session: input.session, printedAt: sheet.printedAt, orientation }
      const printed = await draw(drawBlocks(layout.blocks, sheet), paper)
      if (printed.pages === 1 || printed.pages > MOST_DRAWN_CLOSER) return printed.pdf
      // What is a little too long for its last page but one is drawn closer; otherwise it reads better as it is.
      const closer = await draw(drawBlocks(layout.blocks, { ...sheet, isDense: true }), paper)
      return closer.pages < printed.pages ? closer.pdf : printed.pdf
    },
    async statement(statement, session) {
      const printedAt = clock.now()
      const title = `Employee Statement ${statement.employee}`
      return (await draw(drawStatement(statement, session, printedAt), { title, session, printedAt, orientation: 'portrait' })).pdf
    },
  }
}

interface Paper { title: string; session: Session; printedAt: Date; orientation: PageOrientation }

/** Pages of a paper that is tried in a closer drawing: of a long one no page more or less matters, and drawing it twice takes time. */
const MOST_DRAWN_CLOSER = 4
const A4 = { portrait: 595.28, landscape: 841.89 }
const SIDE = 44

/** Points between the margins. */
function roomOf(orientation: PageOrientation): number {
  return A4[orientation] - 2 * SIDE
}

async function draw(content: Content[], { title, session, printedAt, orientation }: Paper): Promise<{ pdf: Buffer; pages: number }> {
  const { pdfmake, hasGlyph } = press()
  let pages = 0
  const definition: TDocumentDefinitions = {
    pageSize: 'A4', pageOrientation: orientation, pageMargins: [SIDE, 36, SIDE, 46],
    defaultStyle: { font: 'Roboto', fontSize: 10, color: COLOURS.INK },
    info: { title, author: session.company.displayName, creationDate: printedAt, modDate: printedAt },
    footer: (current, count) => {
      pages = count
      return drawable({
        margin: [SIDE, 14, SIDE, 0], fontSize: 8, color: COLOURS.FAINT,
        columns: [{ text: `${session.company.displayName} · ${title}` }, { text: `Page ${current} of ${count}`, alignment: 'right', width: 'auto' }],
      }, hasGlyph)
    },
    content: drawable(content, hasGlyph),
  }
  const pdf = await pdfmake.createPdf(definition).getBuffer()
  return { pdf, pages }
}
