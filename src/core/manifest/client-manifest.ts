import type { JsonObject } from '../document/json.ts'
import { contentHash } from './content-hash.ts'
import { present } from './resolve-shape.ts'
import type { ResolvedAction, ResolvedApproval, ResolvedDocumentType, ResolvedField, ResolvedList, ResolvedRule, ResolvedSection, ResolvedShape } from './resolved.ts'

/**
 * What the portal gets of a type: an allow-list. Internal fields, permissions, lookups, posts, effects and conditions over
 * rows stay on the server, and so do rules that read what the browser does not have.
 */
export function toClientManifest(type: ResolvedDocumentType): JsonObject {
  const isShared = sharing(type)
  const shape = clientShape(type.shape, isShared)
  const client: Omit<ResolvedDocumentType, 'permissions' | 'hash'> = {
    id: type.id, module: type.module, renamedFrom: type.renamedFrom, version: type.version, kind: type.kind, title: type.title, icon: type.icon,
    description: type.description, key: type.key, label: type.label, stateField: type.stateField, shape,
    ...present({ series: type.series, owner: type.owner, approval: type.approval === undefined ? undefined : clientApproval(type.approval, shape), attachments: type.attachments }),
    lists: Object.fromEntries(Object.entries(type.lists).map(([name, list]) => [name, { of: list.of }])),
    lookups: {},
    rules: Object.fromEntries(Object.entries(type.rules).filter(([, rule]) => isSharedRule(rule, type, isShared)).map(([name, rule]) => [name, clientRule(rule)])),
    list: clientList(type.list, shape),
    card: { sections: Object.fromEntries(Object.entries(type.card.sections).map(([name, section]) => [name, clientSection(section, shape, isShared)])), actionsPosition: type.card.actionsPosition },
    states: type.states,
    actions: Object.fromEntries(Object.entries(type.actions).map(([id, action]) => [id, clientAction(action, isShared)])),
    endpoints: type.endpoints,
    messages: type.messages,
    print: Object.fromEntries(Object.entries(type.print).map(([name, print]) => [name, {
      name: print.name, title: print.title, layout: {}, fileName: print.fileName, place: print.place, ...present({ when: sharedOnly(print.when, isShared) }),
    }])),
  }
  return { ...(JSON.parse(JSON.stringify(client)) as JsonObject), hash: contentHash(JSON.stringify(client)) }
}

type Shared = (expression: string) => boolean

/** Whether the browser has all that an expression reads: no lookups and no internal field. */
function sharing(type: ResolvedDocumentType): Shared {
  const lines = Object.values(type.shape.fields).flatMap((field) => Object.values(field.line?.fields ?? {}))
  const internal = [...Object.values(type.shape.fields), ...lines].filter((field) => field.internal).map((field) => field.name)
  const hidden = new RegExp(`\\blookups\\b${internal.length === 0 ? '' : `|\\.\\??(?:${internal.join('|')})\\b`}`)
  return (expression) => !hidden.test(expression)
}

const sharedOnly = (expression: string | undefined, isShared: Shared): string | undefined => (expression !== undefined && isShared(expression) ? expression : undefined)

function clientShape(shape: ResolvedShape, isShared: Shared): ResolvedShape {
  const fields = Object.values(shape.fields).filter((field) => !field.internal)
  return {
    name: shape.name,
    required: shape.required.filter((name) => fields.some((field) => field.name === name)),
    fields: Object.fromEntries(fields.map((field) => [field.name, clientField(field, isShared)])),
  }
}

