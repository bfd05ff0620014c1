/** Shared by the code that calls a document type. */
import type { JsonObject, ResolvedDocumentType } from '../../src/core/index.ts'
import type { Material } from '../http/machines/material.ts'
import type { Recorder } from './recorder.ts'

export interface Drive {
  recorder: Recorder
  type: ResolvedDocumentType
  types: Record<string, ResolvedDocumentType>
  /** `documents/<type>` */
  base: string
  material: Material
  today: string
}

/** Who can create a record, from what, and the keys of the created ones; none for a type that nobody creates. */
export interface Made { by: string | undefined; good: (key: number) => JsonObject; keys: string[] }

/** The key's name on the wire. */
export const keyWire = ({ shape, key }: ResolvedDocumentType): string => shape.fields[key]?.wire ?? key
