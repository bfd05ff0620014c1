import type { JsonObject } from '../../document/json.ts'

/** A part of an expanded manifest that came from another place of the sources than its own path says. */
export interface Graft { at: string[]; file: string; path: (string | number)[] }

/** An author's manifest with its mixins put in, before defaults. Overlays change a copy of it. */
export interface ExpandedType {
  id: string
  module: string
  file: string
  manifest: JsonObject
  grafts: Graft[]
  /** Print layouts by the path that the manifest gives. */
  layouts: Record<string, JsonObject>
}

export interface ExpandedModule { id: string; file: string; manifest: JsonObject }

export interface ExpandedSet {
  types: Record<string, ExpandedType>
  modules: Record<string, ExpandedModule>
}
