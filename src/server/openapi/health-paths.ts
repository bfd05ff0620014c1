/** The calls for whoever keeps the server running. Paths are relative to the server's root. */
import type { JsonObject } from '../../core/index.ts'
import { operation } from './operations.ts'

const TAG = 'Operation'

function health(summary: string, properties: JsonObject): JsonObject {
  return { description: summary, content: { 'application/json': { schema: { type: 'object', required: ['status'], properties: { status: { type: 'string' }, ...properties } } } } }
}

const READINESS = health('Ready.', { database: { type: 'string', enum: ['ok', 'unreachable', 'unwritable'], description: 'Unwritable: it answers, but cannot be changed, as its disk is full. Reading goes on.' }, documentTypes: { type: 'integer', description: 'How many are loaded.' } })

export const HEALTH_PATHS: Record<string, JsonObject> = {
  healthz: { get: operation({ id: 'healthz', summary: 'Whether the process runs', tag: TAG, isPublic: true, answer: health('It runs.', {}) }) },
  readyz: { get: withUnready(operation({ id: 'readyz', summary: 'Whether it can answer: the database does and can be changed, and manifests are loaded', tag: TAG, isPublic: true, answer: READINESS })) },
  metrics: {
    get: operation({
      id: 'metrics', summary: 'Figures for Prometheus', tag: TAG, isPublic: true,
      answer: { description: 'The figures, as text.', content: { 'text/plain': { schema: { type: 'string' } } } },
    }),
  },
}

function withUnready(described: JsonObject): JsonObject {
  return { ...described, responses: { ...(described['responses'] as JsonObject), 503: { ...READINESS, description: 'Not ready.' } } }
}
