/** Captions that an overlay may not give: people would take a field, state, action or record for another. */
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { foldedText } from '../folded-text.ts'
import { isDecidedOn } from './base-fields.ts'
import { mapAt, valueAt } from './paths.ts'

/** What people call each decision. */
const DECISION_WORDS: Record<string, RegExp> = {
  approve: /\b(approv(e|ed|al)|accept(ed)?|agree(d)?)\b/, reject: /\b(reject(ed|ion)?|refuse(d)?|decline(d)?|den(y|ied))\b/, return: /\b(return(ed)?|sen[dt] back)\b/, delegate: /\bdelegate(d)?\b/,
}

/** Why the value may not be written at the keys; undefined if it misleads nobody. */
export function misleadingCaption(keys: readonly string[], to: Json, base: JsonObject): string | undefined {
  const [first = '', name = '', key] = keys
  if (first === 'label') return isDecidedOn(base) ? 'people decide on such records by what the base calls them' : undefined
  if (first === 'states') return sameAs(captionIn(to, key, 'label'), name, mapAt(base, ['states']), (id, state) => [id, captionOf(state, 'label')], 'the state')
  if (first === 'balances') return sameAs(captionIn(to, keys[3], 'title'), keys[2] ?? '', mapAt(base, ['balances', 'figures']), (_, figure) => [captionOf(figure, 'title')], 'the figure')
  if (first === 'actions') return labelOfAction(name, captionIn(to, key, 'label'), base)
  if (first === 'messages' && DECISION_WORDS[name] !== undefined) return otherDecision(name, captionIn(to, undefined, ''), undefined)
  return titleOfField(keys, to, base)
}

function labelOfAction(name: string, label: string | undefined, base: JsonObject): string | undefined {
  const own = captionOf(valueAt(base, ['actions', name]) ?? null, 'label')
  return otherDecision(name, label, own) ?? sameAs(label, name, mapAt(base, ['actions']), (id, action) => [id, captionOf(action, 'label')], 'the action')
}

/** Words of a decision that the action is not, and that the base does not call it. */
function otherDecision(name: string, text: string | undefined, own: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const other = Object.entries(DECISION_WORDS).find(([decision, word]) => decision !== name && word.test(looks(text)) && !word.test(looks(own ?? '')))?.[0]
  return other === undefined ? undefined : `"${text}" is what people call another decision, ${other}`
}

/** The caption of a field, or of its column in a list or table, must not be that of another field beside it. */
function titleOfField(keys: readonly string[], to: Json, base: JsonObject): string | undefined {
  const at = keys.findLastIndex((key) => key === 'properties' || key === 'columns')
  const [field = '', key, ...more] = keys.slice(at + 1)
  if (at === -1 || field === '' || more.length > 0) return undefined
  return sameAs(captionIn(to, key, 'title'), field, fieldsBeside(keys.slice(0, at + 1), base), (_, one) => [captionOf(one, 'title')], 'the field')
}

/** The fields of the base among which the keys lead. */
function fieldsBeside(keys: readonly string[], base: JsonObject): JsonObject {
  if (keys.at(-1) === 'properties') return mapAt(base, [...keys])
  const array = keys[0] === 'card' ? valueAt(base, ['card', 'sections', keys[2] ?? '', 'field']) : undefined
  const reference = typeof array === 'string' ? valueAt(base, ['schema', 'properties', array, 'items', '$ref']) : undefined
  return mapAt(base, ['schema', ...(typeof reference === 'string' ? reference.split('/').slice(1) : []), 'properties'])
}

function sameAs(text: string | undefined, name: string, all: JsonObject, captionsOf: (id: string, one: Json) => (string | undefined)[], what: string): string | undefined {
  if (text === undefined) return undefined
  const used = (id: string, one: Json): boolean => captionsOf(id, one).some((caption) => caption !== undefined && looks(caption) === looks(text))
  // What the base itself calls so may be called so.
  if (used(name, all[name] ?? null)) return undefined
  const other = Object.entries(all).find(([id, one]) => id !== name && used(id, one))
  return other === undefined ? undefined : `"${text}" is what ${what} "${other[0]}" is called`
}

/** The caption in a value written at a whole part, or at one of its keys; undefined if another key is written. */
function captionIn(to: Json, key: string | undefined, caption: string): string | undefined {
  if (key !== undefined && key !== caption) return undefined
  return textOf(key === undefined && caption !== '' ? valueAt(to, [caption]) : to)
}

const captionOf = (part: Json, caption: string): string | undefined => textOf(valueAt(part, [caption]))

function textOf(value: Json | undefined): string | undefined {
  const text = isObject(value) ? value['text'] : value
  return typeof text === 'string' ? text : undefined
}

/** A text as people read it: its words, without signs between and around them. */
function looks(text: string): string {
  return foldedText(text).replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}
