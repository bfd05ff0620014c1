/** The thread in which papers are drawn, one after the other: it takes a Paper and answers what came of it. */
import { parentPort } from 'node:worker_threads'
import { renderPdf, type Paper, type Printed } from './render-pdf.ts'

/** What the thread answers: the paper, or why it could not be drawn. */
export type RenderAnswer = { printed: Printed } | { failure: unknown }

parentPort?.on('message', (paper: Paper) => {
  renderPdf(paper).then(
    (printed) => parentPort?.postMessage({ printed } satisfies RenderAnswer, [printed.pdf.buffer as ArrayBuffer]),
    (failure: unknown) => parentPort?.postMessage({ failure } satisfies RenderAnswer),
  )
})
