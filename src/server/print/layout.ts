/** A print layout as defined by its schema (print-layout.schema.json). The loader has validated it. */
import type { JsonObject } from '../../core/index.ts'

export interface PrintColumn {
  field: string
  title?: string
  width?: string
  as?: 'month'
  sum?: boolean
}

export interface PrintBlock {
  kind: 'letterhead' | 'facts' | 'table' | 'text' | 'files' | 'approvals' | 'signatures' | 'verification' | 'beside'
  title?: string
  when?: string
  fields?: string[]
  lines?: string
  columns?: PrintColumn[]
  total?: string
  text?: string
  names?: string[]
  blocks?: PrintBlock[]
}

export interface PrintLayout {
  orientation?: 'portrait' | 'landscape'
  blocks: PrintBlock[]
}

/** The layout of a resolved print; the loader has validated it against the schema. */
export function asLayout(layout: JsonObject): PrintLayout {
  return layout as unknown as PrintLayout
}
