/** Renders papers with pdfmake: the slow part of a print, run in a separate thread (pdf-worker.ts). */
import path from 'node:path'
import { createRequire } from 'node:module'
import type * as fontkitModule from 'fontkit'
import type * as pdfmakeModule from 'pdfmake'
import type { Content, PageOrientation, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { drawable, type HasGlyph } from './drawable.ts'
import { COLOURS, PAGE_SIDE_MARGIN } from './parts.ts'
import type { Sent } from './sent.ts'
import { tableLayout } from './table-layouts.ts'
import { columnWidths, isUnmeasured, type Measure } from './widths.ts'

/** The content to render: plain data, so that it can be sent to another thread. */
export interface Paper { content: Sent[]; title: string; author: string; printedAt: Date; orientation: PageOrientation }
export interface Printed { pdf: Uint8Array; pages: number }

type PdfMake = typeof pdfmakeModule
/** pdfmake with the glyphs of its font; regular and bold have the same characters. */
interface PdfLibrary { pdfmake: PdfMake; hasGlyph: HasGlyph; measure: Measure }
let loaded: PdfLibrary | undefined

function pdfLibrary(): PdfLibrary {
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
  // A layout cannot load any file or URL: only the fonts may be read.
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

/** Renders the paper as a PDF. */
export async function renderPdf({ content, title, author, printedAt, orientation }: Paper): Promise<Printed> {
  const { pdfmake, hasGlyph, measure } = pdfLibrary()
  // Valid pdfmake content once its widths are resolved below.
  const drawn = drawable(content, hasGlyph) as Content[]
  resolveTables(drawn, measure, new Map())
  let pages = 0
  const definition: TDocumentDefinitions = {
    pageSize: 'A4', pageOrientation: orientation, pageMargins: [PAGE_SIDE_MARGIN, 36, PAGE_SIDE_MARGIN, 46],
    defaultStyle: { font: 'Roboto', fontSize: 10, color: COLOURS.INK },
    info: { title, author, creationDate: printedAt, modDate: printedAt },
    footer: (current, count) => {
      pages = count
      return drawable({
        margin: [PAGE_SIDE_MARGIN, 14, PAGE_SIDE_MARGIN, 0], fontSize: 8, color: COLOURS.FAINT,
        columns: [{ text: `${author} · ${title}` }, { text: `Page ${current} of ${count}`, alignment: 'right', width: 'auto' }],
      }, hasGlyph)
    },
    content: drawn,
  }
  const pdf = await pdfmake.createPdf(definition).getBuffer()
  return { pdf: new Uint8Array(pdf), pages }
}

/**
 * Replaces layout names with functions, and unmeasured columns with their widths. Each row of a table is a table itself, so they share
 * these.
 */
function resolveTables(content: unknown, measure: Measure, resolved: Map<unknown, unknown>): void {
  if (typeof content !== 'object' || content === null) return
  const node = content as Record<string, unknown>
  const once = <T>(of: unknown, make: () => T): T => {
    if (!resolved.has(of)) resolved.set(of, make())
    return resolved.get(of) as T
  }
  const { layout, widths } = node
  if (typeof layout === 'string') node['layout'] = once(layout, () => tableLayout(layout))
  // A copy, because pdfmake modifies a table's widths.
  if (isUnmeasured(widths)) node['widths'] = [...once(widths, () => columnWidths(widths.columns, widths.room, measure))]
  for (const [name, part] of Object.entries(node)) if (name !== 'layout' && name !== 'widths') resolveTables(part, measure, resolved)
}
