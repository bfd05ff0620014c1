import type { Actor } from '../access/actor.ts'
import { flagsOf } from '../manifest/language/action-keywords.ts'
import { FIELD_DEFAULTS } from '../manifest/language/field-keywords.ts'
import type { ResolvedAction, ResolvedDocumentType, ResolvedField, ResolvedPermission, ResolvedShape, ResolvedState, ResolvedStep } from '../manifest/resolve/resolved.ts'

/** A field for tests; a text unless overridden. */
export function makeField(name: string, overrides: Partial<ResolvedField> = {}): ResolvedField {
  return {
    name, type: 'string', title: name, readOnly: overrides.compute !== undefined || overrides.stamp !== undefined, wire: name, ...FIELD_DEFAULTS, ...overrides,
  }
}

/** A shape for tests, from fields by name. */
export function makeShape(fields: Record<string, Partial<ResolvedField>>, required: string[] = []): ResolvedShape {
  return { name: 'shape', required, fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, makeField(name, field)])) }
}

export function makeState(name: string, overrides: Partial<ResolvedState> = {}): ResolvedState {
  return { name, label: name, initial: false, editable: false, final: false, tone: 'neutral', renamedFrom: [], ...overrides }
}

export function makeAction(id: string, overrides: Partial<ResolvedAction> = {}): ResolvedAction {
  return {
    id, label: { text: id }, tone: 'neutral', from: [], who: [], ...flagsOf({}), startsApproval: false,
    endsApproval: false, checks: {}, sets: {}, posts: [], runs: [], effects: [], notifies: [], place: ['card'], views: ['main'], ...overrides,
  }
}

export function makePermission(role: string, overrides: Partial<ResolvedPermission> = {}): ResolvedPermission {
  return { role, rows: 'true', can: ['list', 'get'], hide: [], ...overrides }
}

export function makeStep(id: string, overrides: Partial<ResolvedStep> = {}): ResolvedStep {
  return { id, title: id, approver: { kind: 'supervisor' }, mode: 'any', parallel: false, dueDays: 3, ...overrides }
}

/** A small document type for tests: claims with lines, an owner and states. */
export function makeType(overrides: Partial<ResolvedDocumentType> = {}): ResolvedDocumentType {
  return {
    id: 'claim', module: 'test', renamedFrom: [], version: 1, kind: 'document', title: { one: 'Claim', many: 'Claims', list: 'My {many}', new: 'New {one}' },
    icon: 'file', description: '', key: 'no', label: 'description', series: 'C-{0000}', owner: 'employee_no', stateField: 'status',
    shape: claimShape(), lists: {}, lookups: {}, rules: {},
    list: { columns: {}, sort: { field: 'no', descending: true }, pageSize: 20, search: [], filters: {}, filtersWhen: {}, carries: {}, tabs: {}, figures: {}, tiles: {}, dialogs: {}, empty: '', actionsTitle: 'Actions' },
    card: { sections: {}, views: {}, opens: {}, actionsPosition: { fixed: 'bottom' } },
    states: { Open: makeState('Open', { initial: true, editable: true }), Pending: makeState('Pending'), Released: makeState('Released', { final: true }) },
    actions: {
      save: makeAction('save', { from: ['new', 'Open'], who: ['owner'], saves: true }),
      send: makeAction('send', { from: ['new', 'Open'], who: ['owner'], to: 'Pending', startsApproval: true, when: 'doc.total > 0.0' }),
      approve: makeAction('approve', { from: ['Pending'], who: ['approver', 'finance'], to: 'Released' }),
    },
    permissions: {
      employee: makePermission('employee', { rows: 'doc.employee_no == user.employee', can: ['list', 'get', 'create'] }),
      finance: makePermission('finance', { hide: ['secret'] }),
      approver: makePermission('approver', { rows: 'doc.no in user.assigned' }),
    },
    approvals: {}, endpoints: {}, messages: {}, print: {}, reminders: {}, hash: '0000000000000000', ...overrides,
  }
}

function claimShape(): ResolvedShape {
  return makeShape({
    no: { title: '#No.', readOnly: true }, status: { readOnly: true }, employee_no: { title: 'Employee', readOnly: true, stamp: 'user.employee' },
    description: { title: 'Description' }, date: { format: 'date' }, total: { type: 'number', money: '', compute: 'sum(doc.lines.map(l, l.amount))' },
    count: { type: 'integer' }, urgent: { type: 'boolean' }, kind: { enum: ['Local', 'Abroad'] }, secret: {}, note: { internal: true }, temp: { wireOnly: true },
    calendar_days: { type: 'number', wire: 'calenderDays' },
    lines: {
      type: 'array', lineKey: 'line_no', parentKey: 'document_no', maxItems: 3,
      line: makeShape({
        line_no: { type: 'integer' }, document_no: {}, code: { wire: 'expense_code', wireAlias: ['code'] }, amount: { type: 'number', money: '' }, margin: {},
      }),
    },
  }, ['description'])
}

/** A person for tests. */
export function makeActor(overrides: Partial<Actor> = {}): Actor {
  return { id: 'u1', email: 'a@b.example', name: 'A', employee: 'E1', company: 'C', roles: ['everyone', 'employee'], isNavuser: false, isApprover: false, ...overrides }
}
