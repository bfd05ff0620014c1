import type { Json } from '../document/json.ts'

export type Layer = 'client' | 'company' | 'role' | 'user'

/** One change; see schemas/overlay.schema.json. */
export interface OverlayOperation {
  do: 'set' | 'add' | 'hide' | 'move' | 'tighten' | 'replace-rule'
  at: string
  to?: Json
  was?: Json
  place?: { after?: string; before?: string; first?: true; last?: true }
  reason?: string
}

/** An overlay with a valid structure, from a file or a published row. */
export interface LoadedOverlay {
  /** The file, or the name of the published row; issues name it. */
  source: string
  extends: { id: string; version: number }
  layer: Layer
  /** The client, company, role or user that it applies to. */
  name: string
  author?: string
  operations: OverlayOperation[]
  /** The source text, if it is known, so that issues have line numbers. */
  text?: string
}

/** Who a catalogue is resolved for. */
export interface Scope { client?: string; company?: string; roles?: string[]; user?: string }
