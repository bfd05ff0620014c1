import type { ResolvedDocumentType, ResolvedField, ResolvedLookup, ResolvedReference, ResolvedState } from '../manifest/resolve/resolved.ts'

/** A field as expressions know it: its type and where it leads. */
export interface KnownField extends Pick<ResolvedField, 'name' | 'type'> {
  line?: { fields: Record<string, KnownField> }
  ref?: Pick<ResolvedReference, 'to' | 'as'>
}

/** A figure as expressions know it: its type, and that of its groups where it has some. */
export type KnownLookup = Pick<ResolvedLookup, 'name' | 'each' | 'value' | 'group'>

/**
 * What expressions and row conditions know of a type's records, and of the lists and figures that its own read. Whatever else
 * its manifest says makes no difference to them: a compiled type hangs on its own manifest and on no more than this of the others.
 */
export interface KnownType extends Pick<ResolvedDocumentType, 'id' | 'key' | 'owner' | 'stateField'> {
  states: Record<string, Pick<ResolvedState, 'initial'>>
  shape: { fields: Record<string, KnownField> }
  lists: Record<string, { of: string }>
  lookups: Record<string, KnownLookup>
}

/** A group of settings as expressions know it. */
export interface KnownSettings { name: string; fields: Record<string, KnownField & Pick<ResolvedField, 'default'>> }

/** All types and settings that expressions may name. A catalogue is that, and more. */
export interface KnownRecords { types: Record<string, KnownType>; settings: Record<string, KnownSettings> }
