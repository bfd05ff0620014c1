import type { JsonObject } from '../document/json.ts'
import type { ManifestIssue } from '../errors.ts'
import type { LoadedOverlay } from '../overlay/overlay-types.ts'
import type { FigureValue } from '../expressions/context.ts'
import type { Languages } from '../expressions/languages.ts'
import type { CaptionsAt } from './caption-places.ts'
import type { StructureCheck } from './check-structure.ts'
import type { ExpandedSet, ExpandedType } from './expanded.ts'
import type { Reporter } from './reporter.ts'
import type { Catalogue } from './resolved.ts'
import type { Resolver } from './resolver.ts'
import type { IsRight } from './schema-validators.ts'
import type { SourceFile } from './source-file.ts'

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

/** One case of a `cases.json`; see schemas/cases.schema.json. */
export interface Case {
  name: string
  as?: JsonObject
  settings?: Record<string, JsonObject>
  today?: string
  now?: string
  refs?: Record<string, JsonObject>
  lookups?: Record<string, FigureValue>
  prev?: JsonObject
  doc?: JsonObject
  action?: string
  input?: JsonObject
  expect: {
    actions?: string[]
    errors?: Record<string, string>
    values?: JsonObject
    hidden?: string[]
    locked?: string[]
  }
}

/** A case and where it stands: a type's own come from one file, those of what extends it from others. */
export interface CaseOfFile extends Case { file: string; index: number }

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
