import { wireStates } from '../../document/wire-state.ts'
import { isServerOwned, ownWireNames, wireIndex } from '../../document/wire-fields.ts'
import { type CheckContext, type CheckPass, expectAction, expectField, expectLines, expectRole, expectSetting, expectShownField, expectType } from './check-context.ts'
import { checkKeywords } from './check-keywords.ts'
import { dependenciesOf } from '../../expressions/dependencies.ts'
import { checkBounds } from './check-bounds.ts'
import { checkFigure } from './check-figure.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { DocumentTypeManifest, Field, ObjectSchema } from '../language/manifest.generated.ts'
import type { KeyPath, Reporter } from '../read/reporter.ts'
import { isText } from '../language/field-fits.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../resolve/resolved.ts'

/** The shape: fields must fit together, references must lead somewhere, and rules, permissions and lists must use existing fields. */
export const checkFields: CheckPass = (context, expanded, type) => {
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  checkShape(context, expanded, type, manifest.schema, ['schema'])
  for (const [name, shape] of Object.entries(manifest.schema.$defs ?? {})) checkShape(context, expanded, type, shape, ['schema', '$defs', name])
  for (const role of ['key', 'label', 'owner'] as const) {
    const field = manifest[role]
    if (field !== undefined) expectShownField(context, expanded, [role], field, type.shape)
  }
  for (const role of Object.keys(manifest.title.listFor ?? {})) expectRole(context, expanded, ['title', 'listFor', role], role, { key: true })
  const { setting } = manifest.title
  if (setting !== undefined) expectSetting(context, setting, (code, message, details) => context.reporter.inType(code, expanded, ['title', 'setting'], message, details))
  checkWireNames(context, expanded, type)
  checkSource(context, expanded, type)
  checkRules(context, expanded, type, manifest)
  checkNamedLists(context, expanded, type, manifest)
  checkExposed(context, expanded, type)
  for (const [role, permission] of Object.entries(manifest.permissions ?? {})) {
    expectRole(context, expanded, ['permissions', role], role, { key: true })
    for (const [index, field] of (permission.hide ?? []).entries()) checkHidden(context, expanded, type, ['permissions', role, 'hide', index], field)
  }
}

function checkShape(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, shape: ObjectSchema, path: KeyPath): void {
  const known = Object.keys(shape.properties)
  for (const [index, name] of (shape.required ?? []).entries()) {
    if (!known.includes(name)) context.reporter.inType('E201', expanded, [...path, 'required', index], `There is no field "${name}".`, { seen: name, known })
  }
  for (const [name, field] of Object.entries(shape.properties)) {
    checkField(context, expanded, type, field, [...path, 'properties', name], shape)
    checkEarlierNames(context, expanded, shape, name, [...path, 'properties', name])
    const place = path.includes('$defs') ? 'line' : 'header'
    if (place === 'header' && name === type.stateField && field.enum !== undefined && Object.keys(type.states).length > 0) {
      context.reporter.inType('E226', expanded, [...path, 'properties', name, 'enum'], 'The values of the state field are the states.', { seen: 'enum', expected: 'states' })
    }
    checkKeywords(place, place === 'header' && name === type.stateField ? withStates(field, type) : field, [...path, 'properties', name], (code, at, message, details) => context.reporter.inType(code, expanded, at, message, details))
  }
}

/** The state field with its values: the states, by their names and as calls tell them. */
function withStates(field: Field, type: ResolvedDocumentType): Field {
  const states = [...new Set([...Object.keys(type.states), ...wireStates(type)])]
  return states.length === 0 ? field : { enum: states, ...field }
}

/** A field must not have a name that calls use for something else, or for another field: one would take the place of the other. */
function checkWireNames({ reporter }: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  checkDistinctNames(reporter, expanded, type.shape, ['schema'])
  for (const { line } of Object.values(type.shape.fields)) if (line !== undefined) checkDistinctNames(reporter, expanded, line, ['schema', '$defs', line.name])
  const own = new Set(ownWireNames(type))
  for (const [name, field] of wireIndex(type.shape)) {
    if (!own.has(name) || field.name === type.key) continue
    const keyword = field.wire === name ? 'x-wire' : 'x-wire-alias'
    const isPlain = field.wire === name && field.name === name
    reporter.inType('E277', expanded, ['schema', 'properties', field.name, ...(isPlain ? [] : [keyword])], `"${name}" has another meaning in calls.`, { key: isPlain, seen: name, expected: `none of ${[...own].join(', ')}` })
  }
}

