/** The thread that renders papers one after the other: receives a Paper, sends back a RenderAnswer. */
import { parentPort } from 'node:worker_threads'
import { renderPdf, type Paper, type Printed } from './render-pdf.ts'

/** The rendered paper, or why it could not be rendered. */
export type RenderAnswer = { printed: Printed } | { failure: unknown }

parentPort?.on('message', (paper: Paper) => {
  renderPdf(paper).then(
    (printed) => parentPort?.postMessage({ printed } satisfies RenderAnswer, [printed.pdf.buffer as ArrayBuffer]),
    (failure: unknown) => parentPort?.postMessage({ failure } satisfies RenderAnswer),
  )
})
