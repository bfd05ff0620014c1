import { isObject, type Json, type JsonObject } from '../../../core/index.ts'

const WORDS: Record<string, string> = { set: 'Sets', add: 'Adds', hide: 'Hides', move: 'Moves', tighten: 'Tightens', 'replace-rule': 'Replaces the rule' }
const MAX_LENGTH = 120

/** Each operation as what it does, where, and the new value. */
export function operationsOf(overlay: JsonObject): { does: string; at: string; to: string | undefined }[] {
  const { operations } = overlay
  return (Array.isArray(operations) ? operations : []).filter(isObject).map((one) => {
    const does = String(one['do'] ?? '')
    return { does: WORDS[does] ?? does, at: String(one['at'] ?? ''), to: one['to'] === undefined ? undefined : shortValue(one['to']) }
  })
}

/** A value on one line as it is written, so that it can be copied into an overlay and searched; only texts go without their quotation marks. */
export function shortValue(value: Json): string {
  // Of an empty text nothing would be seen.
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
