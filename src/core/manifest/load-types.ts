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
import type { CompiledCheck } from './read/schema-validators.ts'
import type { SourceFile } from './read/source-text.ts'

/** Names that manifests may use because code implements them. If the list of functions or effects is omitted, they are not checked. */
export interface KnownNames {
  functions?: Record<string, { signature: string; description: string; call: (...args: never[]) => unknown }>
  effects?: string[]
  /** In addition to the portal's own and those that modules declare. */
  widgets?: string[]
  /** In addition to the portal's own. */
  formatters?: string[]
}

export interface LoadInput extends KnownNames {
  sources: SourceFile[]
  /** The schemas of the manifest language by file name, e.g. `document-type.schema.json`. */
  schemas: Record<string, unknown>
  /** What the build compiled from these schemas; see `createStructureCheck`. */
  compiledCheck?: CompiledCheck | undefined
  /** The client whose overlays the catalogue includes. */
  client?: string
}

/** The manifests with traits and mixins expanded, and what they resolve to: the base that overlays are applied to. */
export interface LoadedBase {
  catalogue: Catalogue
  expanded: ExpandedSet
  /** The types as their authors wrote them, and the function that expands traits and mixins. */
  written: { types: Record<string, ExpandedType>; expand: (type: ExpandedType, reporter: Reporter) => ExpandedType }
  known: KnownNames
  /** Checks whether a changed manifest still has the structure of the language. */
  check: StructureCheck
  /** Finds the captions in a changed manifest, each of which must be a single line. */
  captionsAt: CaptionsAt
  /** Resolves again only what an overlay changes. */
  resolver: Resolver
  languages: Languages
}

export interface LoadResult {
  /** Null if any manifest has an error. Errors of overlays (E6…) only set the operation aside: the portal always starts. */
  catalogue: Catalogue | null
  /** For resolveForScope and explain; null if `catalogue` is. */
  base: LoadedBase | null
  issues: ManifestIssue[]
  /** By document type. */
  cases: Record<string, CaseOfFile[]>
  overlays: LoadedOverlay[]
}
