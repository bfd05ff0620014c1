import { fitsType, isArray, isListOfTexts, isNumber, isObject, isPattern, isText } from './field-fits.ts'
import type { Field } from './manifest.generated.ts'

/** Where a field is declared: on the header of a document, in its lines, in what an action asks for, in the settings. */
export type FieldPlace = 'header' | 'line' | 'input' | 'setting'

/** What there is to know of a keyword of a field besides its shape, which the schema says, and what it does, which follows where its property is read. */
export interface FieldKeyword {
  /** The property of ResolvedField that comes of it. */
  as: string
  /** What the property is where the keyword is left out. It is away then unless said here. */
  otherwise?: false | readonly never[] | Record<string, never>
  /** The property holds more than what the keyword says: resolve-shape.ts works it out. */
  isWorkedOut?: true
  /** Where something follows from it; elsewhere it is refused (E226). Everywhere unless said. */
  places?: readonly FieldPlace[]
  /** The fields that may have it; others are refused (E110). All unless said. */
  fits?: (field: Field) => boolean
  /** The portal gets its property as if it were left out. */
  isServers?: true
}

const HEADER = ['header'] as const
/** Neither a dialog nor the settings. */
const RECORDS = ['header', 'line'] as const
/** Not the settings. */
const ENTERED = ['header', 'line', 'input'] as const

/** Every keyword of a field. One that is new needs its line here, its sentence in schemas/document-type.schema.json, its property in ResolvedField (a boolean one has it from here), and who reads it. */
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
  'x-line-key': { as: 'lineKey', places: HEADER, fits: isArray },
  'x-parent-key': { as: 'parentKey', places: HEADER },
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
  'x-placeholder': { as: 'placeholder' },
  'x-renamed-from': { as: 'renamedFrom', places: RECORDS, isServers: true },
  'x-file': { as: 'file', isWorkedOut: true, places: RECORDS, fits: isObject },
  'x-tone': { as: 'tone', places: RECORDS },
  'x-wire-only': { as: 'wireOnly', otherwise: false, places: RECORDS },
  'x-hidden': { as: 'hidden', otherwise: false, places: ENTERED },
  'x-internal': { as: 'internal', otherwise: false, places: ['header', 'line', 'setting'], isServers: true },
  'x-index': { as: 'index', otherwise: false, places: HEADER, isServers: true },
  'x-unique': { as: 'unique', otherwise: false, places: HEADER },
} as const satisfies { [K in keyof Required<Field>]: FieldKeyword }

type Keyword = keyof typeof FIELD_KEYWORDS
/** The boolean keywords as a resolved field has them. */
export type FieldFlags = { [K in Keyword as (typeof FIELD_KEYWORDS)[K] extends { otherwise: false } ? (typeof FIELD_KEYWORDS)[K]['as'] : never]: boolean }

/** Every keyword with what there is to know of it. */
export const KEYWORD_ENTRIES = Object.entries(FIELD_KEYWORDS) as [Keyword, FieldKeyword][]

/** The properties of a field that leaves every keyword out. */
export const FIELD_DEFAULTS = Object.fromEntries(KEYWORD_ENTRIES.flatMap(([, { as, otherwise }]): [string, unknown][] => (otherwise === undefined ? [] : [[as, otherwise]]))) as Record<string, unknown> as FieldFlags & { wireAlias: string[]; widgetOptions: Record<string, never> }
