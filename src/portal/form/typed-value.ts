import { storedForm } from '../../core/index.ts'
import type { Json, ResolvedField } from '../../core/index.ts'

/**
 * What a widget shows while a value is typed: as it was typed, unless the form holds something else meanwhile. A text of which the stored
 * form leaves nothing is held as an absent value.
 */
export function shownWhileTyped(field: ResolvedField, typed: Json | undefined, held: Json | undefined): Json | undefined {
  return typed !== undefined && storedForm(field, typed) === (held ?? '') ? typed : held
}
