import type { Json } from '../../document/json.ts'
import { placeOfKey, placesOf, type Place } from './places.ts'

/** A text that people read as a caption, and the last key of its path. */
export interface Caption { key: string; text: string }

/** Returns the captions in a value that is at these keys of a document type. */
export type CaptionsAt = (keys: readonly string[], value: Json) => Caption[]

/** Finds the captions of a document type by the language's schemas: texts with the format `caption`. */
export function captionPlaces(schemas: Record<string, unknown>): CaptionsAt {
  const placeOf = placesOf(schemas)
  return (keys, value) => {
    const place = keys.reduce<Place | undefined>((at, key) => (at === undefined ? undefined : (placeOfKey(at, key) ?? at.items)), placeOf('document-type'))
    return captionsIn(value, keys.at(-1) ?? '', place)
  }
}

function captionsIn(value: Json, key: string, place: Place | undefined): Caption[] {
  if (place === undefined) return []
  if (typeof value === 'string') return place.formats.has('caption') ? [{ key, text: value }] : []
  if (Array.isArray(value)) return value.flatMap((item) => captionsIn(item, key, place.items))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => captionsIn(inner, name, placeOfKey(place, name)))
}
