import { wireState, type CompiledType, type FieldPaths, type JsonObject, type ResolvedDocumentType, type ResolvedField } from '../../core/index.ts'
import type { RecordedEvent } from '../store/audit/events.ts'

/**
 * An event of a record's history, without changes of internal, hidden and redacted fields and without the caller's IP address and device.
 */
export function presentEvent(type: CompiledType, redacted: FieldPaths, event: RecordedEvent): JsonObject {
  const isStateShown = !redacted.has(type.manifest.stateField)
  return {
    id: event.id, kind: event.kind, actor: event.actor_name ?? event.actor, onBehalfOf: event.on_behalf_of,
    from: isStateShown ? wireStateOrNull(type, event.from_state) : null, to: isStateShown ? wireStateOrNull(type, event.to_state) : null, reason: event.reason, at: event.at.toISOString(), changes: changesOf(type, redacted, event.changes)
  }
}

/** The changes of which `presentEvent` shows no values: those of lines, under all names that they had, and whole records that were deleted. */
export function unreadChanges({ shape: { fields } }: ResolvedDocumentType): string[] {
  const lines = Object.values(fields).filter(({ line }) => line !== undefined).flatMap(({ name, renamedFrom = [] }) => [name, ...renamedFrom.filter((former) => fields[former] === undefined)])
  return fields['record'] === undefined ? [...lines, 'record'] : lines
}

function wireStateOrNull({ manifest }: CompiledType, state: string | null): string | null {
  return state === null ? null : wireState(manifest, state)
}

/** The field with this current or former name: the audit trail is never rewritten. */
function fieldCalled({ shape: { fields } }: ResolvedDocumentType, name: string): ResolvedField | undefined {
  return fields[name] ?? Object.values(fields).find(({ renamedFrom }) => renamedFrom?.includes(name) === true)
}

function changesOf({ manifest }: CompiledType, redacted: FieldPaths, changes: JsonObject | null): JsonObject {
  const shown = Object.entries(changes ?? {}).flatMap(([name, change]): [string, JsonObject][] => {
    const field = fieldCalled(manifest, name)
    if (!field) return name.startsWith('files ') ? [[name, { label: name, to: change }]] : []
    if (field.internal || field.hidden || redacted.has(field.name)) return []
    const isLines = field.line !== undefined
    return [[field.wire, { label: field.title, ...(!isLines && typeof change === 'object' && change !== null && !Array.isArray(change) ? change : {}) }]]
  })
  return Object.fromEntries(shown)
}