function clientField(field: ResolvedField, isShared: Shared): ResolvedField {
  return {
    name: field.name, type: field.type, title: field.title, readOnly: field.readOnly, wire: field.wire, wireAlias: field.wireAlias, wireOnly: field.wireOnly,
    widgetOptions: field.widgetOptions, hidden: field.hidden, internal: false, index: false, unique: field.unique,
    ...present({
      description: field.description, format: field.format, enum: field.enum, enumTitles: field.enumTitles, default: field.default, minLength: field.minLength,
      maxLength: field.maxLength, pattern: field.pattern, minimum: field.minimum, exclusiveMinimum: field.exclusiveMinimum, maximum: field.maximum, minItems: field.minItems,
      maxItems: field.maxItems, line: field.line === undefined ? undefined : clientShape(field.line, isShared), lineKey: field.lineKey, parentKey: field.parentKey,
      ref: field.ref === undefined ? undefined : { to: field.ref.to, label: field.ref.label, ...present({ as: field.ref.as, options: sharedOnly(field.ref.options, isShared) }) },
      money: field.money, compute: field.computeWhile === undefined || isShared(field.computeWhile) ? sharedOnly(field.compute, isShared) : undefined, computeWhile: field.computeWhile, stamp: sharedOnly(field.stamp, isShared), defaultExpression: sharedOnly(field.defaultExpression, isShared),
      widget: field.widget, placeholder: field.placeholder,
    }),
  }
}

function isSharedRule(rule: ResolvedRule, type: ResolvedDocumentType, isShared: Shared): boolean {
  const [first, second] = rule.on
  const header = type.shape.fields[first]
  const field = second === undefined ? header : header?.line?.fields[second]
  return field?.internal === false && header?.internal === false && isShared(rule.expression) && (rule.when === undefined || isShared(rule.when))
}

function clientRule(rule: ResolvedRule): ResolvedRule {
  return {
    name: rule.name, on: rule.on, effect: rule.effect, expression: rule.expression, after: rule.after, severity: rule.severity,
    whenHidden: rule.whenHidden, whenDisabled: rule.whenDisabled, relaxable: false, ...present({ when: rule.when, message: rule.message, for: rule.for }),
  }
}

function clientList(list: ResolvedList, shape: ResolvedShape): ResolvedList {
  const isThere = (name: string): boolean => Object.hasOwn(shape.fields, name)
  return {
    columns: Object.fromEntries(Object.entries(list.columns).filter(([name]) => isThere(name))),
    sort: list.sort, pageSize: list.pageSize, search: list.search.filter(isThere), filters: Object.fromEntries(Object.entries(list.filters).filter(([name]) => isThere(name))),
    tiles: list.tiles, empty: list.empty, actionsTitle: list.actionsTitle,
  }
}

function clientSection(section: ResolvedSection, shape: ResolvedShape, isShared: Shared): ResolvedSection {
  const line = section.field === undefined ? undefined : shape.fields[section.field]?.line
  const inLine = (name: string): boolean => line !== undefined && Object.hasOwn(line.fields, name)
  return {
    name: section.name, kind: section.kind, fields: section.fields.filter((name) => Object.hasOwn(shape.fields, name)),
    columns: Object.fromEntries(Object.entries(section.columns).filter(([name]) => inLine(name))),
    dialogs: Object.fromEntries(Object.entries(section.dialogs).map(([name, dialog]) => [name, { title: dialog.title, fields: dialog.fields.filter(inLine) }])),
    addLabel: section.addLabel, columnsWide: section.columnsWide, collapsed: section.collapsed,
    ...present({ title: section.title, field: section.field, inherits: section.inherits, when: sharedOnly(section.when, isShared) }),
  }
}

/** The server decides; an action whose condition cannot be asked here is offered where `_actions` offers it. */
function clientAction(action: ResolvedAction, isShared: Shared): ResolvedAction {
  return {
    id: action.id, label: action.label, tone: action.tone, from: action.from, who: action.who, saves: action.saves, savesFirst: action.savesFirst, deletes: action.deletes,
    startsApproval: action.startsApproval, endsApproval: action.endsApproval, checks: {}, sets: {}, posts: [], effects: [], place: action.place, relaxable: false,
    ...present({
      icon: action.icon, when: sharedOnly(action.when, isShared), to: action.to, confirm: action.confirm,
      input: action.input === undefined ? undefined : clientShape(action.input, isShared), success: action.success, failure: action.failure,
    }),
  }
}

/** Who decides is the server's to find; the portal shows the entries it sends. */
function clientApproval(approval: ResolvedApproval, shape: ResolvedShape): ResolvedApproval {
  return {
    steps: [], approved: approval.approved, rejected: approval.rejected, pending: approval.pending, sets: {}, posts: [], effects: [],
    summary: approval.summary.filter((name) => Object.hasOwn(shape.fields, name)), ...present({ returned: approval.returned }),
  }
}
