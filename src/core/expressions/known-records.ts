import type { ResolvedDocumentType, ResolvedField, ResolvedLookup, ResolvedReference, ResolvedState } from '../manifest/resolve/resolved.ts'

/** A field as expressions see it: its type and what it refers to. */
export interface KnownField extends Pick<ResolvedField, 'name' | 'type'> {
  line?: { fields: Record<string, KnownField> }
  ref?: Pick<ResolvedReference, 'to' | 'as'>
}

/** A figure as expressions see it: its type, and the type of its groups if it has any. */
export type KnownLookup = Pick<ResolvedLookup, 'name' | 'each' | 'value' | 'group'>

/**
 * What expressions and row conditions see of a type's records, and of the lists and figures that its own expressions read. Nothing else in
 * its manifest matters to them: a compiled type depends on its own manifest and, for other types, on no more than this.
 */
export interface KnownType extends Pick<ResolvedDocumentType, 'id' | 'key' | 'owner' | 'stateField'> {
  states: Record<string, Pick<ResolvedState, 'initial'>>
  shape: { fields: Record<string, KnownField> }
  lists: Record<string, { of: string }>
  lookups: Record<string, KnownLookup>
}

/** A group of settings as expressions see it. */
export interface KnownSettings { name: string; fields: Record<string, KnownField & Pick<ResolvedField, 'default'>> }

/** All types and settings that expressions may name. A catalogue is a superset of it. */
export interface KnownRecords { types: Record<string, KnownType>; settings: Record<string, KnownSettings> }
