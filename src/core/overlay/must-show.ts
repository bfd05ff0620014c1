/** Fields that people decide by (`mustShow` of an approval): what an overlay must keep of them. */
import { isObject, isSame } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { fieldOf, fieldsOf } from './base-fields.ts'
import { mapAt, textsAt, valueAt } from './paths.ts'

/** Keys of a section that may differ. */
const SECTION_LAYOUT = new Set(['title', 'columnsWide', 'addLabel', 'inherits'])
const COLUMN_LAYOUT = new Set(['title', 'width', 'truncate', 'align'])
/** Keys of a field, and of the fields of its lines, that may differ. */
const FIELD_TEXTS = new Set(['title', 'description', 'x-enum-titles', 'x-placeholder'])
/** Effects of a rule that hide a field or change its value. */
const WITHHOLDING = ['visible', 'enabled', 'value', 'fill']

/** The parts of a manifest that are compared: if none of them changed, nothing was removed. */
const READ = ['schema', 'card', 'rules', 'approval', 'permissions']

/** Why the type with an overlay no longer shows what people decide by; undefined if it does. */
export function whyNotShown(manifest: JsonObject, base: JsonObject): string | undefined {
  if (READ.every((key) => manifest[key] === base[key])) return undefined
  const field = mustShowIn(base).find((name) => !isShown(manifest, base, name))
  return field === undefined ? undefined : `people decide by "${field}", which must be shown to them as in the base`
}

function mustShowIn(base: JsonObject): string[] {
  return [mapAt(base, ['approval']), ...Object.values(mapAt(base, ['approvals'])).filter(isObject)].flatMap((approval) => textsAt(approval, ['mustShow']))
}

function isShown(manifest: JsonObject, base: JsonObject, field: string): boolean {
  return isInSummary(manifest, base, field) && isOnCard(manifest, base, field) && isFieldAsBefore(manifest, base, field)
    && !hasNewRule(manifest, base, field, WITHHOLDING) && !isHiddenFromMoreRoles(manifest, base, field)
}

function isInSummary(manifest: JsonObject, base: JsonObject, field: string): boolean {
  const summaryOf = (type: JsonObject): string[] => spread(type, textsAt(type, ['approval', 'summary']))
  return !summaryOf(base).includes(field) || summaryOf(manifest).includes(field)
}

/** Whether the card shows the field wherever the base's does, and under no other conditions. */
export function isOnCard(manifest: JsonObject, base: JsonObject, field: string): boolean {
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

/** Compares the field and, for an array, each field of its lines. */
function isFieldAsBefore(manifest: JsonObject, base: JsonObject, field: string): boolean {
  const names = [field, ...lineFieldsOf(base, field)]
  return names.every((name) => isSameBut(fieldOf(manifest, name), fieldOf(base, name), FIELD_TEXTS))
}

/** Whether a rule that the base does not have has one of the effects on the field. */
export function hasNewRule(manifest: JsonObject, base: JsonObject, field: string, effects: readonly string[]): boolean {
  return Object.entries(mapAt(manifest, ['rules'])).some(([name, rule]) => (
    !isSame(rule, valueAt(base, ['rules', name])) && fieldsOf(rule).some((on) => isOf(on, field)) && effects.some((effect) => valueAt(rule, [effect]) !== undefined)
  ))
}

/** Whether a role sees less of the field, or of its lines, than in the base. */
export function isHiddenFromMoreRoles(manifest: JsonObject, base: JsonObject, field: string): boolean {
  const hiddenIn = (type: JsonObject, role: string): string[] => spread(type, textsAt(type, ['permissions', role, 'hide'])).filter((path) => isOf(path, field))
  return Object.keys(mapAt(manifest, ['permissions'])).some((role) => hiddenIn(manifest, role).length > hiddenIn(base, role).length)
}

/** Whether a path is the field, or a field of its lines. */
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
