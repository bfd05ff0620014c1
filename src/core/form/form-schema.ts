import { enumTitle } from '../document/enum-title.ts'
import type { JsonObject } from '../document/json.ts'
import { defined, valueSchema } from '../document/value-schema.ts'
import { isServerOwned, labelOf } from '../document/wire-fields.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import { widgetOf } from './widgets.ts'

export interface FormSchema { schema: JsonObject; uiSchema: JsonObject }

/** The fields of one form: of the header, of a line, or of an action's dialog. */
interface FormPart { shape: ResolvedShape; fields: string[]; level: 'header' | 'line' | 'input'; columns?: number; prefix: string }

/**
 * The JSON Schema and UI schema that the form library gets.
 * @param section every `fields` section if omitted; a section's name; `line:<array>` or `line:<array>.<dialog>`; `action:<id>` for an
 *   action's input. An unknown name gives an empty form.
 */
export function formSchema(manifest: ResolvedDocumentType, section?: string): FormSchema {
  const part = partOf(manifest, section)
  const fields = part.fields.flatMap((name) => part.shape.fields[name] ?? []).filter(isEntered)
  const conditional = conditionalPaths(manifest)
  const required = fields.map((field) => field.name).filter((name) => part.shape.required.includes(name) && part.shape.fields[name]?.askedWhen === undefined && !conditional.has(part.prefix + name))
  return {
    schema: { type: 'object', properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])), ...(required.length > 0 ? { required } : {}) },
    uiSchema: {
      'ui:order': fields.map((field) => field.name),
      ...defined({ 'ui:options': part.columns === undefined ? undefined : { columns: part.columns } }),
      ...Object.fromEntries(fields.map((field) => [field.name, fieldUi(manifest, field, part.level)])),
    },
  }
}

function partOf(manifest: ResolvedDocumentType, section: string | undefined): FormPart {
  const sections = manifest.card.sections
  if (section === undefined) {
    const names = Object.values(sections).filter((one) => one.kind === 'fields').flatMap((one) => one.fields)
    return { shape: manifest.shape, fields: [...new Set(names)], level: 'header', prefix: '' }
  }
  if (section.startsWith('action:')) return inputPart(manifest, section.slice('action:'.length))
  if (section.startsWith('line:')) return linePart(manifest, section.slice('line:'.length))
  const found = Object.hasOwn(sections, section) ? sections[section] : undefined
  if (found?.kind === 'lines') return linePart(manifest, found.field ?? '')
  const part: FormPart = { shape: manifest.shape, fields: found?.fields ?? [], level: 'header', prefix: '' }
  return found === undefined ? part : { ...part, columns: found.columnsWide }
}

function inputPart(manifest: ResolvedDocumentType, action: string): FormPart {
  const shape = (Object.hasOwn(manifest.actions, action) ? manifest.actions[action]?.input : undefined) ?? NO_SHAPE
  return { shape, fields: Object.keys(shape.fields), level: 'input', prefix: `${action}#` }
}

function linePart(manifest: ResolvedDocumentType, name: string): FormPart {
  const [array = '', dialog] = name.split('.')
  const shape = manifest.shape.fields[array]?.line ?? NO_SHAPE
  const section = Object.values(manifest.card.sections).find((one) => one.kind === 'lines' && one.field === array)
  const columns = Object.keys(section?.columns ?? shape.fields)
  const dialogs = Object.values(section?.dialogs ?? {}).flatMap((one) => one.fields)
  const fields = dialog === undefined ? [...new Set([...columns, ...dialogs])] : (section?.dialogs[dialog]?.fields ?? [])
  return { shape, fields, level: 'line', prefix: `${array}.` }
}

/**
 * Whether the field is part of a form. Lines have a table of their own, a hidden field is on no screen, and an object other than a file
 * needs a widget for all its parts.
 */
function isEntered(field: ResolvedField): boolean {
  return !field.internal && !field.hidden && !field.wireOnly && field.line === undefined && (field.type !== 'object' || field.widget !== undefined || field.file !== undefined)
}

const NO_SHAPE: ResolvedShape = { name: '', required: [], fields: {} }

/** Paths that a rule may hide, lock or make optional: a static schema cannot require them. */
function conditionalPaths(manifest: ResolvedDocumentType): Set<string> {
  const effects = new Set(['visible', 'enabled', 'required'])
  return new Set(Object.values(manifest.rules).filter((rule) => effects.has(rule.effect)).map((rule) => rule.on.join('.')))
}

function fieldSchema(field: ResolvedField): JsonObject {
  return { title: labelOf(field), ...defined({ description: field.description }), ...valueSchema(field) }
}

function fieldUi(manifest: ResolvedDocumentType, field: ResolvedField, level: FormPart['level']): JsonObject {
  const isLocked = level === 'input' ? field.readOnly : isServerOwned(manifest, field, level)
  const options: JsonObject = {
    ...field.widgetOptions,
    ...defined({ money: field.money }),
    ...(field.ref === undefined ? {} : { ref: { to: field.ref.to, label: field.ref.label, isFiltered: field.ref.options !== undefined } }),
  }
  const ui: JsonObject = {
    'ui:widget': widgetOf(field),
    // Otherwise the form library would make a form of its parts.
    ...(field.type === 'object' ? { 'ui:field': 'StringField' } : {}),
    ...defined({ 'ui:placeholder': field.placeholder, 'ui:enumNames': field.type === 'array' ? undefined : field.enum?.map((value) => enumTitle(field, value)) }),
    ...(isLocked ? { 'ui:readonly': true } : {}),
    ...(Object.keys(options).length > 0 ? { 'ui:options': options } : {}),
  }
  return ui
}
