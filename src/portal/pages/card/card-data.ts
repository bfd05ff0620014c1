import type { ClientManifest, LookupsAnswer, WireRecord } from '../../../contract/index.ts'
import type { CompiledType, Doc, FormSession, JsonObject } from '../../../core/index.ts'
import type { Draft, DraftPlace } from '../../drafts/draft-store.ts'
import type { Clash } from '../../drafts/merge-changes.ts'
import type { References } from '../../form/references.ts'
import type { PageScope } from '../../shell/use-page-scope.ts'
import type { Carried } from './carried-lines.ts'

/** Everything that a card needs before it can be rendered. */
export interface CardData {
  compiled: CompiledType
  /** The manifest of the same type, without the fields that are redacted in this record. */
  manifest: ClientManifest
  references: References
  record: WireRecord | undefined
  draft: Draft | undefined
  place: DraftPlace
  /** The view of the card that is shown; `main` is the card itself. */
  view: string
  /** The key of the one line to which grouped lines are limited. */
  line?: string | undefined
  /** It is only read here, because a form in steps changes it. */
  isRead?: boolean | undefined
  /** The initial values of a new record from the address. */
  scope: PageScope
  carried: Carried | undefined
  lists: Record<string, JsonObject[]>
  /** The current user's own figures; absent for records of others, where rules must not read them. */
  lookups: LookupsAnswer | undefined
  /** What the card starts with, if that was evaluated before it is drawn; the card takes it. */
  opened?: Opened[]
  /** Renders the fields that this response shows, once an open card would lose nothing by it. */
  follow: (record: WireRecord) => void
}

/** The stored record on which changes are based; empty for a new one. */
export interface DraftOrigin { rev: number | undefined; base: Doc | undefined }

/** What a card starts with: the stored record, a new document, or a draft on top of either. */
export interface Opening { doc: Doc; draft: Draft | undefined; clashes: Clash[]; origin: DraftOrigin }

/** The same with its rules evaluated, before it is drawn. */
export interface Opened extends Opening { record: WireRecord | undefined; session: FormSession }
