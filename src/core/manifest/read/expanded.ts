import type { JsonObject } from '../../document/json.ts'

/** A part of an expanded manifest that comes from another place in the sources than its own path. */
export interface PartOrigin { at: string[]; file: string; path: (string | number)[] }

/** An author's manifest with traits and mixins expanded, before defaults. Overlays change a copy of it. */
export interface ExpandedType {
  id: string
  module: string
  file: string
  manifest: JsonObject
  partOrigins: PartOrigin[]
  /** Print layouts by the path that the manifest uses. */
  layouts: Record<string, JsonObject>
}

export interface ExpandedModule { id: string; file: string; manifest: JsonObject }

export interface ExpandedSet {
  types: Record<string, ExpandedType>
  modules: Record<string, ExpandedModule>
}
