import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { FieldIssue } from '../../../core/index.ts'
import type { dropDraft, writeDraft } from '../../drafts/draft-store.ts'
import type { createRecord, deleteAttachment, newIdempotencyKey, Portal, readBase64, runAction, toast, updateRecord } from '../../sdk.ts'
import type { ScreenFrame } from '../../shell/screen-frame.ts'
import type { chosen, confirmed } from '../../ui/confirm.ts'
import type { CardData } from './use-card-data.ts'

/** What a card is made of, and its ways to the server, to this browser, to other screens and to the person. */
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
  runAction: typeof runAction
  deleteAttachment: typeof deleteAttachment
  newIdempotencyKey: typeof newIdempotencyKey
  readBase64: typeof readBase64
}

/** What was read of a type and does not hold any more. */
export type Outdated = 'approvals' | 'list' | 'events' | 'all'

/** What all screens have read from the server. */
export interface CardCache {
  /** The record as the server has it now. */
  fetch: (manifest: ClientManifest, key: string) => Promise<WireRecord>
  /** A record as the server just answered it, for whoever shows it. */
  put: (manifest: ClientManifest, key: string, record: WireRecord) => void
  /** Has it asked again, where it is shown. */
  outdate: (manifest: ClientManifest, what: Outdated) => void
  /** A record that is no more. */
  remove: (manifest: ClientManifest, key: string) => void
}

export interface CardDrafts {
  writeDraft: typeof writeDraft
  dropDraft: typeof dropDraft
}

export interface CardScreens {
  /** The dialog that the card stands in; undefined for one on a page of its own. */
  frame: Pick<ScreenFrame, 'close' | 'open'> | undefined
  go: (path: string, options?: { replace: boolean }) => void | Promise<void>
}

export interface CardDialogs {
  toast: Pick<typeof toast, 'success' | 'info' | 'warning'>
  confirmed: typeof confirmed
  chosen: typeof chosen
  /** Moves the focus to the field of a problem. */
  leadTo: (problem: FieldIssue | undefined) => void
  /** Brings the head of the screen, with its new state, into view. */
  showHead: () => void
}
