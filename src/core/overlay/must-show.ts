/** Fields by which people decide (`mustShow` of an approval): what an overlay must leave of them. */
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { fieldOf, fieldsOf } from './base-fields.ts'
import { isSame, mapAt, textsAt, valueAt } from './paths.ts'

/** Of a section, what may be otherwise. */
const SECTION_LAYOUT = new Set(['title', 'columnsWide', 'addLabel'])
const COLUMN_LAYOUT = new Set(['title', 'width', 'truncate', 'align'])
/** Of a field and those of its lines. */
const FIELD_TEXTS = new Set(['title', 'description', 'x-enum-titles', 'x-placeholder'])
/** What of a rule hides a field or gives it another value. */
const WITHHOLDING = ['visible', 'enabled', 'value', 'fill']

/** What overlays may change: unless one of these is another, nothing was taken away. */
const READ = ['schema', 'card', 'rules', 'approval', 'permissions']

/** Why the overlaid type no longer shows what people decide by; undefined where it does. */
export function whyNotShown(manifest: JsonObject, base: JsonObject): string | undefined {
  if (READ.every((key) => manifest[key] === base[key])) return undefined
  const field = mustShowIn(base).find((name) => !isShown(manifest, base, name))
  return field === undefined ? undefined : `people decide by "${field}", which has to be shown to them as the base does`
}

function mustShowIn(base: JsonObject): string[] {
  return [mapAt(base, ['approval']), ...Object.values(mapAt(base, ['approvals'])).filter(isObject)].flatMap((approval) => textsAt(approval, ['mustShow']))
}

function isShown(manifest: JsonObject, base: JsonObject, field: string): boolean {
  return isInSummary(manifest, base, field) && isOnCard(manifest, base, field) && isFieldAsBefore(manifest, base, field)
    && !hasWithholdingRule(manifest, base, field) && !isHiddenFromMore(manifest, base, field)
}

function isInSummary(manifest: JsonObject, base: JsonObject, field: string): boolean {
  const summaryOf = (type: JsonObject): string[] => spread(type, textsAt(type, ['approval', 'summary']))
  return !summaryOf(base).includes(field) || summaryOf(manifest).includes(field)
}

function isOnCard(manifest: JsonObject, base: JsonObject, field: string): boolean {
  return Object.entries(mapAt(base, ['card', 'sections'])).every(([name, section]) => {
    if (!isObject(section)) return true
    const isTable = section['field'] === field
    const isForm = spread(base, textsAt(section, ['fields'])).includes(field)
    if (!isTable && !isForm) return true
    const now = valueAt(manifest, ['card', 'sections', name])
    if (!isObject(now) || !isSameBut(now, section, new Set([...SECTION_LAYOUT, 'fields', 'columns']))) return false
    const columns = mapAt(section, ['columns'])
    return (!isForm || spread(manifest, textsAt(now, ['fields'])).includes(field)) && Object.keys(columns).every((column) => isSameBut(valueAt(now, ['columns', column]), columns[column], COLUMN_LAYOUT))
  })
}

/** The field, and of an array each field of its lines. */
function isFieldAsBefore(manifest: JsonObject, base: JsonObject, field: string): boolean {
  const names = [field, ...lineFieldsOf(base, field)]
  return names.every((name) => isSameBut(fieldOf(manifest, name), fieldOf(base, name), FIELD_TEXTS))
}

function hasWithholdingRule(manifest: JsonObject, base: JsonObject, field: string): boolean {
  return Object.entries(mapAt(manifest, ['rules'])).some(([name, rule]) => (
    !isSame(rule, valueAt(base, ['rules', name])) && fieldsOf(rule).some((on) => isOf(on, field)) && WITHHOLDING.some((effect) => valueAt(rule, [effect]) !== undefined)
  ))
}

function isHiddenFromMore(manifest: JsonObject, base: JsonObject, field: string): boolean {
  const hiddenIn = (type: JsonObject, role: string): string[] => spread(type, textsAt(type, ['permissions', role, 'hide'])).filter((path) => isOf(path, field))
  return Object.keys(mapAt(manifest, ['permissions'])).some((role) => hiddenIn(manifest, role).length > hiddenIn(base, role).length)
}

/** Whether a path is the field, or one of its lines. */
const isOf = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

function lineFieldsOf(base: JsonObject, array: string): string[] {
  const reference = valueAt(base, ['schema', 'properties', array, 'items', '$ref'])
  if (typeof reference !== 'string') return []
  return Object.keys(mapAt(base, ['schema', ...reference.split('/').slice(1), 'properties'])).map((name) => `${array}.${name}`)
}

function spread(type: JsonObject, names: string[]): string[] {
  return names.flatMap((name) => (name.startsWith('@') ? textsAt(type, ['fieldSets', name.slice(1)]) : [name]))
}

function isSameBut(now: Json | undefined, before: Json | undefined, except: ReadonlySet<string>): boolean {
  const rest = (value: Json | undefined): JsonObject => Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([key]) => !except.has(key)))
  return (now === undefined) === (before === undefined) && isSame(rest(now), rest(before))
}
