import { isObject, type Json, type JsonObject } from '../../../core/index.ts'

const WORDS: Record<string, string> = { set: 'Sets', add: 'Adds', hide: 'Hides', move: 'Moves', tighten: 'Tightens', 'replace-rule': 'Replaces the rule' }
const MAX_LENGTH = 120

/** Each operation as its verb, its path and the new value. */
export function operationsOf(overlay: JsonObject): { does: string; at: string; to: string | undefined }[] {
  const { operations } = overlay
  return (Array.isArray(operations) ? operations : []).filter(isObject).map((one) => {
    const does = String(one['do'] ?? '')
    return { does: WORDS[does] ?? does, at: String(one['at'] ?? ''), to: one['to'] === undefined ? undefined : shortValue(one['to']) }
  })
}

/**
 * A value on one line, as written in JSON, so that it can be copied into an overlay and searched; only texts lose their quotation marks.
 */
export function shortValue(value: Json): string {
  // An empty text would be invisible.
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
