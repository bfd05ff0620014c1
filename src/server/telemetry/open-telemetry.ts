/**
 * Tracing with OpenTelemetry's SDK, exported by OTLP over HTTP as JSON. Nothing is registered globally and no library is auto-instrumented:
 * a span contains only what is set here, never URLs, bodies, people, messages or statement values.
 */
import { setTimeout } from 'node:timers/promises'
import { createContextKey, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator, type ExportResult } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import { AppError } from '../errors.ts'
import { sqlState } from '../store/sql/sql-state.ts'
import { describeStatement } from './describe-statement.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

const NAME = 'dirisha'
const STOP_WITHIN_MS = 5_000
const REQUEST_ID = createContextKey('id of the request')

/** Starts tracing as configured by the OTEL_ variables in the process's environment. */
export function openTelemetry({ onExport }: TracingOptions): Tracing {
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
  const resource = resourceFromAttributes({ 'service.name': NAME }).merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(observed(new OTLPTraceExporter(), onExport))] })
  const tracer = provider.getTracer(NAME)
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()

  return {
    request({ id, method, route, headers }) {
      const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const attributes = { 'http.request.method': method, 'http.route': route, 'dirisha.request.id': id }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller)
      const context = trace.setSpan(caller, span).setValue(REQUEST_ID, id)
      return {
        within: (next) => contexts.with(context, next),
        end(status) {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) fail(span, String(status))
          span.end()
        },
      }
    },

    async command(name, work) {
      const parent = contexts.active()
      const span = tracer.startSpan(name, {}, parent)
      try {
        return await contexts.with(trace.setSpan(parent, span), work)
      } catch (error) {
        fail(span, typeOf(error))
        throw error
      } finally {
        span.end()
      }
    },

    statement({ sql, milliseconds, failure }) {
      const parent = contexts.active()
      if (trace.getSpan(parent)?.isRecording() !== true) return
      const { summary, text } = describeStatement(sql)
      const ended = Date.now()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'db.query.text': text }
      const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes, startTime: ended - milliseconds }, parent)
      if (failure !== undefined) fail(span, failure)
      span.end(ended)
    },

    ids() {
      const context = contexts.active()
      const id = context.getValue(REQUEST_ID)
      const span = trace.getSpanContext(context)
      return { ...(typeof id === 'string' && { reqId: id }), ...(span !== undefined && { trace_id: span.traceId, span_id: span.spanId }) }
    },

    async stop() {
      await Promise.race([provider.shutdown().catch(() => undefined), setTimeout(STOP_WITHIN_MS, undefined, { ref: false })])
      contexts.disable()
    },
  }
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The error's code or class, because its message may contain user input. */
function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return sqlState(error) ?? (error instanceof Error ? error.name : 'unknown')
}

/** Wraps the exporter to report when it can no longer reach its receiver, and when it can again. */
function observed(exporter: SpanExporter, onExport: TracingOptions['onExport']): SpanExporter {
  let isFailing = false
  const noticed = ({ code, error }: ExportResult): void => {
    const fails = code !== ExportResultCode.SUCCESS
    if (fails !== isFailing) onExport(fails ? (error ?? new Error('The traces were not taken.')) : undefined)
    isFailing = fails
  }
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      exporter.export(spans, (result) => {
        noticed(result)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
