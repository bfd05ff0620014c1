import { clientFlags } from '../language/action-keywords.ts'
import type { Visibility } from '../../redaction/visibility.ts'
import type { JsonObject } from '../../document/json.ts'
import { contentHash } from '../resolve/content-hash.ts'
import { KEYWORD_ENTRIES, FIELD_DEFAULTS } from '../language/field-keywords.ts'
import { definedOnly } from '../resolve/resolve-shape.ts'
import { withoutFields, type MissingOnScreens } from '../../redaction/without-fields.ts'
import type { DualControl, ResolvedAction, ResolvedApproval, ResolvedBalances, ResolvedCalendar, ResolvedDocumentType, ResolvedEndpoint, ResolvedField, ResolvedJob, ResolvedList, ResolvedRule, ResolvedSection, ResolvedShape, Target } from '../resolve/resolved.ts'

const WHOLE: Visibility = { redactedAlways: [], redactedOnNew: [], redactedOnAllRows: [], redactedOnSomeRows: [], redactedInOtherTypes: {}, columnsByRole: {} }

/**
 * What the portal gets of a type: an allow-list, redacted to what people with the same roles see. Internal fields, permissions, lookups,
 * posts, effects and conditions over rows stay on the server, and so do rules that read what the browser does not have. `hidden` names what
 * is redacted for these people in new records, or in some rows of their lists, but not in every record.
 */
export function toClientManifest(whole: ResolvedDocumentType, visibility: Visibility = WHOLE, shapeOf?: MissingOnScreens['shapeOf']): JsonObject {
  const fields = new Set([...internalPaths(whole), ...visibility.redactedAlways])
  const type = withoutFields(whole, { fields, redactedOnAllRows: new Set(visibility.redactedOnAllRows), redactedOnSomeRows: new Set(visibility.redactedOnSomeRows), inOtherTypes: visibility.redactedInOtherTypes, ...definedOnly({ shapeOf }) })
  const client: Omit<ResolvedDocumentType, 'permissions' | 'hash'> & { hidden: { onNew: string[]; inLists: string[] } } = {
    id: type.id, module: type.module, renamedFrom: type.renamedFrom, version: type.version, kind: type.kind, title: type.title, icon: type.icon,
    description: type.description, key: type.key, label: type.label, stateField: type.stateField, shape: clientShape(type.shape),
    ...definedOnly({ series: type.series, owner: type.owner, ownerChosenBy: type.ownerChosenBy, approval: type.approval && clientApproval(type.approval), attachments: type.attachments }),
    ...definedOnly({ dualControl: type.dualControl && clientDualControl(type.dualControl, type.shape) }),
    ...definedOnly({ job: type.job && clientJob(type.job) }),
    ...definedOnly({ balances: type.balances && clientBalances(type.balances) }),
    approvals: mapped(type.approvals, clientApproval),
    // Its existence is enough for asking the server.
    ...definedOnly({ source: type.source && { service: type.source.service, rows: [], values: {} } }),
    lists: mapped(type.lists, ({ of }) => ({ of })),
    lookups: mapped(exposedLookups(type), ({ name, value, group, format }) => ({ name, of: type.id, where: '', figure: 'count' as const, value, ...definedOnly({ group, format }), exposed: true })),
    rules: mapped(type.rules, clientRule),
    list: clientList(type.list, visibility),
    card: { sections: mapped(type.card.sections, clientSection), views: type.card.views, opens: type.card.opens, actionsPosition: type.card.actionsPosition, ...definedOnly({ summary: type.card.summary }) },
    ...definedOnly({ wizard: type.wizard }),
    states: mapped(type.states, ({ was: _, ...state }) => state),
    actions: mapped(type.actions, clientAction),
    endpoints: mapped(type.endpoints, (calls) => calls.map(clientEndpoint)),
    messages: type.messages,
    print: mapped(type.print, (print) => ({ name: print.name, title: print.title, layout: {}, fileName: print.fileName, place: print.place, ...definedOnly({ when: print.when }) })),
    reminders: {},
    hidden: { onNew: visibility.redactedOnNew, inLists: visibility.redactedOnSomeRows },
  }
  return { ...(JSON.parse(JSON.stringify(client)) as JsonObject), hash: contentHash(JSON.stringify(client)) }
}

/** What the screen of a run shows of its job. */
function clientJob({ items, states, figures, batch }: ResolvedJob): ResolvedJob {
  return { items, states, figures, batch, over: {}, posts: [], runs: [], notifies: [] }
}

/** The current period comes from the server, with the figures. */
function clientBalances({ owner, date, amount, kind, by, period, account, document, text, unit, figures }: ResolvedBalances): ResolvedBalances {
  return { owner, date, amount, kind, by, period, unit, figures, ...definedOnly({ account, document, text }) }
}

/** How a call is made. What it narrows, renames or answers for other systems is the server's. */
function clientEndpoint({ name, method, path, key, fixedQuery }: ResolvedEndpoint): ResolvedEndpoint {
  return { name, method, path, fixedQuery, ...definedOnly({ key }) }
}

function mapped<T, U>(entries: Record<string, T>, transform: (entry: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, transform(entry)]))
}

function internalPaths({ shape }: ResolvedDocumentType): string[] {
  return Object.values(shape.fields).flatMap(({ name, internal, line }) => {
    if (internal) return [name]
    return Object.values(line?.fields ?? {}).flatMap((field) => (field.internal ? [`${name}.${field.name}`] : []))
  })
}

