import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'

/** Names besides the fields that a client may send back, because the server added them to the record. */
export const WIRE_EXTRAS = ['_rev', '_state', '_reason', '_actions', '_refused', '_links', '_hidden', '_requests', '_labels', 'approvalEntry', 'approvalEntries'] as const

/**
 * Reserved names of records and calls, under which no field would be read: those above, the approval entry of a waiting document, the
 * files, and keys in bodies.
 */
export function ownWireNames({ attachments, endpoints }: Pick<ResolvedDocumentType, 'attachments' | 'endpoints'>): string[] {
  const keys = Object.values(endpoints).flat().flatMap(({ key }) => (key?.in === 'body' ? [key.name] : []))
  return [...WIRE_EXTRAS, 'approvalEntryNo', ...(attachments === undefined ? [] : [attachments.field]), ...keys]
}

const indexes = new WeakMap<ResolvedShape, Map<string, ResolvedField>>()

/** Fields of a shape by every name under which a client may send them, without internal ones. */
export function wireIndex(shape: ResolvedShape): ReadonlyMap<string, ResolvedField> {
  const known = indexes.get(shape)
  if (known !== undefined) return known
  const index = new Map<string, ResolvedField>()
  for (const field of Object.values(shape.fields)) {
    if (field.internal) continue
    for (const alias of field.wireAlias) index.set(alias, field)
  }
  for (const field of Object.values(shape.fields)) if (!field.internal) index.set(field.wire, field)
  indexes.set(shape, index)
  return index
}

/** Names that are sent besides the fields of a document: extras of the server, its files, and keys that endpoints read from the body. */
export function wireExtras(manifest: ResolvedDocumentType): Set<string> {
  const names = new Set<string>(WIRE_EXTRAS)
  if (manifest.attachments !== undefined) names.add(manifest.attachments.field)
  for (const endpoints of Object.values(manifest.endpoints)) {
    for (const endpoint of endpoints) if (endpoint.key?.in === 'body') names.add(endpoint.key.name)
  }
  for (const field of wireIndex(manifest.shape).keys()) if (field !== manifest.attachments?.field) names.delete(field)
  return names
}

/** The names under which a client may send the line key of the array, its wire name first; empty if lines have no key. */
export function lineKeyNames(array: Pick<ResolvedField, 'lineKey' | 'line'> | undefined): string[] {
  const key = array?.lineKey === undefined ? undefined : array.line?.fields[array.lineKey]
  return key === undefined ? [] : [key.wire, ...key.wireAlias]
}

/** Whether only the server sets the field's value: in a new record, and so in every other. */
export function isServerOwned(manifest: ResolvedDocumentType, field: ResolvedField, level: 'header' | 'line'): boolean {
  if (field.readOnly) return true
  if (level === 'line') return false
  return (field.name === manifest.owner && manifest.ownerChosenBy === undefined) || isStateField(manifest, field) || (field.name === manifest.key && manifest.series !== undefined)
}

/** Whether a client enters part of the document under that name: an editable header field, lines, or files. */
export function isEntered(manifest: ResolvedDocumentType, name: string): boolean {
  if (name === manifest.attachments?.field) return true
  const field = wireIndex(manifest.shape).get(name)
  return field !== undefined && field.name !== manifest.key && !field.wireOnly && !isServerOwned(manifest, field, 'header')
}

/** Whether the header field holds the state. */
export function isStateField(manifest: ResolvedDocumentType, field: ResolvedField): boolean {
  return field.name === manifest.stateField && Object.keys(manifest.states).length > 0
}

/** The display name of the field. */
export function labelOf(field: ResolvedField): string {
  return field.title === '' ? field.name : field.title
}
