import type { Json } from '../../document/json.ts'
import type { Field, ObjectSchema } from '../language/manifest.generated.ts'
import { KEYWORD_ENTRIES, FIELD_DEFAULTS } from '../language/field-keywords.ts'
import { fieldTypeOf } from '../language/field-type.ts'
import { roleTitle } from '../../access/built-in-roles.ts'
import { humanise } from '../language/names.ts'
import type { ResolvedField, ResolvedReference, ResolvedShape } from './resolved.ts'

const MAX_FILE_BYTES = 2_000_000
const FILE_TYPES = ['pdf', 'png', 'jpeg']

/** What resolving one type needs to know of the others. */
export interface OtherTypes {
  /** The field shown next to the key of a type's records; undefined for an unknown type. */
  labelOf: (type: string) => string | undefined
  /** The condition for which records of a type may be chosen; undefined for all. */
  selectableOf: (type: string) => string | undefined
  /** The type of a field of a type's records; undefined for an unknown one. */
  fieldTypeOf: (type: string, field: string) => ResolvedField['type'] | undefined
  /** The format of a text field; undefined if it declares none. */
  fieldFormatOf: (type: string, field: string) => ResolvedField['format']
  /** The titles of the types that have an approval, by id. */
  approved: Record<string, string>
  /** The same titles also by earlier ids, which history still contains. */
  approvedEver: Record<string, string>
  /** All roles. */
  roles: string[]
}

/** A shape with every default filled in. `defs` are the line shapes that its arrays may refer to. */
export function resolveShape(name: string, schema: ObjectSchema, others: OtherTypes, defs = schema.$defs ?? {}): ResolvedShape {
  return {
    name,
    required: schema.required ?? [],
    fields: Object.fromEntries(Object.entries(schema.properties).map(([field, given]) => [field, resolveField(field, given, others, defs)])),
  }
}

function resolveField(name: string, declared: Field, others: OtherTypes, defs: Record<string, ObjectSchema>): ResolvedField {
  const { 'x-ref': reference, 'x-ref-by': by } = declared
  const isEntered = declared['x-compute'] === undefined && declared['x-stamp'] === undefined && declared.readOnly !== true
  return {
    name,
    ...keywordsOf(declared),
    type: fieldTypeOf(declared),
    title: declared.title ?? humanise(name),
    readOnly: declared.readOnly === true || declared['x-compute'] !== undefined || declared['x-stamp'] !== undefined,
    wire: declared['x-wire'] ?? name,
    ...definedOnly({
      description: declared.description === '' ? undefined : declared.description,
      ...choicesOf(declared, others),
      namesTypes: declared['x-types'] === undefined ? undefined : true,
      line: lineOf(declared, others, defs),
      parts: declared.properties === undefined ? undefined : resolveShape(name, { properties: declared.properties }, others, {}),
      ref: reference === undefined ? undefined : resolveReference(reference, others, isEntered),
      refBy: by === undefined ? undefined : { field: by.field, to: Object.fromEntries(Object.entries(by.to).map(([value, to]) => [value, resolveReference({ to }, others, isEntered)])) },
      file: declared['x-file'] === undefined ? undefined : { maxBytes: declared['x-file'].maxBytes ?? MAX_FILE_BYTES, types: declared['x-file'].types ?? FILE_TYPES },
    }),
  }
}

/** The properties that hold a keyword's value as it is written, with the defaults of keywords that are omitted. */
function keywordsOf(declared: Field): typeof FIELD_DEFAULTS & Partial<ResolvedField> {
  const given = KEYWORD_ENTRIES.flatMap(([keyword, { property, hasCustomResolution }]) => (hasCustomResolution === true || declared[keyword] === undefined ? [] : [[property, declared[keyword]]]))
  return { ...FIELD_DEFAULTS, ...(Object.fromEntries(given) as Partial<ResolvedField>) } as typeof FIELD_DEFAULTS & Partial<ResolvedField>
}

/** The values that may be chosen, with their captions: the declared ones, the document types that have an approval, or all roles. */
function choicesOf(declared: Field, others: OtherTypes): Pick<ResolvedField, 'enum' | 'enumTitles'> {
  // Read only if needed: everything that resolving reads of the other types is recorded.
  if (declared['x-types'] !== undefined) return { enum: Object.keys(others.approved), enumTitles: others.approvedEver }
  if (declared['x-roles'] !== undefined) return { enum: others.roles, enumTitles: Object.fromEntries(others.roles.map((role) => [role, roleTitle(role)])) }
  return definedOnly({ enum: declared.enum as Json[] | undefined, enumTitles: declared['x-enum-titles'] })
}

/** @param isEntered whether users choose the record, so that it must be one that may be chosen. */
function resolveReference(declared: NonNullable<Field['x-ref']>, others: OtherTypes, isEntered: boolean): ResolvedReference {
  const options = [isEntered ? others.selectableOf(declared.to) : undefined, declared.options].filter((one) => one !== undefined)
  return { to: declared.to, label: declared.label ?? others.labelOf(declared.to) ?? '', ...definedOnly({ as: declared.as, truncate: declared.truncate, options: options.length > 1 ? options.map(bracketed).join(' && ') : options[0] }) }
}

/** `&&` binds more tightly than these operators. */
function bracketed(expression: string): string {
  return /\|\||\?/.test(expression) ? `(${expression})` : expression
}

function lineOf(declared: Field, others: OtherTypes, defs: Record<string, ObjectSchema>): ResolvedShape | undefined {
  if (declared.items === undefined || !('$ref' in declared.items)) return undefined
  const name = declared.items.$ref.slice('#/$defs/'.length)
  const shape = Object.hasOwn(defs, name) ? defs[name] : undefined
  // Lines have no lines of their own: defs are not passed on.
  return shape === undefined ? undefined : resolveShape(name, shape, others, {})
}

/** Omits the keys whose value is undefined, which exact optional properties do not allow. */
export function definedOnly<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const found: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const key in values) if (values[key] !== undefined) found[key] = values[key] as Exclude<T[typeof key], undefined>
  return found
}
