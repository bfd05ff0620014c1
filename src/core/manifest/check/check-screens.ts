import { referencesOfField } from '../../document/referred.ts'
import { wireStates } from '../../document/wire-state.ts'
import { type CheckContext, type CheckPass, expectAction, expectField, expectLines, expectRole, expectSetting, expectShownField, expectStates } from './check-context.ts'
import { checkCalendar } from './check-calendar.ts'
import { checkWizard } from './check-wizard.ts'
import type { ExpandedType } from '../read/expanded.ts'
import { MAIN_VIEW, WIZARD_ONLY } from '../resolve/resolve-screens.ts'
import type { CardOpening, Carry, Column, DocumentTypeManifest, ListTab, PrintLayout, Section } from '../language/manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import { sectionKind } from '../language/section-kind.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../resolve/resolved.ts'

/** Kinds of sections that can be shown by themselves. */
const READABLE: ReadonlySet<string> = new Set(['fields', 'approvals', 'history'])

/** List, card and print: their fields, states, settings and formatters must exist. */
export const checkScreens: CheckPass = (context, expanded, type) => {
  const manifest = expanded.manifest as unknown as DocumentTypeManifest
  checkList(context, expanded, type, manifest)
  for (const [name, section] of Object.entries(manifest.card?.sections ?? {})) checkSection(context, expanded, type, section, ['card', 'sections', name])
  for (const [index, field] of (manifest.card?.summary ?? []).entries()) {
    if (!expectShownField(context, expanded, ['card', 'summary', index], field, type.shape)) continue
    if (type.shape.fields[field]?.hidden === true) context.reporter.inType('E218', expanded, ['card', 'summary', index], `No screen shows "${field}".`, { seen: field, expected: 'a field without x-hidden' })
  }
  if (manifest.card?.summary !== undefined && type.kind !== 'document') context.reporter.inType('E226', expanded, ['card', 'summary'], 'Only the card of a document has a summary.', { key: true, seen: 'summary', expected: '"kind": "document"' })
  for (const [name, { adds }] of Object.entries(manifest.card?.views ?? {})) {
    if (adds === undefined || !expectField(context, expanded, ['card', 'views', name, 'adds', 'lines'], adds.lines, type.shape)) continue
    for (const field of Object.keys(adds.values)) expectField(context, expanded, ['card', 'views', name, 'adds', 'values', field], field, type.shape.fields[adds.lines]?.line, { key: true })
  }
  if (manifest.wizard !== undefined) checkWizard(context, expanded, type, manifest.wizard)
  for (const [name, opening] of Object.entries(manifest.card?.opens ?? {})) checkOpening(context, expanded, type, opening, ['card', 'opens', name])
  const position = manifest.card?.actionsPosition
  if (typeof position === 'object') settingAt(context, expanded, ['card', 'actionsPosition', 'setting'], position.setting)
  for (const [name, print] of Object.entries(manifest.print ?? {})) {
    const layout = Object.hasOwn(expanded.layouts, print.layout) ? expanded.layouts[print.layout] : undefined
    if (layout === undefined) context.reporter.inType('E113', expanded, ['print', name, 'layout'], `There is no file "${print.layout}" beside the manifest.`, { seen: print.layout, known: Object.keys(expanded.layouts) })
    else checkLayout(context, expanded, type, layout as unknown as PrintLayout, ['print', name, 'layout'])
  }
}

function checkList(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { list }: DocumentTypeManifest): void {
  if (list === undefined) return
  checkColumns(context, expanded, list.columns, type.shape, ['list', 'columns'])
  if (list.sort !== undefined) expectStoredValue(context, expanded, ['list', 'sort'], list.sort.replace(/^-/, ''), type.shape)
  for (const [index, field] of (list.search ?? []).entries()) expectStoredValue(context, expanded, ['list', 'search', index], field, type.shape)
  for (const field of Object.keys(list.filters ?? {})) expectStoredValue(context, expanded, ['list', 'filters', field], field, type.shape, { key: true })
  for (const [name, carry] of Object.entries(list.carries ?? {})) checkCarry(context, expanded, type, carry, ['list', 'carries', name])
  if (list.calendar !== undefined) checkCalendar(context, expanded, type, list.calendar)
  for (const [name, tab] of Object.entries(list.tabs ?? {})) {
    for (const [index, state] of (tab.states ?? []).entries()) expectStates(context, expanded, ['list', 'tabs', name, 'states', index], state, type)
    checkArchive(context, expanded, type, name, tab)
  }
  for (const [name, dialog] of Object.entries(list.dialogs ?? {})) {
    for (const [index, section] of dialog.sections.entries()) expectReadSection(context, expanded, type, ['list', 'dialogs', name, 'sections', index], section)
  }
  for (const [state, text] of Object.entries(list.tiles ?? {})) {
    const known = [...wireStates(type), 'all']
    if (!known.includes(state)) context.reporter.inType('E203', expanded, ['list', 'tiles', state], `No state has the wire name "${state}".`, { key: true, seen: state, known })
    if (typeof text === 'object') settingAt(context, expanded, ['list', 'tiles', state, 'setting'], text.setting)
  }
}

