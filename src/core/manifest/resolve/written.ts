/** What authors write and every part of a resolved manifest may hold. */

/** A CEL expression in source form; compiled once per resolved type. */
export type Expression = string
/** A text that the setting `group.name` replaces when it is not empty. */
export interface Text { text: string; setting?: string }
