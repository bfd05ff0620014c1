import type { Calendar, Card, Column, DocumentTypeManifest, List, Section, Text as GivenText, Wizard } from '../language/manifest.generated.ts'
import { expandStates } from '../../document/wire-state.ts'
import { humanise } from '../language/names.ts'
import { definedOnly } from './resolve-shape.ts'
import { sectionKind } from '../language/section-kind.ts'
import type { CalendarView, ResolvedCalendar, ResolvedCard, ResolvedColumn, ResolvedField, ResolvedList, ResolvedSection, ResolvedShape, ResolvedState, ResolvedWizard, Text } from './resolved.ts'

const MAX_DERIVED_COLUMNS = 8
const PAGE_SIZE = 25
/** The view that is the card itself. */
export const MAIN_VIEW = 'main'
/** No view: the steps of the wizard show the section. */
export const WIZARD_ONLY = 'wizard'

interface Screens { manifest: DocumentTypeManifest; shape: ResolvedShape; label: string; stateField: string; states: Record<string, ResolvedState> }

/** The list screen; a type that declares none gets its key, its state and the first fields that are shown. */
export function resolveList({ manifest, shape, label, stateField, states }: Screens): ResolvedList {
  const given: Partial<List> = manifest.list ?? {}
  const columns = given.columns ?? Object.fromEntries(derivedColumns(manifest, shape, stateField).map((field) => [field, {}]))
  const newestFirst = manifest.kind === 'master' ? manifest.key : `-${manifest.key}`
  const sort = given.sort ?? newestFirst
  return {
    columns: resolveColumns(columns, shape),
    sort: { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    pageSize: given.pageSize ?? PAGE_SIZE,
    search: given.search ?? [...new Set([manifest.key, label])],
    filters: Object.fromEntries(Object.entries(given.filters ?? {}).map(([field, filter]) => [field, typeof filter === 'string' ? filter : filter.kind])),
    filtersWhen: Object.fromEntries(Object.entries(given.filters ?? {}).flatMap(([field, filter]) => (typeof filter === 'string' || filter.when === undefined ? [] : [[field, filter.when]]))),
    tabs: Object.fromEntries(Object.entries(given.tabs ?? {}).map(([name, tab]) => [name, { ...tab, states: expandStates({ states, stateField }, tab.states ?? []) }])),
    carries: Object.fromEntries(Object.entries(given.carries ?? {}).map(([name, carry]) => [name, { label: carry.label, page: carry.page, with: carry.with ?? {}, as: carry.as, values: carry.values, ...definedOnly({ icon: carry.icon }) }])),
    figures: Object.fromEntries(Object.entries(given.figures ?? {}).map(([name, { title, icon, value, money = false, when }]) => [name, { title, value, money, ...definedOnly({ icon, when }) }])),
    tiles: Object.fromEntries(Object.entries(given.tiles ?? {}).map(([state, text]) => [state, resolveText(text)])),
    dialogs: Object.fromEntries(Object.entries(given.dialogs ?? {}).map(([name, { label, sections, icon, when }]) => [name, { label, sections, ...definedOnly({ icon, when }) }])),
    empty: given.empty ?? `No ${manifest.title.many.toLowerCase()} yet.`,
    actionsTitle: given.actionsTitle ?? 'Actions',
    ...definedOnly({ calendar: given.calendar && resolveCalendar(given.calendar, label, (names) => expandStates({ states, stateField }, names)) }),
  }
}

function resolveCalendar({ start, end = start, title = [], details = [], initialsOf, colour, views, view, shown = 'list', counted, row, rowName, group, feed }: Calendar, label: string, expanded: (states: string[]) => string[]): ResolvedCalendar {
  const offered = views ?? (['day', 'four-days', 'week', 'month', ...(row === undefined ? [] : ['people' as const]), ...(group === undefined ? [] : ['groups' as const])] satisfies CalendarView[])
  const first = view ?? (offered.includes('month') ? 'month' : offered[0]) ?? 'month'
  return { start, end, title: title.length === 0 ? [label] : title, details, views: offered, view: first, shown, ...definedOnly({ initialsOf, colour, counted: counted && expanded(counted), row, rowName, group, feed }) }
}

/**
 * The card screen; a type that declares none gets one section of fields and one for every array, then attachments, approvals and history.
 */
export function resolveCard({ manifest, shape }: Screens): ResolvedCard {
  const given: Card = manifest.card ?? { sections: derivedSections(manifest, shape) }
  return {
    sections: Object.fromEntries(Object.entries(given.sections).map(([name, section]) => [name, resolveSection(name, section, shape)])),
    views: Object.fromEntries(Object.entries(given.views ?? {}).map(([name, view]) => [name, { title: view.title, place: view.place ?? ['card', 'row'], ...definedOnly({ label: view.label, icon: view.icon, when: view.when, adds: view.adds && { label: view.adds.label, lines: view.adds.lines, values: view.adds.values, ...definedOnly({ when: view.adds.when }) } }) }])),
    opens: Object.fromEntries(Object.entries(given.opens ?? {}).map(([name, { label, page, values, icon, lines, when, asks }]) => [name, { label, page, values, ...definedOnly({ icon, lines, when, asks: asks && { after: asks.after, title: asks.title ?? label, text: asks.text } }) }])),
    actionsPosition: typeof given.actionsPosition === 'object' ? given.actionsPosition : { fixed: given.actionsPosition ?? 'bottom' },
    ...definedOnly({ summary: given.summary }),
  }
}

/** The form in steps. */
export function resolveWizard({ steps, continueLabel = 'Continue', backLabel = 'Go back', saveLabel, after = 'thanks', thanks }: Wizard): ResolvedWizard {
  return {
    steps: Object.fromEntries(Object.entries(steps).map(([name, { title, sections = [], when, needs = [], checkedFor }]) => [name, { name, title, sections, needs, ...definedOnly({ when, checkedFor }) }])),
    continueLabel, backLabel, after, ...definedOnly({ saveLabel, thanks }),
  }
}

function resolveSection(name: string, declared: Section, shape: ResolvedShape): ResolvedSection {
  const array = declared.field === undefined ? undefined : shape.fields[declared.field]
  return {
    name,
    kind: sectionKind(declared),
    fields: (declared.fields ?? []).filter((field) => shape.fields[field]?.hidden !== true),
    columns: resolveColumns(declared.columns ?? derivedLineColumns(declared, array), array?.line),
    dialogs: declared.dialogs ?? {},
    addLabel: declared.addLabel ?? 'Add line',
    columnsWide: declared.columnsWide ?? 2,
    collapsed: declared.collapsed ?? false,
    autosave: declared.autosave ?? false,
    views: declared.views ?? [MAIN_VIEW],
    ...definedOnly({ readOnly: declared.readOnly, title: declared.title, field: declared.field, inherits: declared.inherits, when: declared.when, comments: declared.comments, groupedBy: declared.groupedBy && { ...declared.groupedBy, fields: declared.groupedBy.fields ?? [] } }),
  }
}

/** Columns with their headings, by field. */
export function resolveColumns(declared: Record<string, Column>, shape: ResolvedShape | undefined): Record<string, ResolvedColumn> {
  return Object.fromEntries(Object.entries(declared).map(([field, column]) => [field, {
    field,
    title: column.title ?? shape?.fields[field]?.title ?? humanise(field),
    offered: column.hidden ?? false,
    ...definedOnly({ width: column.width, truncate: column.truncate, format: column.format, total: column.total, details: column.details, for: column.for }),
  }]))
}

function derivedColumns(manifest: DocumentTypeManifest, shape: ResolvedShape, stateField: string): string[] {
  const first = manifest.states === undefined ? [manifest.key] : [manifest.key, stateField]
  const seen = Object.values(shape.fields).filter(isShown).map((field) => field.name)
  return [...new Set([...first, ...seen])].slice(0, MAX_DERIVED_COLUMNS)
}

function derivedLineColumns(section: Section, array: ResolvedField | undefined): Record<string, Column> {
  if (sectionKind(section) !== 'lines' || array?.line === undefined) return {}
  const own = Object.values(array.line.fields).filter((field) => isShown(field) && field.name !== array.lineKey && field.name !== array.parentKey)
  return Object.fromEntries(own.map((field) => [field.name, {}]))
}

function derivedSections(manifest: DocumentTypeManifest, shape: ResolvedShape): Record<string, Section> {
  const fields = Object.values(shape.fields)
  const lines = fields.filter((field) => field.line !== undefined && !field.hidden && !field.internal)
  return {
    details: { kind: 'fields', fields: fields.filter(isShown).map((field) => field.name) },
    ...Object.fromEntries(lines.map((field): [string, Section] => [field.name, { kind: 'lines', field: field.name, title: field.title }])),
    ...(manifest.attachments !== undefined && { attachments: { kind: 'attachments' as const, title: 'Attachments' } }),
    ...(manifest.approval !== undefined && { approvals: { kind: 'approvals' as const, title: 'Approvals' } }),
    ...(manifest.kind !== 'ledger' && { history: { kind: 'history' as const, title: 'History', collapsed: true } }),
  }
}

/** Whether screens show the field by default: not an array of lines (it has its own section), an object, or anything hidden or internal. */
function isShown(field: ResolvedField): boolean {
  return field.line === undefined && field.type !== 'object' && !field.hidden && !field.internal && !field.wireOnly
}

/** A text in the form of the resolved manifest. */
export function resolveText(declared: GivenText): Text {
  return typeof declared === 'string' ? { text: declared } : declared
}
