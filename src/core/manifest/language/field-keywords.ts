import { fitsType, isArray, isLines, isListOfTexts, isNumber, isObject, isPattern, isScalar, isText } from './field-fits.ts'
import type { Field } from './manifest.generated.ts'

/** Which fields may have a keyword. */
interface Fitting {
  isRight: (field: Field) => boolean
  /** These fields, or values, as the issue lists them under what is expected. */
  fitting: string
}

/** Where a field is declared: in the header of a document, in its lines, in the input of an action, in the settings, as a part of an object. */
export type FieldPlace = 'header' | 'line' | 'input' | 'setting' | 'part'

/**
 * The facts about a keyword of a field, besides its structure, which the schema defines, and its behaviour, which depends on the code that
 * reads its property.
 */
export interface FieldKeyword {
  /** The property of ResolvedField that it sets. */
  property: string
  /** The property's value if the keyword is omitted; the property is absent unless this is given. */
  defaultValue?: false | readonly never[] | Record<string, never>
  /** The property holds more than the keyword's value: resolve-shape.ts derives it. */
  hasCustomResolution?: true
  /** Where it has an effect; elsewhere it is refused (E226). Everywhere unless given. */
  places?: readonly FieldPlace[]
  /** The fields that may have it; on others it is refused (E110). All fields unless given. */
  fits?: Fitting
  /** The portal gets its property as if the keyword were omitted. */
  isServerOnly?: true
  /** How an overlay may change it in a field of the base. A new field may have every keyword. */
  overlays: OverlayChange
}

/**
 * How an overlay may change a value of the base: freely, since nothing is checked by it; only to be stricter, which is a smaller or a
 * larger number, fewer values, `true` instead of `false`, or a value where the base has none; or never.
 */
export type OverlayChange = 'freely' | 'smaller' | 'larger' | 'fewer' | 'to true' | 'if absent' | 'never'

const TEXTS: Fitting = { isRight: isText, fitting: 'a field of type string' }
const NUMBERS: Fitting = { isRight: isNumber, fitting: 'a field of type number or integer' }
const ARRAYS: Fitting = { isRight: isArray, fitting: 'a field of type array' }
const LINES: Fitting = { isRight: isLines, fitting: 'an array of lines' }
const OBJECTS: Fitting = { isRight: isObject, fitting: 'a field of type object' }
const SCALARS: Fitting = { isRight: isScalar, fitting: 'a field of type string, number, integer or boolean' }

/** Values for `places`: fields of a document's header; of records, which are its header and lines. */
const HEADER = ['header'] as const
const RECORDS = ['header', 'line'] as const
/** Of the dialogs of actions. */
const INPUTS = ['input'] as const
/** Of records and dialogs: neither in the settings nor in an object. */
const RECORDS_AND_DIALOGS = ['header', 'line', 'input'] as const
/** Not in an object, whose parts calls bring and no form shows. */
const FIELDS = ['header', 'line', 'input', 'setting'] as const

/**
 * Every keyword of a field. A new one needs its line here, its sentence in schemas/document-type.schema.json, its property in ResolvedField
 * (a boolean one gets it from here), and code that reads it.
 */