function checkDistinctNames(reporter: Reporter, expanded: ExpandedType, shape: ResolvedShape, path: KeyPath): void {
  const holders = new Map<string, string>()
  // An overlay adds its fields after those of the base, so that it is the added one that is refused.
  for (const { name, wire, wireAlias, internal } of Object.values(shape.fields)) {
    if (internal) continue
    for (const used of new Set([wire, ...wireAlias])) {
      const holder = holders.get(used)
      if (holder !== undefined) reporter.inType('E277', expanded, [...path, 'properties', name, ...(used === name ? [] : [used === wire ? 'x-wire' : 'x-wire-alias'])], `"${used}" is the name of "${holder}" in calls.`, { key: used === name, seen: used, expected: 'a name that no other field has in calls' })
      else holders.set(used, name)
    }
  }
}

/** An earlier name that is still a field, or that two fields had, would have its values moved at every start. */
function checkEarlierNames({ reporter }: CheckContext, expanded: ExpandedType, { properties }: ObjectSchema, name: string, path: KeyPath): void {
  for (const [index, earlier] of (properties[name]?.['x-renamed-from'] ?? []).entries()) {
    const other = Object.hasOwn(properties, earlier) ? earlier : Object.keys(properties).find((one) => one !== name && properties[one]?.['x-renamed-from']?.includes(earlier) === true)
    if (other !== undefined) reporter.inType('E112', expanded, [...path, 'x-renamed-from', index], other === earlier ? `"${earlier}" is still a field of its own.` : `The field "${other}" was called "${earlier}" too.`, { seen: earlier })
  }
}

/** A live field is calculated by itself, from stored values, figures and records that are referred to, so that a record can be read without running its rules. */
function checkLive(context: CheckContext, expanded: ExpandedType, field: Field, { properties }: ObjectSchema, path: KeyPath): void {
  const refuse = (message: string, key: string): void => context.reporter.inType('E231', expanded, [...path, 'x-live'], message, { key: true, seen: key, expected: 'x-compute over lookups' })
  const reads = dependenciesOf(field['x-compute'] ?? '')
  const records = Object.values(properties).flatMap((one) => one['x-ref']?.as ?? [])
  if (!reads.some(([root, name = '']) => root === 'lookups' || records.includes(name))) refuse('A field that is calculated when it is read needs an x-compute that reads lookups, or a record that is referred to.', field['x-compute'] ?? 'no x-compute')
  if (field['x-compute-while'] !== undefined) refuse('A field that is never stored cannot keep its stored value.', 'x-compute-while')
  const live = reads.map(([, name = '']) => name).find((name) => properties[name]?.['x-live'] !== undefined)
  if (live !== undefined) refuse(`It reads "${live}", which is itself computed as it is read.`, live)
  for (const [index, name] of (field['x-live'] ?? []).entries()) {
    if (!Object.hasOwn(properties, name)) context.reporter.inType('E201', expanded, [...path, 'x-live', index], `There is no field "${name}".`, { seen: name, known: Object.keys(properties) })
  }
}

function checkField(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, field: Field, path: KeyPath, shape: ObjectSchema): void {
  if (field.items !== undefined && '$ref' in field.items) {
    const name = field.items.$ref.slice('#/$defs/'.length)
    const known = Object.keys((expanded.manifest as unknown as DocumentTypeManifest).schema.$defs ?? {})
    if (!known.includes(name)) context.reporter.inType('E217', expanded, [...path, 'items', '$ref'], `There is no line shape "${name}".`, { seen: name, known })
  }
  if (field.title === undefined && field['x-hidden'] !== true && field['x-internal'] !== true && field['x-wire-only'] !== true) {
    context.reporter.inType('W701', expanded, path, `The field "${String(path.at(-1))}" has no title.`, { key: true, expected: 'title' })
  }
  const array = type.shape.fields[String(path.at(-1))]
  for (const keyword of ['x-line-key', 'x-parent-key'] as const) {
    const name = field[keyword]
    if (name !== undefined && array?.line !== undefined) expectField(context, expanded, [...path, keyword], name, array.line)
  }
  if (field['x-live'] !== undefined) checkLive(context, expanded, field, shape, path)
  const reference = field['x-ref']
  if (reference !== undefined && expectType(context, expanded, [...path, 'x-ref', 'to'], reference.to) && reference.label !== undefined) {
    expectField(context, expanded, [...path, 'x-ref', 'label'], reference.label, context.catalogue.types[reference.to]?.shape)
  }
  const by = field['x-ref-by']
  if (by !== undefined) checkDecided(context, expanded, by, shape, [...path, 'x-ref-by'])
  const money = field['x-money']
  if (money !== undefined && money !== '') expectField(context, expanded, [...path, 'x-money'], money, type.shape)
  const choices = field['x-choices']
  if (choices !== undefined) checkChoices(context, expanded, field, choices, [...path, 'x-choices'])
  const widget = field['x-widget']
  const { widgets } = context.known
  if (widget !== undefined && widgets !== undefined && !widgets.includes(widget)) context.reporter.inType('E210', expanded, [...path, 'x-widget'], `There is no widget "${widget}".`, { seen: widget, known: widgets })
}