/** A tab shows states or the archive, of which a list has one. */
function checkArchive(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, name: string, { states, archive }: ListTab): void {
  const at = ['list', 'tabs', name]
  if ((states === undefined) === (archive === undefined)) context.reporter.inType('E104', expanded, at, 'A tab shows either states or the archive.', { key: true, seen: states === undefined ? 'neither' : 'both', expected: 'states or archive' })
  if (archive === undefined || !expectField(context, expanded, [...at, 'archive'], archive, type.shape)) return
  const { type: held, live } = type.shape.fields[archive]!
  if (held !== 'boolean' || live !== undefined) context.reporter.inType('E218', expanded, [...at, 'archive'], `"${archive}" does not say which rows are in the archive.`, { seen: archive, expected: 'a boolean field that is stored' })
  if (Object.keys(type.states).length === 0) context.reporter.inType('E218', expanded, [...at, 'archive'], 'The rows of a list are counted by their states, and this type has none.', { seen: archive, expected: 'a type with states' })
  if (Object.keys(type.list.tabs).find((one) => type.list.tabs[one]?.archive !== undefined) !== name) context.reporter.inType('E218', expanded, at, 'A list has one archive.', { key: true, seen: name, expected: 'one tab with archive' })
}

/** Lists are sorted, searched and filtered by single values that are stored. */
function expectStoredValue(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, shape: ResolvedShape, details: { key?: boolean } = {}): void {
  if (!expectShownField(context, expanded, path, name, shape, details)) return
  const { type, live } = shape.fields[name]!
  if (type !== 'array' && type !== 'object' && live === undefined) return
  const why = live === undefined ? 'has more than one value' : 'is calculated when a record is read'
  context.reporter.inType('E218', expanded, path, `"${name}" ${why}, so a list cannot be ordered, searched or filtered by it.`, { ...details, seen: name, expected: 'a field with one stored value' })
}

/** The section must be one that can be read without the card around it. */
function expectReadSection(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, name: string): void {
  const readable = Object.values(type.card.sections).filter(({ kind }) => READABLE.has(kind)).map((section) => section.name)
  if (!readable.includes(name)) context.reporter.inType('E224', expanded, path, `The card has no section "${name}" that a dialog can show.`, { seen: name, known: readable })
}

function checkCarry({ catalogue, reporter, ...context }: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, carry: Carry, path: KeyPath): void {
  for (const [index, field] of carry.values.entries()) expectField({ catalogue, reporter, ...context }, expanded, [...path, 'values', index], field, type.shape)
  const page = Object.hasOwn(catalogue.pages, carry.page) ? catalogue.pages[carry.page] : undefined
  if (page === undefined) reporter.inType('E206', expanded, [...path, 'page'], `There is no page "${carry.page}".`, { seen: carry.page, known: Object.keys(catalogue.pages) })
  else if (page.lines?.from.name !== carry.as) reporter.inType('E240', expanded, [...path, 'as'], `The page "${carry.page}" takes no lines from "${carry.as}".`, { seen: carry.as, expected: page.lines?.from.name ?? 'a page with lines' })
  else if (carry.values.length > page.lines.values.length) reporter.inType('E241', expanded, [...path, 'values', page.lines.values.length], `The page "${carry.page}" takes ${page.lines.values.length} of the ${carry.values.length} values.`, { seen: carry.values[page.lines.values.length] ?? '', expected: page.lines.values.join(', ') })
}

