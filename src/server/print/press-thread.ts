/** The thread in which papers are drawn, one after the other: it takes a Paper and answers what came of it. */
import { parentPort } from 'node:worker_threads'
import { drawPaper, type Paper, type Printed } from './press.ts'

/** What the thread answers: the paper, or why it could not be drawn. */
export type PressAnswer = { printed: Printed } | { failure: unknown }

parentPort?.on('message', (paper: Paper) => {
  drawPaper(paper).then(
    (printed) => parentPort?.postMessage({ printed } satisfies PressAnswer, [printed.pdf.buffer as ArrayBuffer]),
    (failure: unknown) => parentPort?.postMessage({ failure } satisfies PressAnswer),
  )
})