/** `x-choices`: the field holds one of the texts that a setting lists, or those of its values that the setting offers. */
function checkChoices(context: CheckContext, expanded: ExpandedType, field: Field, choices: string, path: KeyPath): void {
  if (!expectSetting(context, choices, (code, message, details) => context.reporter.inType(code, expanded, path, message, details))) return
  const [group = '', name = ''] = choices.split('.')
  const setting = context.catalogue.settings[group]?.fields[name]
  const refuse = (message: string, expected: string): void => context.reporter.inType('E270', expanded, path, message, { seen: choices, expected })
  if (setting?.type !== 'array' || setting.line !== undefined) refuse(`The setting "${choices}" is no list of texts.`, 'a setting with items of type string')
  if (!isText(field) || field['x-ref'] !== undefined || field['x-compute'] !== undefined) refuse('Only a text that people enter is chosen from a setting, and from nothing else.', 'type string without x-ref and x-compute')
}

/** What a service finds becomes a record of a master, so it must supply the key, and may only set fields that users could enter. */
function checkSource(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const { source } = type
  if (source === undefined) return
  const refuse = (path: KeyPath, message: string, seen: string, expected: string): void => context.reporter.inType('E271', expanded, path, message, { key: true, seen, expected })
  if (type.kind !== 'master' || type.series !== undefined) refuse(['source'], 'Only a master whose key is not from a number series can take records from a service.', type.kind, 'kind master without series')
  if (source.values[type.key] === undefined) refuse(['source', 'values'], `A record that is found needs a key: values must set "${type.key}".`, Object.keys(source.values).join(', '), type.key)
  for (const name of Object.keys(source.values)) {
    if (!expectField(context, expanded, ['source', 'values', name], name, type.shape, { key: true })) continue
    const field = type.shape.fields[name]
    if (field?.line !== undefined || field?.type === 'object' || (field?.readOnly === true && name !== type.key)) refuse(['source', 'values', name], `"${name}" cannot be entered by people.`, name, 'a field that people enter')
  }
}

function checkRules(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, manifest: DocumentTypeManifest): void {
  for (const [name, rule] of Object.entries(manifest.rules ?? {})) {
    const on = String(rule.on)
    const found = expectPath(context, expanded, type, ['rules', name, 'on'], on)
    if (found && rule.after !== undefined) checkAfter(context, expanded, type, ['rules', name, 'after'], on, rule.after)
    const [first = '', second] = on.split('.')
    const line = second === undefined ? undefined : type.shape.fields[first]?.line
    const field = found ? (line ?? type.shape).fields[second ?? first] : undefined
    if (field !== undefined) checkBounds(context, expanded, { at: ['rules', name], field, bounds: rule, isServers: isServerOwned(type, field, line === undefined ? 'header' : 'line'), shapes: { doc: type.shape, prev: type.shape, ...(line !== undefined && { line }) } })
    for (const [index, action] of (rule.for ?? []).entries()) expectAction(context, expanded, ['rules', name, 'for', index], action, type)
  }
}

/** A rule on a line may also follow a field of the header. */
function checkAfter(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, on: string, after: string[]): void {
  const [first = '', second] = on.split('.')
  const line = second === undefined ? undefined : type.shape.fields[first]?.line
  for (const [index, field] of after.entries()) {
    if (Object.hasOwn(line?.fields ?? {}, field) || Object.hasOwn(type.shape.fields, field)) continue
    expectField(context, expanded, [...path, index], field, line === undefined ? type.shape : { ...line, fields: { ...type.shape.fields, ...line.fields } })
  }
}

