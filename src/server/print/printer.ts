/** Renders printed forms. Assembles the content here; rendering takes time and runs in a separate thread. */
import type { PageOrientation } from 'pdfmake/interfaces.js'
import { AppError } from '../errors.ts'
import { yieldIfBusy } from '../in-pieces.ts'
import { inEnglish } from '../languages/of-request.ts'
import type { Clock, Printer } from '../services.ts'
import { drawBlocks } from './blocks.ts'
import { asLayout } from './layout.ts'
import { PAGE_SIDE_MARGIN } from './parts.ts'
import { PdfRenderer } from './pdf-renderer.ts'
import type { Paper } from './render-pdf.ts'
import type { Sent } from './sent.ts'
import { createSheet } from './sheet.ts'
import { drawStatement } from './statement.ts'

/** Creates the server's printer. Its `render` throws AppError not-found for a form that the type does not have. */
export function createPrinter(clock: Clock): Printer {
  const room = new PdfRenderer()
  return {
    // A paper is filed and read by others.
    render: (input) => inEnglish(async () => {
      const print = input.engine.type(input.type).manifest.print[input.print]
      if (print === undefined) throw new AppError('not-found')
      const layout = asLayout(print.layout)
      const orientation = layout.orientation ?? 'portrait'
      const sheet = await createSheet(input, { printedAt: clock.now(), room: roomOf(orientation) })
      const paper = (content: Sent[]): Paper => ({ content, title: `${sheet.title} ${input.record.key}`, author: input.session.company.displayName, printedAt: sheet.printedAt, orientation })
      // Yields, so that concurrent prints do not all lay out their blocks in one turn of the event loop.
      await yieldIfBusy()
      const printed = await room.draw(paper(drawBlocks(layout.blocks, sheet)))
      if (printed.pages === 1 || printed.pages > MAX_DRAWN_CLOSER) return bytesOf(printed)
      // If content only just spills onto another page, a denser rendering saves that page; otherwise the normal one is easier to read.
      const closer = await room.draw(paper(drawBlocks(layout.blocks, { ...sheet, isDense: true }))).catch((error: unknown) => {
        // Falls back to the paper already rendered.
        if (error instanceof AppError) return printed
        throw error
      })
      return bytesOf(closer.pages < printed.pages ? closer : printed)
    }),
    statement: (statement, session) => inEnglish(async () => {
      const printedAt = clock.now()
      const title = `Employee Statement ${statement.employee}`
      return bytesOf(await room.draw({ content: drawStatement(statement, session, printedAt), title, author: session.company.displayName, printedAt, orientation: 'portrait' }))
    }),
    close: () => room.close(),
  }
}

/** Most pages of a paper for which a denser rendering is tried: in a longer one a page hardly matters, and rendering twice takes time. */
const MAX_DRAWN_CLOSER = 4
const A4 = { portrait: 595.28, landscape: 841.89 }

/** Width between the margins, in points. */
function roomOf(orientation: PageOrientation): number {
  return A4[orientation] - 2 * PAGE_SIDE_MARGIN
}

function bytesOf({ pdf }: { pdf: Uint8Array }): Buffer {
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
}
