/** Renders PDFs in a separate thread, so that a long one does not block other requests. */
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { Turns } from '../turns.ts'
import type { Paper, Printed } from './render-pdf.ts'
import type { RenderAnswer } from './pdf-worker.ts'

/** Limits of a renderer: `longest` and `idle` in milliseconds, `waiting` papers, `heap` in MB. */
export interface RendererBounds { longest: number; idle: number; waiting: number; heap: number }

/** Far above what the longest form needs. An idle thread is ended to free its memory. */
const BOUNDS: RendererBounds = { longest: 30_000, idle: 300_000, waiting: 50, heap: 512 }
const ONE = 'press'

/** Runs one thread: started for the first paper, ended when idle, and restarted after a crash. */
export class PdfRenderer {
  readonly #bounds: RendererBounds
  readonly #turns = new Turns()
  #thread: Worker | undefined
  #waiting = 0
  #idle: NodeJS.Timeout | undefined
  #isClosed = false
  /** Settles the promise of the paper being rendered. */
  #give: { resolve: (answer: RenderAnswer) => void; reject: (error: Error) => void } | undefined

  constructor(bounds: Partial<RendererBounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds }
  }

  /** Renders the paper after those queued before it. @throws AppError print-queue-full, or paper-too-large if it takes too much time or memory */
  async draw(paper: Paper): Promise<Printed> {
    if (this.#waiting >= this.#bounds.waiting) throw new AppError('print-queue-full')
    this.#waiting += 1
    try {
      return await this.#turns.inTurn(ONE, () => this.#drawNow(paper))
    } finally {
      this.#waiting -= 1
    }
  }

  /** Ends the thread without finishing its current paper. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #drawNow(paper: Paper): Promise<Printed> {
    if (this.#isClosed) throw new AppError('unavailable')
    clearTimeout(this.#idle)
    const thread = this.#started()
    thread.ref()
    let timer: NodeJS.Timeout | undefined
    try {
      const answer = await new Promise<RenderAnswer>((resolve, reject) => {
        timer = setTimeout(() => reject(new AppError('paper-too-large')), this.#bounds.longest)
        this.#give = { resolve, reject }
        thread.postMessage(paper)
      })
      if ('failure' in answer) throw new Error('A paper could not be drawn.', { cause: answer.failure })
      return answer.printed
    } catch (error) {
      await this.#end()
      throw error
    } finally {
      clearTimeout(timer)
      this.#give = undefined
      thread.unref()
      this.#idle = setTimeout(() => void this.#end(), this.#bounds.idle).unref()
    }
  }

  /** The thread gets none of the process's environment, which holds secrets. */
  #started(): Worker {
    if (this.#thread !== undefined) return this.#thread
    const thread = new Worker(new URL('./pdf-worker.js', import.meta.url), { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: this.#bounds.heap } })
    // A thread that was ended may still send messages while its successor renders.
    const given = () => (this.#thread === thread ? this.#give : undefined)
    thread.on('message', (answer: RenderAnswer) => given()?.resolve(answer))
    thread.on('error', (error: NodeJS.ErrnoException) => given()?.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('paper-too-large') : error))
    thread.on('exit', () => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      this.#give?.reject(new AppError('unavailable'))
    })
    this.#thread = thread
    return thread
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    this.#give?.reject(new AppError('unavailable'))
    await thread?.terminate()
  }
}
