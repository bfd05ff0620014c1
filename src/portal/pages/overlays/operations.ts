import { isObject, type Json, type JsonObject } from '../../../core/index.ts'
import { valueText } from '../../ui/value-text.ts'

const WORDS: Record<string, string> = { set: 'Sets', add: 'Adds', hide: 'Hides', move: 'Moves', tighten: 'Tightens', 'replace-rule': 'Replaces the rule' }
const LONGEST = 120

/** Each operation as what it does, where, and the new value. */
export function operationsOf(overlay: JsonObject): { does: string; at: string; to: string }[] {
  const { operations } = overlay
  return (Array.isArray(operations) ? operations : []).filter(isObject).map((one) => {
    const does = String(one['do'] ?? '')
    return { does: WORDS[does] ?? does, at: String(one['at'] ?? ''), to: one['to'] === undefined ? '' : shortValue(one['to']) }
  })
}

/** A value on one line. */
export function shortValue(value: Json | undefined): string {
  const text = valueText(value, '')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
