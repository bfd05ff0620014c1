import { makeActor, makeField, makeShape, makeType } from '../../testing/make-type.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedRule } from '../../manifest/resolve/resolved.ts'
import type { Doc, JsonObject } from '../../document/json.ts'
import type { RuleContext } from '../../expressions/context.ts'

/** A rule for tests. */
export function makeRule(name: string, on: ResolvedRule['on'], effect: ResolvedRule['effect'], expression: string, overrides: Partial<ResolvedRule> = {}): ResolvedRule {
  return { name, on, effect, expression, after: [], severity: 'error', whenHidden: 'clear', whenDisabled: 'keep', relaxable: false, ...overrides }
}

/** A catalogue for tests, with the given types by id. */
export function makeCatalogue(types: ResolvedDocumentType[], settings: Catalogue['settings'] = {}): Catalogue {
  return {
    types: Object.fromEntries(types.map((type) => [type.id, type])), modules: {}, menu: [], pages: {}, redirects: {}, dashboards: {}, landing: [], settings, roles: {}, organisation: {}, hash: '0',
  }
}

const codeType = makeType({
  id: 'code', kind: 'master', key: 'code', states: {}, actions: {},
  shape: makeShape({ code: {}, description: {}, isTransport: { type: 'boolean' }, rate: { type: 'number', money: '' }, blocked: { type: 'boolean' } }),
})

const RULES: ResolvedRule[] = [
  makeRule('from-for-transport', ['lines', 'from'], 'enabled', 'has(line.codeRecord) && line.codeRecord.isTransport', { whenDisabled: 'clear' }),
  makeRule('from-needed', ['lines', 'from'], 'required', 'has(line.codeRecord) && line.codeRecord.isTransport', { for: ['send'], message: 'Where from?' }),
  makeRule('amount-from-rate', ['lines', 'amount'], 'value', 'line.codeRecord.rate', { when: 'has(line.codeRecord) && has(line.codeRecord.rate)', message: 'Rate of {code}' }),
  makeRule('describe', ['lines', 'description'], 'fill', 'line.codeRecord.description', { after: ['code'] }),
  makeRule('note-for-large', ['note'], 'visible', 'doc.total > 1000'),
  makeRule('note-needed', ['note'], 'required', 'doc.total > 2000'),
  makeRule('ceiling', ['total'], 'check', 'doc.total <= settings.limits.ceiling', { for: ['send'], message: 'At most {settings.limits.ceiling}' }),
  makeRule('ends-after-start', ['end'], 'check', 'doc.end >= doc.start', { message: '{label} lies before the start' }),
  makeRule('share-low', ['lines', 'share'], 'check', 'line.share < 90', { severity: 'warning', message: 'Large share', when: 'has(line.share)' }),
]

/** Expenses with lines that refer to codes: amounts computed within a line, across lines, and from the header back to the lines. */
export function expenseType(overrides: Partial<ResolvedDocumentType> = {}): ResolvedDocumentType {
  return makeType({
    id: 'expense',
    shape: makeShape({
      no: { readOnly: true }, status: { readOnly: true }, employee_no: { readOnly: true, stamp: 'user.employee' },
      description: { title: 'Description', maxLength: 20 }, start: { format: 'date', defaultExpression: 'today' }, end: { format: 'date', title: 'End' },
      note: { title: 'Note' }, total: { type: 'number', money: '', compute: 'sum(doc.lines.map(l, l.amount))' },
      lines: {
        type: 'array', lineKey: 'line_no',
        line: makeShape({
          line_no: { type: 'integer' }, code: { title: 'Code', ref: { to: 'code', as: 'codeRecord', label: 'description', options: '!option.blocked' } },
          description: {}, quantity: { type: 'integer', minimum: 1, default: 1 }, price: { type: 'number', money: '' }, amount: { type: 'number', money: '', title: 'Amount', minimum: 0 },
          gross: { type: 'number', money: '', compute: 'line.amount * line.quantity' }, from: {}, share: { type: 'number', compute: 'doc.total > 0 ? line.amount / doc.total * 100 : 0.0' },
        }, ['code', 'amount']),
      },
    }, ['description', 'start']),
    rules: Object.fromEntries(RULES.map((rule) => [rule.name, rule])),
    ...overrides,
  })
}

export const CODES: Record<string, JsonObject> = {
  TAXI: { code: 'TAXI', description: 'Taxi', isTransport: true, rate: 250 },
  BUS: { code: 'BUS', description: 'Bus', isTransport: true },
  MEAL: { code: 'MEAL', description: 'Meal', isTransport: false },
  OLD: { code: 'OLD', description: 'Old', isTransport: false, blocked: true },
}

/** The catalogue of expenses and codes. */
export function expenseCatalogue(overrides: Partial<ResolvedDocumentType> = {}): Catalogue {
  const limits = { name: 'limits', title: 'Limits', required: [], awaits: {}, fields: { ceiling: makeField('ceiling', { type: 'number', default: 5000 }) } }
  return makeCatalogue([expenseType(overrides), codeType], { limits })
}

export function makeContext(overrides: Partial<RuleContext> = {}): RuleContext {
  return {
    user: makeActor(), settings: { limits: { ceiling: 5000 } }, company: { code: 'C', name: 'C', currency: 'KES', timeZone: 'Africa/Nairobi' }, today: '2026-06-15',
    ref: (type, key) => (type === 'code' ? CODES[key] : undefined), lists: {}, ...overrides,
  }
}

/** A valid expense. */
export function validExpense(lines: Doc[] = [{ code: 'MEAL', quantity: 1, amount: 100 }]): Doc {
  return { description: 'Trip', start: '2026-06-01', lines }
}