function checkColumns(context: CheckContext, expanded: ExpandedType, columns: Record<string, Column>, shape: ResolvedShape | undefined, path: KeyPath): void {
  const { formatters } = context.known
  for (const [field, column] of Object.entries(columns)) {
    if (column.for !== undefined && path[0] !== 'list') context.reporter.inType('E285', expanded, [...path, field, 'for'], 'Only a column of the list is for roles; fields of a card are hidden by permissions or rules.', { key: true, seen: 'for' })
    else for (const role of Object.keys(column.for ?? {})) expectRole(context, expanded, [...path, field, 'for', role], role, { key: true })
    expectShownField(context, expanded, [...path, field], field, shape, { key: true })
    if (column.format !== undefined && formatters !== undefined && !formatters.includes(column.format)) {
      context.reporter.inType('E211', expanded, [...path, field, 'format'], `There is no formatter "${column.format}".`, { seen: column.format, known: formatters })
    }
    if ((column.format === 'label' || column.format === 'caption') && (path[0] !== 'list' || referencesOfField(shape?.fields[field] ?? {}).length === 0)) {
      context.reporter.inType('E211', expanded, [...path, field, 'format'], `"${column.format}" shows the record that a column of the list refers to.`, { seen: column.format, expected: 'a field with x-ref or x-ref-by, in list.columns' })
    }
  }
}

/** A button that opens a new record leads to a card whose address takes the values. */
function checkOpening(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { page: name, lines, values, asks }: CardOpening, path: KeyPath): void {
  const { pages } = context.catalogue
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  if (lines !== undefined) expectLines(context, expanded, [...path, 'lines'], lines, type)
  for (const [index, action] of (asks?.after ?? []).entries()) expectAction(context, expanded, [...path, 'asks', 'after', index], action, type)
  if (asks !== undefined && lines !== undefined) context.reporter.inType('E226', expanded, [...path, 'asks'], 'A button of lines has no question: it would be asked for each of them.', { key: true, seen: 'asks' })
  if (page === undefined || page.type === undefined || page.screen === 'list') {
    context.reporter.inType('E240', expanded, [...path, 'page'], `There is no page "${name}" of a new record.`, { seen: name, known: Object.values(pages).filter(({ scope, screen }) => scope !== undefined && screen !== 'list').map(({ id }) => id) })
    return
  }
  for (const field of Object.keys(values)) {
    if (!Object.hasOwn(page.scope ?? {}, field)) context.reporter.inType('E240', expanded, [...path, 'values', field], `The address of "${name}" has no place for "${field}".`, { key: true, seen: field, known: Object.keys(page.scope ?? {}) })
  }
}

function checkSection(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, section: Section, path: KeyPath): void {
  const fieldsAt = (fields: string[], shape: ResolvedShape | undefined, at: KeyPath): void => {
    for (const [index, field] of fields.entries()) expectShownField(context, expanded, [...at, index], field, shape)
  }
  const kind = sectionKind(section)
  if (section.readOnly !== undefined && kind !== 'fields') context.reporter.inType('E226', expanded, [...path, 'readOnly'], `A section of kind ${kind} is no form.`, { key: true, seen: kind, expected: 'kind fields' })
  const missing = kind === 'lines' ? section.field === undefined && 'field' : kind === 'fields' && section.fields === undefined && 'fields'
  if (missing !== false) context.reporter.inType('E104', expanded, path, `The key "${missing}" is missing in a section of kind ${kind}.`, { expected: missing })
  for (const [index, view] of (section.views ?? []).entries()) expectView(context, expanded, type, [...path, 'views', index], view, type.wizard === undefined ? [] : [WIZARD_ONLY])
  if (kind === 'fields' || kind === 'history') fieldsAt(section.fields ?? [], type.shape, [...path, 'fields'])
  for (const [index, name] of (kind === 'history' ? section.fields ?? [] : []).entries()) {
    const field = type.shape.fields[name]
    if (field?.line !== undefined || field?.hidden === true) context.reporter.inType('E218', expanded, [...path, 'fields', index], `A history does not show "${name}": it is hidden, or lines.`, { seen: name, expected: 'a field of the header that people see' })
  }
  if (kind === 'attachments' && type.attachments === undefined) context.reporter.inType('E218', expanded, [...path, 'kind'], 'The type takes no attachments.', { seen: 'attachments', expected: 'attachments declared in the manifest' })
  if (section.field === undefined || !expectField(context, expanded, [...path, 'field'], section.field, type.shape)) return
  const line = type.shape.fields[section.field]?.line
  if (line === undefined) {
    context.reporter.inType('E218', expanded, [...path, 'field'], `"${section.field}" has no lines.`, { seen: section.field, expected: 'a line array' })
    return
  }
  checkColumns(context, expanded, section.columns ?? {}, line, [...path, 'columns'])
  for (const [name, column] of Object.entries(section.columns ?? {})) fieldsAt(column.details ?? [], line, [...path, 'columns', name, 'details'])
  for (const [name, dialog] of Object.entries(section.dialogs ?? {})) fieldsAt(dialog.fields, line, [...path, 'dialogs', name, 'fields'])
  fieldsAt(section.inherits?.fields ?? [], line, [...path, 'inherits', 'fields'])
  if (section.groupedBy !== undefined) checkGroups(context, expanded, type, { ...section.groupedBy, line }, [...path, 'groupedBy'])
}

