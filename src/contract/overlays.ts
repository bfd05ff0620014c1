/** Overlays of companies, roles and people, for users with the `overlays` right. */
import type { Explained, Outline, OverlayChange } from '../core/index.ts'
import { answerOf, Issue } from './envelope.ts'
import { anyValue, withPropertiesOf, described, boolean, integer, list, named, object, optional, record, text, typed, enumOf, type TypeOf } from './schema.ts'

/** A part of an overlay that cannot be applied to the current manifests. */
const OverlayConflict = object({ code: text, path: text, message: text, expected: optional(text), seen: optional(text) })
export type OverlayConflict = TypeOf<typeof OverlayConflict>

const PLACE = {
  type: described(text, 'Document type.'), title: described(text, 'Display name of the document type.'),
  scope: described(text, 'Such as company:MRT.'), whom: described(text, 'Display name of the scope.'),
}
const isOurs = described(boolean, 'Whether the user may publish, change and withdraw it.')

export const OverlayRow = object({ ...PLACE, isOurs, id: integer, publishedAt: text, publishedBy: text, author: text, overlay: record, conflicts: list(OverlayConflict) })
export type OverlayRow = TypeOf<typeof OverlayRow>

/** An overlay in a file of the modules: it is corrected there. */
export const FileOverlayRow = object({ ...PLACE, file: text, overlay: record, conflicts: list(OverlayConflict) })
export type FileOverlayRow = TypeOf<typeof FileOverlayRow>

export const OverlayTargets = object({
  types: list(object({ id: text, renamedFrom: described(list(text), 'Former ids, which an overlay may still use.'), title: text, version: integer })),
  companies: list(object({ id: text, name: text })),
  roles: list(text),
  isForRoles: described(boolean, 'Whether the user may publish for roles, which apply in every company.'),
  people: described(list(object({ id: text, name: text, email: text })), 'The first people, by name, for whom the user may publish.'),
})
export type OverlayTargets = TypeOf<typeof OverlayTargets>

export const OverlayEvent = object({ ...PLACE, isOurs, id: integer, at: text, by: text, kind: enumOf(['published', 'withdrawn']), overlay: record })
export type OverlayEvent = TypeOf<typeof OverlayEvent>

/** An overlay as the client sends it. */
export const OverlaySent = named('Overlay', object({ extends: record, scope: record, operations: list(record) }))

export const OverlayPreview = object({ issues: list(Issue), changes: list(typed<OverlayChange>(object({ path: text, from: anyValue, to: anyValue }))) })
export type OverlayPreview = TypeOf<typeof OverlayPreview>

/** The parts of a type that an overlay arranges, as manifests write them. */
export const OverlayOutline = typed<Outline>(object({ base: described(record, 'As the modules define them.'), effective: described(record, 'As they are for the scope.') }))
export type OverlayOutline = TypeOf<typeof OverlayOutline>

/** `count` is the total; `data` holds the first of them. */
export const ExplainAnswer = withPropertiesOf(answerOf(list(typed<Explained>(object({ path: text, value: optional(anyValue), layer: text, author: optional(text), history: list(record) })))), object({ count: integer }))
export type ExplainAnswer = TypeOf<typeof ExplainAnswer>
