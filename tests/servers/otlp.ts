/** A receiver of traces, like a collector: OTLP over HTTP (opentelemetry-proto, ExportTraceServiceRequest) as JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
interface Attribute { key: string; value: Value }
interface SentSpan { traceId: string; spanId: string; parentSpanId?: string; name: string; kind: number; startTimeUnixNano: string; endTimeUnixNano: string; attributes: Attribute[]; events?: unknown[]; status: { code?: number; message?: string } }
interface Sent { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[] }

export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> { attributes: Record<string, unknown>; resource: Record<string, unknown> }

export interface TraceReceiver {
  url: string
  spans: ReceivedSpan[]
  /** Everything received, unparsed, headers included. */
  raw: string[]
  /** Sets the status of its responses from now on. */
  answer(status: number): void
  stop(): Promise<void>
}

const valuesOf = (attributes: Attribute[]): Record<string, unknown> => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts one on a free port. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  let status = 200
  const spans: ReceivedSpan[] = []
  const raw: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      const body = Buffer.concat(parts).toString()
      if (request.method !== 'POST' || request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') {
        response.writeHead(404).end()
        return
      }
      if (status === 200) {
        raw.push(`${JSON.stringify(request.headers)}\n${body}`)
        for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
          spans.push(...scopeSpans.flatMap((scope) => scope.spans).map((span) => ({ ...span, attributes: valuesOf(span.attributes), resource: valuesOf(resource.attributes) })))
        }
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, raw,
    answer: (next) => { status = next },
    stop: () => new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    }),
  }
}