/** Redacted values of a line are kept when someone who cannot see them saves the lines; the lines are matched by their key. */
function checkHidden(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, name: string): void {
  if (!expectPath(context, expanded, type, path, name)) return
  const [array = '', field] = name.split('.')
  if (name === type.key) context.reporter.inType('E222', expanded, path, `"${name}" cannot be hidden: records are opened by it.`, { seen: name })
  if (field === undefined) return
  const lineKey = type.shape.fields[array]?.lineKey
  if (lineKey === undefined) {
    context.reporter.inType('E222', expanded, path, `"${name}" cannot be hidden: nothing identifies the lines of "${array}", so its values would be lost when somebody who does not see them saves.`, {
      seen: name, expected: `x-line-key on "${array}"`,
    })
  }
  if (lineKey === field) context.reporter.inType('E222', expanded, path, `"${name}" cannot be hidden: it identifies the lines of "${array}".`, { seen: name })
}

/** A field, or a field of an array's lines. */
function expectPath(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, name: string): boolean {
  const [first = '', second] = name.split('.')
  if (!expectField(context, expanded, path, first, type.shape)) return false
  if (second === undefined) return true
  const line = type.shape.fields[first]?.line
  if (line !== undefined) return expectField(context, expanded, path, second, line)
  context.reporter.inType('E218', expanded, path, `"${first}" has no lines.`, { seen: name, expected: 'a line array' })
  return false
}

/** An exposed figure is evaluated over a record that nobody has filled in yet. */
function checkExposed(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType): void {
  const isGiven = ({ stamp, default: first, defaultExpression, compute }: ResolvedField): boolean =>
    stamp !== undefined || first !== undefined || defaultExpression !== undefined || (compute !== undefined && !dependenciesOf(compute).some(([root]) => root === 'lookups'))
  const exposed = Object.values(type.lookups).filter((lookup) => lookup.exposed === true)
  const known = exposed.length === 0 ? [] : Object.values(type.shape.fields).filter(isGiven).map(({ name }) => name)
  for (const lookup of exposed) {
    if (lookup.each !== undefined) context.reporter.inType('E250', expanded, ['lookups', lookup.name, 'exposed'], 'A figure for each line is of one document, not of a person.', { key: true, seen: 'each' })
    for (const part of ['where', 'when'] as const) {
      const read = dependenciesOf(lookup[part] ?? 'true').find(([root, name = '']) => root === 'input' || (root === 'doc' && name !== type.key && !known.includes(name)))
      if (read === undefined) continue
      context.reporter.inType('E250', expanded, ['lookups', lookup.name, part], `"${read.join('.')}" is not known before the record is filled in.`, { seen: read.join('.'), known: known.map((name) => `doc.${name}`) })
    }
  }
}

function checkNamedLists(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, manifest: DocumentTypeManifest): void {
  for (const [name, list] of Object.entries(manifest.lists ?? {})) expectType(context, expanded, ['lists', name, 'of'], list.of)
  for (const [name, lookup] of Object.entries(manifest.lookups ?? {})) {
    if (expectType(context, expanded, ['lookups', name, 'of'], lookup.of)) checkFigure(context, expanded, ['lookups', name], lookup)
    if (lookup.each !== undefined) expectLines(context, expanded, ['lookups', name, 'each'], lookup.each, type)
  }
}

/** Checks that a field of the same record or line decides the type, by values that it can have. */
function checkDecided(context: CheckContext, expanded: ExpandedType, { field: name, to }: NonNullable<Field['x-ref-by']>, { properties = {} }: ObjectSchema, path: KeyPath): void {
  for (const [value, type] of Object.entries(to)) expectType(context, expanded, [...path, 'to', value], type)
  const decides = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (decides === undefined) {
    context.reporter.inType('E201', expanded, [...path, 'field'], `There is no field "${name}".`, { seen: name, known: Object.keys(properties) })
    return
  }
  const values = decides.enum
  if (!isText(decides) || values === undefined) {
    context.reporter.inType('E287', expanded, [...path, 'field'], `"${name}" has no list of values by which it could decide.`, { seen: name, expected: 'a text with enum' })
    return
  }
  for (const value of Object.keys(to)) {
    if (!values.includes(value)) context.reporter.inType('E287', expanded, [...path, 'to', value], `"${value}" is no value of "${name}".`, { key: true, seen: value, known: values.map(String) })
  }
}