export const FIELD_KEYWORDS = {
  type: { property: 'type', hasCustomResolution: true, overlays: 'never' },
  title: { property: 'title', hasCustomResolution: true, overlays: 'freely' },
  description: { property: 'description', hasCustomResolution: true, overlays: 'freely' },
  format: { property: 'format', fits: TEXTS, overlays: 'never' },
  enum: { property: 'enum', hasCustomResolution: true, fits: { isRight: (field) => (field.enum ?? []).every((value) => (isListOfTexts(field) ? typeof value === 'string' : fitsType(value, field))), fitting: 'values of the type of the field' }, overlays: 'fewer' },
  'x-enum-titles': { property: 'enumTitles', hasCustomResolution: true, overlays: 'freely' },
  'x-types': { property: 'namesTypes', hasCustomResolution: true, places: FIELDS, fits: { isRight: (field) => isListOfTexts(field) && field.enum === undefined, fitting: 'a list of texts without enum' }, isServerOnly: true, overlays: 'never' },
  'x-roles': { property: 'enum', hasCustomResolution: true, places: FIELDS, fits: { isRight: (field) => isListOfTexts(field) && field.enum === undefined && field['x-types'] === undefined, fitting: 'a list of texts without enum and x-types' }, overlays: 'never' },
  default: { property: 'default', places: FIELDS, fits: { isRight: (field) => fitsType(field.default, field), fitting: 'a value of the type of the field' }, overlays: 'freely' },
  readOnly: { property: 'readOnly', hasCustomResolution: true, places: RECORDS, overlays: 'to true' },
  minLength: { property: 'minLength', fits: TEXTS, overlays: 'larger' },
  maxLength: { property: 'maxLength', fits: TEXTS, overlays: 'smaller' },
  pattern: { property: 'pattern', fits: { isRight: (field) => isText(field) && isPattern(field.pattern), fitting: 'a field of type string, and a pattern that the linear engine knows' }, overlays: 'if absent' },
  minimum: { property: 'minimum', fits: NUMBERS, overlays: 'larger' },
  exclusiveMinimum: { property: 'exclusiveMinimum', fits: NUMBERS, overlays: 'larger' },
  maximum: { property: 'maximum', fits: NUMBERS, overlays: 'smaller' },
  items: { property: 'line', hasCustomResolution: true, fits: ARRAYS, overlays: 'never' },
  properties: { property: 'parts', hasCustomResolution: true, places: RECORDS_AND_DIALOGS, fits: OBJECTS, overlays: 'never' },
  minItems: { property: 'minItems', fits: ARRAYS, overlays: 'larger' },
  maxItems: { property: 'maxItems', fits: ARRAYS, overlays: 'smaller' },
  'x-line-key': { property: 'lineKey', places: HEADER, fits: LINES, overlays: 'never' },
  'x-parent-key': { property: 'parentKey', places: HEADER, fits: LINES, overlays: 'never' },
  'x-ref': { property: 'ref', hasCustomResolution: true, places: RECORDS_AND_DIALOGS, fits: { isRight: (field) => isText(field) || isListOfTexts(field), fitting: 'a field of type string, or a list of texts' }, overlays: 'never' },
  'x-ref-by': { property: 'refBy', hasCustomResolution: true, places: RECORDS, fits: TEXTS, overlays: 'never' },
  'x-choices': { property: 'choices', places: RECORDS_AND_DIALOGS, overlays: 'never' },
  'x-money': { property: 'money', places: FIELDS, fits: NUMBERS, overlays: 'never' },
  'x-compute': { property: 'compute', places: RECORDS, overlays: 'never' },
  'x-compute-while': { property: 'computeWhile', places: RECORDS, overlays: 'never' },
  'x-live': { property: 'live', places: RECORDS, overlays: 'never' },
  'x-stamp': { property: 'stamp', places: HEADER, overlays: 'never' },
  'x-default': { property: 'defaultExpression', places: RECORDS_AND_DIALOGS, overlays: 'freely' },
  'x-when': { property: 'askedWhen', places: INPUTS, overlays: 'never' },
  'x-wire': { property: 'wire', hasCustomResolution: true, places: RECORDS, overlays: 'never' },
  'x-wire-alias': { property: 'wireAlias', defaultValue: [], places: RECORDS, overlays: 'never' },
  'x-widget': { property: 'widget', places: FIELDS, overlays: 'freely' },
  'x-widget-options': { property: 'widgetOptions', defaultValue: {}, places: RECORDS_AND_DIALOGS, overlays: 'freely' },
  'x-placeholder': { property: 'placeholder', places: FIELDS, fits: { isRight: (field) => isText(field) || isNumber(field) || isListOfTexts(field), fitting: 'a field of type string, number or integer, or a list of texts' }, overlays: 'freely' },
  'x-uppercase': { property: 'uppercase', defaultValue: false, places: RECORDS_AND_DIALOGS, fits: TEXTS, overlays: 'never' },
  'x-renamed-from': { property: 'renamedFrom', places: RECORDS, isServerOnly: true, overlays: 'never' },
  'x-file': { property: 'file', hasCustomResolution: true, places: RECORDS, fits: OBJECTS, overlays: 'never' },
  'x-tone': { property: 'tone', places: RECORDS, overlays: 'never' },
  'x-wire-only': { property: 'wireOnly', defaultValue: false, places: RECORDS, overlays: 'never' },
  'x-hidden': { property: 'hidden', defaultValue: false, places: RECORDS_AND_DIALOGS, overlays: 'freely' },
  'x-internal': { property: 'internal', defaultValue: false, places: ['header', 'line', 'setting'], isServerOnly: true, overlays: 'to true' },
  'x-index': { property: 'index', defaultValue: false, places: HEADER, fits: { isRight: (field) => isScalar(field) || isListOfTexts(field), fitting: 'a field of type string, number, integer or boolean, or a list of texts' }, isServerOnly: true, overlays: 'never' },
  'x-unique': { property: 'unique', defaultValue: false, places: HEADER, fits: SCALARS, overlays: 'to true' },
} as const satisfies { [K in keyof Required<Field>]: FieldKeyword }

type Keyword = keyof typeof FIELD_KEYWORDS
/** The boolean keywords as properties of a resolved field. */
export type FieldFlags = { [K in Keyword as (typeof FIELD_KEYWORDS)[K] extends { defaultValue: false } ? (typeof FIELD_KEYWORDS)[K]['property'] : never]: boolean }

/** Every keyword with its facts. */
export const KEYWORD_ENTRIES = Object.entries(FIELD_KEYWORDS) as [Keyword, FieldKeyword][]

/** The properties of a field that omits every keyword. */
export const FIELD_DEFAULTS = Object.fromEntries(KEYWORD_ENTRIES.flatMap(([, { property, defaultValue }]): [string, unknown][] => (defaultValue === undefined ? [] : [[property, defaultValue]]))) as Record<string, unknown> as FieldFlags & { wireAlias: string[]; widgetOptions: Record<string, never> }
