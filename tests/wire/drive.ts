/** What those share that make calls of a document type. */
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

/** Who can make a record, what of, and the keys of those that were made; of a type that nobody makes none. */
export interface Made { by: string | undefined; good: (key: number) => JsonObject; keys: string[] }

/** The key's name on the wire. */
export const keyWire = ({ shape, key }: ResolvedDocumentType): string => shape.fields[key]?.wire ?? key
