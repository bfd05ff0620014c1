import { declaresStoredForm } from '../../document/stored-form.ts'
import { isArray, isObject } from './field-fits.ts'
import { KEYWORD_ENTRIES } from './field-keywords.ts'
import type { Field } from './manifest.generated.ts'

/** A keyword that contradicts another one of the same field. */
export interface FieldContradiction {
  /** The keyword that is refused. */
  keyword: keyof Field
  /** Whether the other keywords of a field that has it speak against it. */
  isRefused: (field: Field) => boolean
  message: string
  /** E226 if nothing would read the keyword; E110 unless given. */
  code?: 'E226'
}

const isComputed = (field: Field): boolean => field['x-compute'] !== undefined
const isStamped = (field: Field): boolean => field['x-stamp'] !== undefined
/** Whether the first of two bounds, if there are both, is above the second. */
const isAbove = (least: number | undefined, most: number | undefined): boolean => least !== undefined && most !== undefined && least > most

/** What contradicts every keyword of a stored form (stored-form.ts). */
const STORED_FORM_CONTRADICTIONS: readonly Omit<FieldContradiction, 'keyword'>[] = [
  { isRefused: (field) => field.enum !== undefined || field['x-choices'] !== undefined || field['x-ref'] !== undefined || field['x-ref-by'] !== undefined, message: 'A value that is chosen is stored as it is written there.' },
  { isRefused: (field) => field.format !== undefined, message: 'A text of a format is stored as its format writes it.' },
  { isRefused: isComputed, message: 'Nobody enters the field: its x-compute gives the value as it is stored.', code: 'E226' },
  { isRefused: (field) => field['x-wire-only'] === true, message: 'Nothing of the field is stored.', code: 'E226' },
]

/** Which keywords of a field contradict each other; what a keyword fits by itself is in FIELD_KEYWORDS. */
export const FIELD_CONTRADICTIONS: readonly FieldContradiction[] = [
  { keyword: 'type', isRefused: (field) => isArray(field) && field.items === undefined, message: 'A list needs items.' },
  { keyword: 'type', isRefused: (field) => isObject(field) && field.properties === undefined && field['x-file'] === undefined, message: 'An object needs properties, or x-file.' },
  { keyword: 'properties', isRefused: (field) => field['x-file'] !== undefined, message: 'The parts of a file are always the same.' },
  { keyword: 'default', isRefused: isObject, message: 'An object has no first value.' },
  { keyword: 'maximum', isRefused: ({ minimum, maximum }) => isAbove(minimum, maximum), message: 'No number is at most this and at least the minimum.' },
  { keyword: 'maximum', isRefused: ({ exclusiveMinimum: least, maximum }) => isAbove(least, maximum) || (maximum !== undefined && least === maximum), message: 'No number is at most this and above the exclusiveMinimum.' },
  { keyword: 'maxLength', isRefused: ({ minLength, maxLength }) => isAbove(minLength, maxLength), message: 'No text is as short as this and as long as the minLength.' },
  { keyword: 'maxItems', isRefused: ({ minItems, maxItems }) => isAbove(minItems, maxItems), message: 'No list has so few entries and as many as the minItems.' },
  { keyword: 'x-ref', isRefused: (field) => isArray(field) && (field.enum !== undefined || field['x-types'] !== undefined || field['x-roles'] !== undefined), message: 'The values of a list are records, or of one other kind.' },
  { keyword: 'x-ref-by', isRefused: (field) => field['x-ref'] !== undefined || field.enum !== undefined || field['x-choices'] !== undefined, message: 'A field offers values of one kind.' },
  { keyword: 'x-ref-by', isRefused: (field) => isComputed(field) || isStamped(field), message: 'Only a record that people choose has a type that another field decides.' },
  { keyword: 'x-compute-while', isRefused: (field) => !isComputed(field), message: 'Only a value that x-compute gives is computed for a while.' },
  { keyword: 'x-stamp', isRefused: isComputed, message: 'A computed value is not stamped.' },
  { keyword: 'default', isRefused: isComputed, message: 'A computed value has no first value.' },
  { keyword: 'default', isRefused: isStamped, message: 'The first value is the stamp.' },
  { keyword: 'x-default', isRefused: isComputed, message: 'A computed value has no first value.' },
  { keyword: 'x-default', isRefused: isStamped, message: 'The first value is the stamp.' },
  { keyword: 'x-default', isRefused: (field) => field.default !== undefined, message: 'The field has a first value already: default.' },
  { keyword: 'x-enum-titles', isRefused: (field) => field.enum === undefined, message: 'There are no values of an enum to caption.', code: 'E226' },
  { keyword: 'x-placeholder', isRefused: (field) => isComputed(field) || isStamped(field) || field.readOnly === true, message: 'Nobody enters the field, so that it is never an empty one to fill in.', code: 'E226' },
  ...KEYWORD_ENTRIES.filter(([, { property }]) => declaresStoredForm(property)).flatMap(([keyword]) => STORED_FORM_CONTRADICTIONS.map((one): FieldContradiction => ({ keyword, ...one }))),
]
