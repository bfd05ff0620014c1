/**
 * The environment settings that turn on trace export, under OpenTelemetry's own names. Its SDK reads the rest (batches, sampling, timeouts)
 * itself.
 */
import type { ConfigReader } from './config-reader.ts'

type Reader = Pick<ConfigReader, 'text' | 'address' | 'problem'>

export interface TracingConfig {
  /** Values of the headers sent with every export, most of which are keys. */
  secrets: string[]
}

const PREFIX = 'OTEL_EXPORTER_OTLP'
const EXAMPLE = 'http://collector:4318'

/** Undefined unless an endpoint is set, or if OTEL_SDK_DISABLED=true or OTEL_TRACES_EXPORTER=none turns export off anyway. */
export function readTracing({ text, address, problem }: Reader): TracingConfig | undefined {
  const exporter = text('OTEL_TRACES_EXPORTER') ?? 'otlp'
  const endpoints = [`${PREFIX}_ENDPOINT`, `${PREFIX}_TRACES_ENDPOINT`].filter((name) => text(name) !== undefined)
  if (endpoints.length === 0 || exporter === 'none' || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  for (const name of endpoints) address(name, ['http:', 'https:'], EXAMPLE)
  if (exporter !== 'otlp') problem('OTEL_TRACES_EXPORTER', `'${exporter}'`, 'otlp or none')
  for (const name of [`${PREFIX}_PROTOCOL`, `${PREFIX}_TRACES_PROTOCOL`]) {
    const protocol = text(name)
    if (protocol !== undefined && protocol !== 'http/json') problem(name, `'${protocol}'`, 'http/json, the only one that is spoken')
  }
  const headers = [text(`${PREFIX}_HEADERS`), text(`${PREFIX}_TRACES_HEADERS`)].flatMap((given) => given?.split(',') ?? [])
  return { secrets: headers.flatMap((header) => bothForms(header.slice(header.indexOf('=') + 1).trim())) }
}

/** The value as configured and as sent. */
function bothForms(value: string): string[] {
  try {
    return [value, decodeURIComponent(value)]
  } catch {
    return [value]
  }
}