/** Figures that are exposed to the person they are about. */
export function exposedLookups({ lookups }: Pick<ResolvedDocumentType, 'lookups'>): ResolvedDocumentType['lookups'] {
  return Object.fromEntries(Object.entries(lookups).filter(([, { exposed }]) => exposed === true))
}

function clientShape({ name, required, fields }: ResolvedShape): ResolvedShape {
  return { name, required, fields: mapped(fields, clientField) }
}

function clientField(field: ResolvedField): ResolvedField {
  const shared = KEYWORD_ENTRIES.flatMap(([, { property, isServerOnly }]) => (isServerOnly === true ? [] : [[property, field[property as keyof ResolvedField]]]))
  return { name: field.name, ...FIELD_DEFAULTS, ...(Object.fromEntries(shared) as Omit<ResolvedField, 'name'>), ...definedOnly({ line: field.line && clientShape(field.line), parts: field.parts && clientShape(field.parts) }) }
}

function clientRule(rule: ResolvedRule): ResolvedRule {
  return {
    name: rule.name, on: rule.on, effect: rule.effect, expression: rule.expression, after: rule.after, severity: rule.severity,
    whenHidden: rule.whenHidden, whenDisabled: rule.whenDisabled, relaxable: false, ...definedOnly({ when: rule.when, message: rule.message, for: rule.for }),
  }
}

/** What calendar programs are sent stays on the server. */
function clientCalendar({ start, end, title, details, initialsOf, colour, views, view, shown, counted, row, rowName, group }: ResolvedCalendar): ResolvedCalendar {
  return { start, end, title, details, views, view, shown, ...definedOnly({ initialsOf, colour, counted, row, rowName, group }) }
}

function clientList({ columns, sort, pageSize, search, filters, filtersWhen, carries, tabs, figures, tiles, dialogs, empty, actionsTitle, calendar }: ResolvedList, visibility: Visibility): ResolvedList {
  return { columns: columnsFor(columns, visibility), sort, pageSize, search, filters, filtersWhen, carries, tabs, figures: mapped(figures, ({ title, icon, money }) => ({ title, value: '', money, ...definedOnly({ icon }) })), tiles, dialogs, empty, actionsTitle, ...definedOnly({ calendar: calendar && clientCalendar(calendar) }) }
}

/** The columns as people with the same roles see them. */
function columnsFor(columns: ResolvedList['columns'], { columnsByRole }: Visibility): ResolvedList['columns'] {
  return Object.fromEntries(Object.entries(columns).flatMap(([field, { for: _, ...column }]) => {
    const forRoles = columnsByRole[field]
    return forRoles === 'none' ? [] : [[field, forRoles === undefined ? column : { ...column, offered: forRoles === 'offered' }]]
  }))
}

function clientSection(section: ResolvedSection): ResolvedSection {
  return {
    name: section.name, kind: section.kind, fields: section.fields, columns: section.columns, dialogs: mapped(section.dialogs, ({ title, fields }) => ({ title, fields })),
    addLabel: section.addLabel, columnsWide: section.columnsWide, collapsed: section.collapsed, autosave: section.autosave, views: section.views,
    ...definedOnly({ readOnly: section.readOnly, title: section.title, field: section.field, groupedBy: section.groupedBy, inherits: section.inherits, when: section.when, comments: section.comments }),
  }
}

/** The bounds for the pickers of the dialog; conditions stay on the server. */
function boundsOf({ checks }: ResolvedAction): ResolvedAction['checks'] {
  return Object.fromEntries(Object.entries(checks).filter(([, { effect }]) => effect !== 'check'))
}

function clientAction(action: ResolvedAction): ResolvedAction {
  return {
    id: action.id, label: action.label, tone: action.tone, from: action.from, who: action.who, ...clientFlags(action),
    startsApproval: action.startsApproval, endsApproval: action.endsApproval, checks: mapped(boundsOf(action), ({ name, on, effect, expression, message }) => ({ name, effect, expression, message, ...definedOnly({ on }) })), sets: {}, posts: [], runs: [], effects: [], notifies: [], place: action.place, views: action.views,
    ...definedOnly({
      icon: action.icon, when: action.when, to: action.to && unconditional(action.to), toFrom: action.toFrom && mapped(action.toFrom, unconditional), fields: action.fields, starts: action.starts, confirm: action.confirm, input: action.input && clientShape(action.input), shows: action.shows, success: action.success, failure: action.failure,
    }),
  }
}

/** The server determines which of several states it is. */
function unconditional(target: Target): Target {
  return typeof target === 'string' ? target : target.map(({ to }) => ({ to }))
}

/** Without the fields that the portal is not told of. */
function clientDualControl({ fields, notOwn, gainers, ...rest }: DualControl, shape: ResolvedShape): DualControl {
  const shown = (names: string[]): string[] => names.filter((name) => Object.hasOwn(shape.fields, name))
  return { ...rest, fields: shown(fields), ...definedOnly({ notOwn: notOwn && shown(notOwn), gainers: gainers && shown(gainers) }) }
}

/** The server determines the approvers; the portal shows the entries that it gets. */
function clientApproval({ id, approved, rejected, pending, summary, columns, returned, title }: ResolvedApproval): ResolvedApproval {
  return { id, steps: [], approved: unconditional(approved), rejected: unconditional(rejected), pending, sets: {}, posts: [], effects: [], notifies: [], runs: [], summary, columns, ...definedOnly({ returned, title }) }
}
