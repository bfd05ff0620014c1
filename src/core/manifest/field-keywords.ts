import { fitsType, isArray, isLines, isListOfTexts, isNumber, isObject, isPattern, isScalar, isText } from './field-fits.ts'
import type { Field } from './manifest.generated.ts'

/** Where a field is declared: in the header of a document, in its lines, in the input of an action, in the settings. */
export type FieldPlace = 'header' | 'line' | 'input' | 'setting'

/**
 * The facts about a keyword of a field, besides its structure, which the schema defines, and its behaviour, which depends on the code that
 * reads its property.
 */
export interface FieldKeyword {
  /** The property of ResolvedField that it sets. */
  as: string
  /** The property's value if the keyword is omitted; the property is absent unless this is given. */
  otherwise?: false | readonly never[] | Record<string, never>
  /** The property holds more than the keyword's value: resolve-shape.ts derives it. */
  isWorkedOut?: true
  /** Where it has an effect; elsewhere it is refused (E226). Everywhere unless given. */
  places?: readonly FieldPlace[]
  /** The fields that may have it; on others it is refused (E110). All fields unless given. */
  fits?: (field: Field) => boolean
  /** The portal gets its property as if the keyword were omitted. */
  isServers?: true
}

const HEADER = ['header'] as const
/** Not in a dialog or in the settings. */
const RECORDS = ['header', 'line'] as const
/** Not in the settings. */
const ENTERED = ['header', 'line', 'input'] as const

/**
 * Every keyword of a field. A new one needs its line here, its sentence in schemas/document-type.schema.json, its property in ResolvedField
 * (a boolean one gets it from here), and code that reads it.
 */
export const FIELD_KEYWORDS = {
  type: { as: 'type', isWorkedOut: true },
  title: { as: 'title', isWorkedOut: true },
  description: { as: 'description', isWorkedOut: true },
  format: { as: 'format', fits: isText },
  enum: { as: 'enum', isWorkedOut: true, fits: (field) => (field.enum ?? []).every((value) => (isListOfTexts(field) ? typeof value === 'string' : fitsType(value, field))) },
  'x-enum-titles': { as: 'enumTitles', isWorkedOut: true },
  'x-types': { as: 'namesTypes', isWorkedOut: true, fits: (field) => isListOfTexts(field) && field.enum === undefined, isServers: true },
  'x-roles': { as: 'enum', isWorkedOut: true, fits: (field) => isListOfTexts(field) && field.enum === undefined && field['x-types'] === undefined },
  default: { as: 'default', fits: (field) => fitsType(field.default, field) },
  readOnly: { as: 'readOnly', isWorkedOut: true, places: RECORDS },
  minLength: { as: 'minLength', fits: isText },
  maxLength: { as: 'maxLength', fits: isText },
  pattern: { as: 'pattern', fits: (field) => isText(field) && isPattern(field.pattern) },
  minimum: { as: 'minimum', fits: isNumber },
  exclusiveMinimum: { as: 'exclusiveMinimum', fits: isNumber },
  maximum: { as: 'maximum', fits: isNumber },
  items: { as: 'line', isWorkedOut: true, fits: isArray },
  minItems: { as: 'minItems', fits: isArray },
  maxItems: { as: 'maxItems', fits: isArray },
  'x-line-key': { as: 'lineKey', places: HEADER, fits: isLines },
  'x-parent-key': { as: 'parentKey', places: HEADER, fits: isLines },
  'x-ref': { as: 'ref', isWorkedOut: true, places: ENTERED, fits: (field) => isText(field) || isArray(field) },
  'x-choices': { as: 'choices', places: ENTERED },
  'x-money': { as: 'money', fits: isNumber },
  'x-compute': { as: 'compute', places: RECORDS },
  'x-compute-while': { as: 'computeWhile', places: RECORDS },
  'x-live': { as: 'live', places: RECORDS },
  'x-stamp': { as: 'stamp', places: HEADER },
  'x-default': { as: 'defaultExpression', places: ENTERED },
  'x-wire': { as: 'wire', isWorkedOut: true, places: RECORDS },
  'x-wire-alias': { as: 'wireAlias', otherwise: [], places: RECORDS },
  'x-widget': { as: 'widget' },
  'x-widget-options': { as: 'widgetOptions', otherwise: {}, places: ENTERED },
  'x-placeholder': { as: 'placeholder', fits: (field) => isText(field) || isNumber(field) || isListOfTexts(field) },
  'x-renamed-from': { as: 'renamedFrom', places: RECORDS, isServers: true },
  'x-file': { as: 'file', isWorkedOut: true, places: RECORDS, fits: isObject },
  'x-tone': { as: 'tone', places: RECORDS },
  'x-wire-only': { as: 'wireOnly', otherwise: false, places: RECORDS },
  'x-hidden': { as: 'hidden', otherwise: false, places: ENTERED },
  'x-internal': { as: 'internal', otherwise: false, places: ['header', 'line', 'setting'], isServers: true },
  'x-index': { as: 'index', otherwise: false, places: HEADER, fits: (field) => isScalar(field) || isListOfTexts(field), isServers: true },
  'x-unique': { as: 'unique', otherwise: false, places: HEADER, fits: isScalar },
} as const satisfies { [K in keyof Required<Field>]: FieldKeyword }

type Keyword = keyof typeof FIELD_KEYWORDS
/** The boolean keywords as properties of a resolved field. */
export type FieldFlags = { [K in Keyword as (typeof FIELD_KEYWORDS)[K] extends { otherwise: false } ? (typeof FIELD_KEYWORDS)[K]['as'] : never]: boolean }

/** Every keyword with its facts. */
export const KEYWORD_ENTRIES = Object.entries(FIELD_KEYWORDS) as [Keyword, FieldKeyword][]

/** The properties of a field that omits every keyword. */
export const FIELD_DEFAULTS = Object.fromEntries(KEYWORD_ENTRIES.flatMap(([, { as, otherwise }]): [string, unknown][] => (otherwise === undefined ? [] : [[as, otherwise]]))) as Record<string, unknown> as FieldFlags & { wireAlias: string[]; widgetOptions: Record<string, never> }
