import type { ManifestIssue } from '../errors.ts'
import type { LoadedOverlay } from '../overlay/overlay-types.ts'
import type { Languages } from '../expressions/languages.ts'
import type { CaptionsAt } from './read/caption-places.ts'
import type { CaseOfFile } from './read/cases.ts'
import type { StructureCheck } from './read/check-structure.ts'
import type { ExpandedSet, ExpandedType } from './read/expanded.ts'
import type { Reporter } from './read/reporter.ts'
import type { Catalogue } from './resolve/resolved.ts'
import type { Resolver } from './resolve/resolver.ts'
import type { IsRight } from './read/schema-validators.ts'
import type { SourceFile } from './read/source-file.ts'

/** Names that manifests may use because code stands behind them. A list of functions or effects that is left out is not checked. */
export interface KnownNames {
  functions?: Record<string, { signature: string; description: string; call: (...args: never[]) => unknown }>
  effects?: string[]
  /** Beside the portal's own and those that modules declare. */
  widgets?: string[]
  /** Beside the portal's own. */
  formatters?: string[]
}

export interface LoadInput extends KnownNames {
  sources: SourceFile[]
  /** The manifest language by file name, e.g. `document-type.schema.json`. */
  schemas: Record<string, unknown>
  /** What the build made of these schemas, see `createStructureCheck`. */
  isRight?: IsRight | undefined
  /** The client whose overlays the catalogue carries. */
  client?: string
}

/** The author's manifests with mixins expanded, and what they resolve to: what overlays are applied to. */
export interface LoadedBase {
  catalogue: Catalogue
  expanded: ExpandedSet
  /** The types as their authors wrote them, and what puts traits and mixins in. */
  written: { types: Record<string, ExpandedType>; expand: (type: ExpandedType, reporter: Reporter) => ExpandedType }
  known: KnownNames
  /** Whether a changed manifest still has the structure of the language. */
  check: StructureCheck
  /** What of a changed manifest must be one line. */
  captionsAt: CaptionsAt
  /** Resolve again only what an overlay changes. */
  resolver: Resolver
  languages: Languages
}

export interface LoadResult {
  /** Null when any manifest has an error. Errors of overlays (E6…) only set the overlay's operation aside: the portal always boots. */
  catalogue: Catalogue | null
  /** For resolveForScope and explain; null as `catalogue` is. */
  base: LoadedBase | null
  issues: ManifestIssue[]
  /** By document type. */
  cases: Record<string, CaseOfFile[]>
  overlays: LoadedOverlay[]
}
