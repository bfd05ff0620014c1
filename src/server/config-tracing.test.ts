import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { secretsOf } from './hide-secrets.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (environment: Record<string, string>) => readConfig(environment, { root, cwd: root })
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

describe('traces', () => {
  it.each([{}, { OTEL_SERVICE_NAME: 'portal' }, { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }])('they are not exported with %j', (environment) => {
    expect(read(environment).tracing).toBeUndefined()
  })

  it.each([ENDPOINT, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/traces' }, { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }])('they are exported with %j', (environment) => {
    expect(read(environment).tracing).toEqual({ secrets: [] })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'], [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'], [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'jaeger' }, 'OTEL_TRACES_EXPORTER'],
  ])('the settings %j are refused', (environment, name) => {
    expect(() => read(environment as Record<string, string>)).toThrow(name)
  })

  it('the keys that they are sent with count as secrets', () => {
    const secrets = secretsOf(read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20b2Y6NDcxNQ==,x-key=of-4715' }))
    expect(secrets).toEqual(['Basic%20b2Y6NDcxNQ==', 'Basic b2Y6NDcxNQ==', 'of-4715'])
  })
})
