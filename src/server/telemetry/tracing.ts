/** Traces of what the server does, where the environment asks for them. This file loads nothing of OpenTelemetry's SDK: without a setting none of it is. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'

/** A request while it is answered. */
export interface TracedRequest {
  /** Runs `next` so that whatever it begins belongs to the request. */
  within(next: () => void): void
  end(status: number): void
}

/** What a statement was, and how long it took until now. */
export interface TracedStatement { sql: string; milliseconds: number; /** The code of the error, where it failed. */ failure?: string | undefined }

/** Which request and which span something belongs to, for a line of the log; nothing outside a request. */
export interface TraceIds { reqId?: string; trace_id?: string; span_id?: string }

export interface Tracing {
  /** Begins the span of a request, below the caller's where its `traceparent` names one. The route stands for the address, which may hold what nobody else is to read. */
  request(request: { id: string; method: string; route: string; headers: IncomingHttpHeaders }): TracedRequest
  /** Runs the command of a request in a span of its own. */
  command<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Reports a statement that has ended; one that belongs to no request is passed over. */
  statement(statement: TracedStatement): void
  ids(): TraceIds
  /** Exports what is left, within a few seconds. */
  stop(): Promise<void>
}

export interface TracingOptions {
  /** Told when nothing can be exported any more, with why, and with undefined when it can again. */
  onExport: (why: Error | undefined) => void
}

/** Loads OpenTelemetry where the settings ask for traces; undefined where they do not. */
export async function startTracing({ tracing }: Pick<Config, 'tracing'>, options: TracingOptions): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(options)
}
