/**
 * Traces of the server, if configured. This file does not import OpenTelemetry's SDK, which is loaded only if a setting turns traces on.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'

/** A request in progress. */
export interface TracedRequest {
  /** Runs `next` so that everything it starts belongs to the request. */
  within(next: () => void): void
  end(status: number): void
}

/** A statement and its duration in milliseconds. */
export interface TracedStatement { sql: string; milliseconds: number; /** The error code, if it failed. */ failure?: string | undefined }

/** The request and span of the current context, for log lines; empty outside a request. */
export interface TraceIds { reqId?: string; trace_id?: string; span_id?: string }

export interface Tracing {
  /**
   * Starts the span of a request, as a child of the caller's if its `traceparent` names one. Records the route rather than the URL, which
   * may contain confidential values.
   */
  request(request: { id: string; method: string; route: string; headers: IncomingHttpHeaders }): TracedRequest
  /** Runs the request's command in its own span. */
  command<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Reports a completed statement; statements outside a request are ignored. */
  statement(statement: TracedStatement): void
  ids(): TraceIds
  /** Exports pending spans, within a few seconds. */
  stop(): Promise<void>
}

export interface TracingOptions {
  /** Called with the reason when exporting starts to fail, and with undefined when it works again. */
  onExport: (why: Error | undefined) => void
}

/** Loads OpenTelemetry if traces are configured; undefined if not. */
export async function startTracing({ tracing }: Pick<Config, 'tracing'>, options: TracingOptions): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(options)
}
