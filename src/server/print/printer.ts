/** Renders printed forms with pdfmake, which is loaded at the first print: it is large and most processes never print. */
import path from 'node:path'
import { createRequire } from 'node:module'
import type * as fontkitModule from 'fontkit'
import type * as pdfmakeModule from 'pdfmake'
import type { CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { AppError } from '../errors.ts'
import type { Clock, Printer, Session } from '../services.ts'
import { COLOURS, drawBlock } from './blocks.ts'
import { drawable, type HasGlyph } from './drawable.ts'
import { asLayout } from './layout.ts'
import { createSheet } from './sheet.ts'
import { drawStatement } from './statement.ts'

type PdfMake = typeof pdfmakeModule
/** The library, and what its font can draw: regular and bold have the same characters. */
interface Press { pdfmake: PdfMake; hasGlyph: HasGlyph }
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
  made.setTableLayouts(TABLE_LAYOUTS)
  // A layout can name no file and no address: only the fonts are read.
  made.setLocalAccessPolicy((file) => file.startsWith(fonts))
  made.setUrlAccessPolicy(() => false)
  const { openSync } = require('fontkit') as typeof fontkitModule
  const font = openSync(path.join(fonts, 'Roboto-Regular.ttf'))
  const glyphs = new Set('characterSet' in font ? font.characterSet : [])
  loaded = { pdfmake: made, hasGlyph: (codePoint) => glyphs.has(codePoint) }
  return loaded
}

const lines = (boldBeforeLast: boolean): CustomTableLayout => ({
  hLineWidth: (row, node) => {
    if (row === 0) return 0
    return boldBeforeLast && row === node.table.body.length - 1 ? 1 : 0.5
  },
  hLineColor: (row, node) => (boldBeforeLast && row === node.table.body.length - 1 ? COLOURS.INK : COLOURS.RULE),
  vLineWidth: () => 0,
  paddingLeft: () => 6, paddingRight: () => 6, paddingTop: () => 4.5, paddingBottom: () => 4.5,
})

const TABLE_LAYOUTS: Record<string, CustomTableLayout> = {
  facts: {
    hLineWidth: () => 0, vLineWidth: () => 0,
    paddingLeft: () => 0, paddingRight: () => 12, paddingTop: () => 3.5, paddingBottom: () => 3.5,
  },
  lines: lines(false),
  linesWithTotal: lines(true),
}

/** The server's printer. Throws AppError not-found for a form that the type does not have. */
export function createPrinter(clock: Clock): Printer {
  return {
    async render(input) {
      const print = input.engine.type(input.type).manifest.print[input.print]
      if (print === undefined) throw new AppError('not-found')
      const layout = asLayout(print.layout)
      const sheet = createSheet(input, clock.now())
      const content = layout.blocks.map((block) => drawBlock(block, sheet)).filter((block) => block !== null)
      const { pdfmake, hasGlyph } = press()
      const definition = page({ title: `${sheet.title} ${sheet.input.record.key}`, session: sheet.input.session, printedAt: sheet.printedAt }, layout.orientation ?? 'portrait', hasGlyph)
      return await pdfmake.createPdf({ ...definition, content: drawable(content, hasGlyph) }).getBuffer()
    },
    async statement(statement, session) {
      const { pdfmake, hasGlyph } = press()
      const definition = page({ title: `Employee Statement ${statement.employee}`, session, printedAt: clock.now() }, 'portrait', hasGlyph)
      return await pdfmake.createPdf({ ...definition, content: drawable(drawStatement(statement, session), hasGlyph) }).getBuffer()
    },
  }
}

interface Paper { title: string; session: Session; printedAt: Date }

function page({ title, session, printedAt }: Paper, orientation: 'portrait' | 'landscape', hasGlyph: HasGlyph): Omit<TDocumentDefinitions, 'content'> {
  return {
    pageSize: 'A4', pageOrientation: orientation, pageMargins: [44, 40, 44, 54],
    defaultStyle: { font: 'Roboto', fontSize: 10, color: COLOURS.INK },
    info: { title, author: session.company.displayName, creationDate: printedAt, modDate: printedAt },
    footer: (current, count) => drawable({
      margin: [44, 16, 44, 0], fontSize: 8, color: COLOURS.FAINT,
      columns: [{ text: `${session.company.displayName} · ${title}` }, { text: `Page ${current} of ${count}`, alignment: 'right' }],
    }, hasGlyph),
  }
}
