import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { FieldIssue } from '../../../core/index.ts'
import type { dropDraft, writeDraft } from '../../drafts/draft-store.ts'
import type { checkRecord, createRecord, deleteAttachment, dryRun, newIdempotencyKey, Portal, readBase64, runAction, toast, updateRecord } from '../../sdk.ts'
import type { ScreenFrame } from '../../shell/screen-frame.ts'
import type { chosen, confirmed } from '../../ui/confirm.ts'
import type { CardData } from './card-data.ts'

/** A card's dependencies: its data, the server, this browser's storage, other screens and dialogs. */
export interface CardParts {
  data: CardData
  portal: Portal
  calls: CardCalls
  cache: CardCache
  drafts: CardDrafts
  screens: CardScreens
  dialogs: CardDialogs
}

export interface CardCalls {
  createRecord: typeof createRecord
  updateRecord: typeof updateRecord
  checkRecord: typeof checkRecord
  runAction: typeof runAction
  dryRun: typeof dryRun
  deleteAttachment: typeof deleteAttachment
  newIdempotencyKey: typeof newIdempotencyKey
  readBase64: typeof readBase64
}

/** The part of a type's cached data that is outdated. */
export type Outdated = 'approvals' | 'list' | 'events' | 'all'

/** The query cache that all screens share. */
export interface CardCache {
  /** Fetches the record from the server. */
  fetch: (manifest: ClientManifest, key: string) => Promise<WireRecord>
  /** Stores a record that the server just returned. */
  put: (manifest: ClientManifest, key: string, record: WireRecord) => void
  /** Invalidates cached data; visible data is refetched. */
  outdate: (manifest: ClientManifest, what: Outdated) => void
  /** Removes a deleted record. */
  remove: (manifest: ClientManifest, key: string) => void
}

export interface CardDrafts {
  writeDraft: typeof writeDraft
  dropDraft: typeof dropDraft
}

export interface CardScreens {
  /** The dialog that contains the card; undefined for a card on its own page. */
  frame: Pick<ScreenFrame, 'close' | 'open'> | undefined
  /** Shows what was stored, in place of the record's own address. */
  stored?: (record: WireRecord) => void
  /** Whether the window is as narrow as a phone now. */
  isPhone: () => boolean
  /** Opens the new record that a button of this name starts, over the stored one. */
  offer: (name: string, key: string) => void
  go: (path: string, options?: { replace: boolean }) => void | Promise<void>
}

export interface CardDialogs {
  toast: Pick<typeof toast, 'success' | 'info' | 'warning' | 'error'>
  confirmed: typeof confirmed
  chosen: typeof chosen
  /** Moves the focus to the field of an error. */
  leadTo: (problem: FieldIssue | undefined) => void
  /** The same for a person who chose the error; also opens a line's dialog. */
  goTo: (problem: FieldIssue) => void
  /** Scrolls to the head of the screen, which shows the new state. */
  showHead: () => void
}