function checkGroups(
  context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, { lines, key, heading, fields = [], line }: NonNullable<Section['groupedBy']> & { line: ResolvedShape }, path: KeyPath,
): void {
  expectField(context, expanded, [...path, 'key'], key, line)
  if (!expectField(context, expanded, [...path, 'lines'], lines, type.shape)) return
  const other = type.shape.fields[lines]
  if (other?.line === undefined || other.lineKey === undefined) {
    context.reporter.inType('E218', expanded, [...path, 'lines'], `Nothing identifies the lines of "${lines}".`, { seen: lines, expected: 'a line array with an x-line-key' })
    return
  }
  if (heading !== undefined) expectField(context, expanded, [...path, 'heading'], heading, other.line)
  for (const [index, field] of fields.entries()) expectField(context, expanded, [...path, 'fields', index], field, other.line)
}

/** Reports E206 unless the card has the view; the card itself counts as one. `also` are further names that are allowed there. */
export function expectView(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, path: KeyPath, view: string, also: string[] = []): void {
  const known = [MAIN_VIEW, ...Object.keys(type.card.views), ...also]
  if (!known.includes(view)) context.reporter.inType('E206', expanded, path, `The card has no view "${view}".`, { seen: view, known })
}

type PrintBlock = PrintLayout['blocks'][number]
type PrintColumn = NonNullable<PrintBlock['columns']>[number]

/** What fits into a part of the page's width. */
const FITS_BESIDE: ReadonlySet<PrintBlock['kind']> = new Set(['facts', 'table', 'text'])

function checkLayout(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, layout: PrintLayout, path: KeyPath): void {
  checkBlocks(context, expanded, type, layout.blocks, path)
}

function checkBlocks(context: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, blocks: readonly PrintBlock[], path: KeyPath): void {
  for (const block of blocks) {
    if ((block.kind === 'beside') !== (block.blocks !== undefined)) context.reporter.inType('E218', expanded, path, 'A block of kind beside has blocks, and no other has.', { seen: block.kind, expected: 'beside with blocks' })
    for (const { kind } of block.blocks ?? []) if (!FITS_BESIDE.has(kind)) context.reporter.inType('E218', expanded, path, `A block of kind ${kind} takes the whole width.`, { seen: kind, expected: [...FITS_BESIDE].join(', ') })
    checkBlocks(context, expanded, type, block.blocks ?? [], path)
    for (const field of block.fields ?? []) expectField(context, expanded, path, field, type.shape)
    if (block.total !== undefined) expectField(context, expanded, path, block.total, type.shape)
    if (block.lines === undefined || !expectField(context, expanded, path, block.lines, type.shape)) continue
    const lines = type.shape.fields[block.lines]?.line
    for (const column of block.columns ?? []) if (expectField(context, expanded, path, column.field, lines)) checkColumn(context, expanded, path, column, lines?.fields[column.field])
  }
}

function checkColumn(context: CheckContext, expanded: ExpandedType, path: KeyPath, { field, sum, as }: PrintColumn, shape: ResolvedField | undefined): void {
  const expect = (isRight: boolean, sentence: string, expected: string): void => {
    if (!isRight) context.reporter.inType('E218', expanded, path, sentence, { seen: field, expected })
  }
  expect(sum !== true || shape?.type === 'number' || shape?.type === 'integer', `"${field}" cannot be summed up.`, 'a number')
  expect(as !== 'month' || shape?.format === 'date', `"${field}" has no month.`, 'a field of format date')
}

function settingAt(context: CheckContext, expanded: ExpandedType, path: KeyPath, setting: string): void {
  expectSetting(context, setting, (code, message, details) => context.reporter.inType(code, expanded, path, message, details))
}
