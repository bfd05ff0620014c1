import type { Json } from '../../document/json.ts'

/**
 * The properties of resolved manifests, pages, menus and settings whose value is a text for people, and those that are maps of texts. A
 * property of the language that holds a text is added here.
 */
const TEXTS = new Set(['title', 'label', 'text', 'description', 'placeholder', 'empty', 'actionsTitle', 'addLabel', 'ask', 'message', 'success', 'failure', 'heading', 'subject', 'confirm', 'caption'])
const MAPS_OF_TEXTS = new Set(['enumTitles', 'messages', 'listFor', 'titleFor', 'links', 'roles'])
/** The forms of a type's title. */
const TITLES = new Set(['one', 'many', 'list', 'new'])
/** Their properties are named like fields. */
const OF_FIELDS = new Set(['values', 'with', 'scope', 'permissions'])

/** A choice without titles shows its values. */
function withTitles<T extends object>(value: T): T {
  const { enum: values, enumTitles } = value as { enum?: unknown; enumTitles?: Record<string, string> }
  return Array.isArray(values) ? { ...value, enumTitles: { ...Object.fromEntries(values.map((one) => [String(one), String(one)])), ...enumTitles } } : value
}

/**
 * A copy of what is resolved from manifests in which `change` has replaced every text for people. Where a property names a field, such as
 * the label of a reference, it is left as it is.
 */
export function mapTexts<T>(value: T, change: (text: string) => string, name = ''): T {
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change, name)) as T
  if (typeof value !== 'object' || value === null || OF_FIELDS.has(name)) return value
  const areTexts = MAPS_OF_TEXTS.has(name)
  const namesFields = name === 'ref' || name === 'changeRequests' || 'shape' in value
  return Object.fromEntries(Object.entries(withTitles(value) as Record<string, Json>).map(([key, inner]) => {
    if (typeof inner !== 'string') return [key, mapTexts(inner, change, key)]
    return [key, areTexts || (name === 'title' && TITLES.has(key)) || (TEXTS.has(key) && !namesFields) ? change(inner) : inner]
  })) as T
}
