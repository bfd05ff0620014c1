import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, describe, expect, it } from 'vitest'
import { ruledLayout } from './parts.ts'
import { PdfRenderer, type RendererBounds } from './pdf-renderer.ts'
import type { Paper } from './render-pdf.ts'
import type { Sent } from './sent.ts'
import type { Unmeasured } from './widths.ts'

let room: PdfRenderer | undefined
const open = (bounds: Partial<RendererBounds> = {}): PdfRenderer => (room = new PdfRenderer(bounds))
afterEach(() => room?.close())

/** A paper with a table of the given number of rows, each a table itself, as in a form. */
function paper(rows: number): Paper {
  const widths: Unmeasured = { columns: [{ width: 'auto', heading: 'No', texts: ['1'], isWhole: true }, { width: '*', heading: 'What', texts: ['Some words'], isWhole: false }], room: 500 }
  const row = (index: number): Sent => ({ table: { widths, body: [[String(index), `Some words ${index}`]] }, layout: ruledLayout(false) })
  return { content: Array.from({ length: rows }, (_, index) => row(index)), title: 'Paper', author: 'Somebody', printedAt: new Date('2026-06-15T09:00:00Z'), orientation: 'portrait' }
}
const headOf = (pdf: Uint8Array): string => Buffer.from(pdf).subarray(0, 5).toString()

describe('papers rendered in a separate thread', () => {
  it('a long paper does not block the server’s thread', async () => {
    const press = open()
    await press.draw(paper(1))
    const held = monitorEventLoopDelay({ resolution: 5 })
    const content = paper(1_500)
    held.enable()
    const began = performance.now()
    const { pdf, pages } = await press.draw(content)
    const took = performance.now() - began
    held.disable()
    expect([headOf(pdf), pages > 20]).toEqual(['%PDF-', true])
    expect(held.max / 1e6).toBeLessThan(took / 2)
  })

  it('a paper that takes too long is abandoned, and one is printed after another has failed', async () => {
    const press = open({ longest: 1 })
    await expect(press.draw(paper(3_000))).rejects.toMatchObject({ code: 'paper-too-large', status: 422 })
    await press.close()
    const next = open()
    const [first, second] = await Promise.all([next.draw({ ...paper(1), content: [{ image: 'data:image/png;base64,AAAA' }] }).catch((error: Error) => error.message), next.draw(paper(1))])
    expect([first, headOf(second.pdf)]).toEqual(['A paper could not be drawn.', '%PDF-'])
  })

  it('a paper that needs too much memory is abandoned without harm to the server', async () => {
    await expect(open({ heap: 24 }).draw(paper(30_000))).rejects.toMatchObject({ code: 'paper-too-large' })
  })

  it('a paper is refused while too many are waiting', async () => {
    const press = open({ waiting: 2 })
    const drawn = [press.draw(paper(50)), press.draw(paper(1))]
    await expect(press.draw(paper(1))).rejects.toMatchObject({ code: 'print-queue-full', status: 503 })
    expect((await Promise.all(drawn)).map(({ pages }) => pages)).toEqual([2, 1])
    expect((await press.draw(paper(1))).pages).toBe(1)
  })

  it('they are not finished once the server stops', async () => {
    const press = open()
    await press.draw(paper(1))
    const drawing = press.draw(paper(3_000)).catch((error: unknown) => error)
    await new Promise((resolve) => { setImmediate(resolve) })
    await press.close()
    expect(await drawing).toMatchObject({ code: 'unavailable' })
    await expect(press.draw(paper(1))).rejects.toMatchObject({ code: 'unavailable' })
  })
})
