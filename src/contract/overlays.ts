/** Overlays of companies, roles and people, for users with the `overlays` right. */
import type { Explained, OverlayChange } from '../core/index.ts'
import { answerOf, Issue } from './envelope.ts'
import { anything, besides, described, flag, integer, list, named, object, optional, record, text, typed, wordOf, type Of } from './schema.ts'

/** A part of an overlay that cannot be applied to the current manifests. */
const OverlayConflict = object({ code: text, path: text, message: text, expected: optional(text), seen: optional(text) })
export type OverlayConflict = Of<typeof OverlayConflict>

const PLACE = {
  type: described(text, 'Document type.'), title: described(text, 'Display name of the document type.'),
  scope: described(text, 'Such as company:MRT.'), whom: described(text, 'Display name of the scope.'),
}
const isOurs = described(flag, 'Whether the user may publish, change and withdraw it.')

export const OverlayRow = object({ ...PLACE, isOurs, id: integer, publishedAt: text, publishedBy: text, author: text, overlay: record, conflicts: list(OverlayConflict) })
export type OverlayRow = Of<typeof OverlayRow>

/** An overlay in a file of the modules: it is corrected there. */
export const FileOverlayRow = object({ ...PLACE, file: text, overlay: record, conflicts: list(OverlayConflict) })
export type FileOverlayRow = Of<typeof FileOverlayRow>

export const OverlayTargets = object({
  types: list(object({ id: text, renamedFrom: described(list(text), 'Former ids, which an overlay may still use.'), title: text, version: integer })),
  companies: list(object({ id: text, name: text })),
  roles: list(text),
  isForRoles: described(flag, 'Whether the user may publish for roles, which apply in every company.'),
  people: described(list(object({ id: text, name: text, email: text })), 'The first people, by name, for whom the user may publish.'),
})
export type OverlayTargets = Of<typeof OverlayTargets>

export const OverlayEvent = object({ ...PLACE, isOurs, id: integer, at: text, by: text, kind: wordOf(['published', 'withdrawn']), overlay: record })
export type OverlayEvent = Of<typeof OverlayEvent>

/** An overlay as the client sends it. */
export const OverlaySent = named('Overlay', object({ extends: record, scope: record, operations: list(record) }))

export const OverlayPreview = object({ issues: list(Issue), changes: list(typed<OverlayChange>(object({ path: text, from: anything, to: anything }))) })
export type OverlayPreview = Of<typeof OverlayPreview>

/** `count` is the total; `data` holds the first of them. */
export const ExplainAnswer = besides(answerOf(list(typed<Explained>(object({ path: text, value: optional(anything), layer: text, author: optional(text), history: list(record) })))), object({ count: integer }))
export type ExplainAnswer = Of<typeof ExplainAnswer>
