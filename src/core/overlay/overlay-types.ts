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

/** An overlay whose structure is right, from a file or from a published row. */
export interface LoadedOverlay {
  /** File, or the name of the published row; issues name it. */
  source: string
  extends: { id: string; version: number }
  layer: Layer
  /** The client, company, role or user it is for. */
  name: string
  author?: string
  operations: OverlayOperation[]
  /** Text of the file, so that issues have lines; absent for published rows. */
  text?: string
}

/** For whom a catalogue is resolved. */
export interface Scope { client?: string; company?: string; roles?: string[]; user?: string }
