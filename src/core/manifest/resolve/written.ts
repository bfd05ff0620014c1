/** Values that authors write and that every part of a resolved manifest may contain. */

/** A CEL expression in source form; compiled once per resolved type. */
export type Expression = string
/** A text that is replaced by the setting `group.name`, unless that is empty. */
export interface Text { text: string; setting?: string }
export type { Colour } from '../language/manifest.generated.ts'
