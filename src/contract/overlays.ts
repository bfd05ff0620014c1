/**
 * What companies, roles and people have otherwise than the manifests say, for who holds the right to it.
 *
 *   GET    admin/overlays          -> Answer<OverlayRow[]>
 *   GET    admin/overlays/files    -> Answer<FileOverlayRow[]>: those in files of the modules
 *   GET    admin/overlays/targets  -> Answer<OverlayTargets>; `?search=` asks for other people than the first
 *   GET    admin/overlays/history  -> ListAnswer<OverlayEvent>, newest first; `?cursor=`, `?limit=`
 *   POST   admin/overlays          an overlay -> Answer<{ id }>; `?replaces=<id>` puts it in the place of one, 409 stale when that is gone, 422 when it is of another type or for somebody else
 *   POST   admin/overlays/preview  an overlay, `?replaces=<id>` -> Answer<OverlayPreview>; writes nothing
 *   DELETE admin/overlays/<id>     -> Answer<null>
 *   GET    admin/explain           -> ExplainAnswer
 */
import type { Explained, FieldIssue, JsonObject, OverlayChange } from '../core/index.ts'
import type { Answer } from './envelope.ts'

/** What of an overlay cannot be applied to the manifests as they are now. */
export interface OverlayConflict { code: string; path: string; message: string; expected?: string; seen?: string }

interface OverlayPlace {
  /** Document type, and what people call it. */
  type: string
  title: string
  /** `company:MRT`, and whom that means. */
  scope: string
  whom: string
  /** Whether it is theirs to publish, change and withdraw. */
  isOurs: boolean
}

export interface OverlayRow extends OverlayPlace { id: number; publishedAt: string; publishedBy: string; author: string; overlay: JsonObject; conflicts: OverlayConflict[] }

/** One in a file of the modules: mended there. */
export interface FileOverlayRow extends Omit<OverlayPlace, 'isOurs'> { file: string; overlay: JsonObject; conflicts: OverlayConflict[] }

export interface OverlayTargets {
  types: { id: string; /** Earlier ids, which an overlay may still name. */ renamedFrom: string[]; title: string; version: number }[]
  companies: { id: string; name: string }[]
  roles: string[]
  /** Whether they may publish for roles, which hold in every company. */
  isForRoles: boolean
  /** The first people, by name, for whom they may publish. */
  people: { id: string; name: string; email: string }[]
}

export interface OverlayEvent extends OverlayPlace { id: number; at: string; by: string; kind: 'published' | 'withdrawn'; overlay: JsonObject }

export interface OverlayPreview { issues: FieldIssue[]; changes: OverlayChange[] }

/** `count` is how many there are; `data` holds the first of them. */
export interface ExplainAnswer extends Answer<Explained[]> { count: number }
