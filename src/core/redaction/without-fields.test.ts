import { describe, expect, test } from 'vitest'
import { makeAction, makeField, makeShape, makeState, makeType } from '../testing/make-type.ts'
import type { ResolvedRule, ResolvedSection, ResolvedShape, ResolvedShownValue } from '../manifest/resolve/resolved.ts'
import { withoutFields } from './without-fields.ts'

const rule = (name: string, on: ResolvedRule['on'], effect: ResolvedRule['effect'], expression: string, when?: string): ResolvedRule => (
  { name, on, effect, expression, after: [], severity: 'error', whenHidden: 'clear', whenDisabled: 'keep', relaxable: false, ...(when === undefined ? {} : { when }) }
)
const section = (name: string, given: Partial<ResolvedSection>): ResolvedSection => (
  { name, kind: 'fields', fields: [], columns: {}, dialogs: {}, addLabel: '', columnsWide: 2, collapsed: false, autosave: false, views: ['main'], ...given }
)
const column = (field: string, format?: string) => ({ field, title: field, offered: false, ...(format === undefined ? {} : { format }) })

const trip = makeType({
  id: 'trip', owner: 'person', label: 'secret',
  shape: makeShape({
    no: {}, status: {}, person: { ref: { to: 'person', as: 'traveller', label: 'name' } }, boss: { ref: { to: 'person', as: 'boss_record', label: 'name', options: 'option.grade == doc.secret' } },
    subject: {}, secret: {}, currency: {}, days: { type: 'number' }, rate: { type: 'number' }, bonus: { type: 'number' }, fixed: { type: 'number' }, amount: { type: 'number', money: 'currency' },
    doubled: { type: 'number', compute: 'doc.rate * 2.0' }, quadrupled: { type: 'number', compute: 'doc.doubled * 2.0' }, nights: { type: 'number', compute: 'doc.days - 1.0' },
    frozen: { type: 'number', compute: 'doc.days', computeWhile: 'doc.secret == "x"' }, stamped: { stamp: 'doc.secret' }, started: { defaultExpression: 'doc.secret' }, figure: { type: 'number', compute: 'lookups.open + 1.0' },
    lines: { type: 'array', lineKey: 'line_no', line: makeShape({ line_no: {}, what: {}, margin: { type: 'number' }, price: { type: 'number', money: 'currency' }, gain: { type: 'number', compute: 'line.price * line.margin' } }, ['what', 'margin', 'gain']) },
    extras: { type: 'array', line: makeShape({ what: {} }) },
  }, ['subject', 'secret', 'bonus', 'fixed']),
  lists: { rates: { of: 'rate' } },
  list: {
    columns: { no: column('no'), secret: column('secret'), amount: column('amount', 'money') }, sort: { field: 'secret', descending: true }, pageSize: 20, search: ['subject', 'secret'],
    filters: { secret: 'equals', days: 'range', rate: 'range' }, filtersWhen: {}, carries: {}, tabs: {}, figures: {}, tiles: { all: { text: 'All' } }, dialogs: { kept: { label: 'Read', sections: ['main', 'secrets'] }, emptied: { label: 'Secrets', sections: ['secrets'] } }, empty: '', actionsTitle: '',
  },
  card: {
    views: {}, opens: {}, actionsPosition: { fixed: 'bottom' },
    sections: {
      main: section('main', { fields: ['subject', 'secret'], when: 'doc.secret != ""' }), secrets: section('secrets', { fields: ['secret'] }), later: section('later', { fields: ['subject'], when: 'doc.doubled > 1.0' }),
      lines: section('lines', {
        kind: 'lines', field: 'lines', columns: { what: column('what'), margin: column('margin'), price: column('price', 'money') },
        dialogs: { more: { title: 'More', fields: ['margin'] }, all: { title: 'All', fields: ['what', 'margin'] } }, inherits: { fields: ['what', 'margin'], ask: 'Apply?' },
      }),
      extras: section('extras', { kind: 'lines', field: 'extras' }),
    },
  },
  actions: {
    save: makeAction('save', { when: 'doc.secret == "a"' }), send: makeAction('send', { when: 'doc.doubled > 1.0' }), stop: makeAction('stop', { when: 'doc.days > 1.0' }),
    ask: makeAction('ask', { input: makeShape({ secret: { defaultExpression: 'doc.secret' }, other: { defaultExpression: 'doc.subject' } }, ['secret']), shows: { told: shown('doc.secret'), counted: shown('doc.days + 1.0'), open: shown('doc.figure') } }),
  },
  print: {
    slip: { name: 'slip', layout: {}, title: 'Slip', fileName: '', place: ['card'], when: 'doc.secret != ""' }, bill: { name: 'bill', layout: {}, title: 'Bill', fileName: '', place: ['card'], when: 'doc.doubled > 0.0' },
  },
})
function shown(value: string): ResolvedShownValue {
  return { title: 'Shown', value, format: 'text' }
}
const without = (fields: string[], rules: ResolvedRule[] = [], more: object = {}) =>
  withoutFields({ ...trip, rules: Object.fromEntries(rules.map((one) => [one.name, one])) }, { fields: new Set(fields), ...more })

describe('a type without redacted fields', () => {
  const redacted = without(['secret', 'lines.margin', 'currency', 'extras'])

  test('its shape, list, sections and dialogs lack them', () => {
    expect(Object.keys(redacted.shape.fields)).not.toContain('secret')
    expect(redacted.shape.required).toEqual(['subject', 'bonus', 'fixed'])
    expect(Object.keys(redacted.shape.fields['lines']?.line?.fields ?? {})).toEqual(['line_no', 'what', 'price', 'gain'])
    expect(Object.keys(redacted.list.columns)).toEqual(['no', 'amount'])
    expect(redacted.list).toMatchObject({ search: ['subject'], filters: { days: 'range', rate: 'range' }, sort: { field: 'no', descending: true }, tiles: { all: { text: 'All' } } })
    expect(redacted.label).toBe('no')
    expect(Object.keys(redacted.card.sections)).toEqual(['main', 'later', 'lines'])
    expect(redacted.list.dialogs).toEqual({ kept: { label: 'Read', sections: ['main'] } })
    expect(redacted.card.sections['main']).toMatchObject({ fields: ['subject'] })
    expect(redacted.card.sections['lines']).toMatchObject({ dialogs: { all: { fields: ['what'] } }, inherits: { fields: ['what'], ask: 'Apply?' } })
    expect(Object.keys(redacted.card.sections['lines']?.dialogs ?? {})).toEqual(['all'])
    expect(Object.keys(redacted.card.sections['lines']?.columns ?? {})).toEqual(['what', 'price'])
  })

  test('it shows an amount whose currency is redacted as a number', () => {
    expect(redacted.shape.fields['amount']).not.toHaveProperty('money')
    expect(redacted.shape.fields['lines']?.line?.fields['price']).not.toHaveProperty('money')
    expect(redacted.list.columns['amount']).not.toHaveProperty('format')
    expect(without(['secret']).shape.fields['amount']?.money).toBe('currency')
  })

  test('its conditions that read them are dropped, and those that follow from them stay on what is stored', () => {
    expect(redacted.card.sections['main']).not.toHaveProperty('when')
    expect(redacted.actions['save']).not.toHaveProperty('when')
    expect(redacted.actions['stop']?.when).toBe('doc.days > 1.0')
    expect(redacted.print['slip']).not.toHaveProperty('when')
    const rateless = without(['rate'])
    expect(rateless.actions['send']).not.toHaveProperty('when')
    expect(rateless.card.sections['later']?.when).toBe('doc.doubled > 1.0')
    expect(rateless.print['bill']?.when).toBe('doc.doubled > 0.0')
  })

  test('it offers every record for a choice that reads them, and no first value reads them', () => {
    expect(redacted.shape.fields['boss']?.ref).toEqual({ to: 'person', as: 'boss_record', label: 'name' })
    expect(redacted.shape.fields['stamped']).not.toHaveProperty('stamp')
    expect(redacted.shape.fields['started']).not.toHaveProperty('defaultExpression')
  })

  test('the dialog of an action shows no value that reads them, or that only the server knows', () => {
    expect(Object.keys(redacted.actions['ask']?.shows ?? {})).toEqual(['counted'])
  })

  test('the summary of the card lacks them', () => {
    expect(withoutFields({ ...trip, card: { ...trip.card, summary: ['subject', 'secret'] } }, { fields: new Set(['secret']) }).card.summary).toEqual(['subject'])
  })

  test('an action’s input keeps a field of the same name, without a first value from them', () => {
    const input = redacted.actions['ask']?.input
    expect(Object.keys(input?.fields ?? {})).toEqual(['secret', 'other'])
    expect(input?.required).toEqual(['secret'])
    expect(input?.fields['secret']).not.toHaveProperty('defaultExpression')
    expect(input?.fields['other']?.defaultExpression).toBe('doc.subject')
  })

  test('its list is not searched, filtered or sorted by a field that some rows hide, but may show it', () => {
    const { list } = without([], [], { redactedOnSomeRows: new Set(['secret', 'days', 'status']) })
    expect(list).toMatchObject({ search: ['subject'], filters: { rate: 'range' }, sort: { field: 'no' }, tiles: {} })
    expect(Object.keys(list.columns)).toContain('secret')
    const { list: other } = without([], [], { redactedOnAllRows: new Set(['secret']) })
    expect(other).toMatchObject({ search: ['subject'], sort: { field: 'no' } })
    expect(Object.keys(other.columns)).toEqual(['no', 'amount'])
  })
})

describe('computed values', () => {
  test.each<[string, string[], string[]]>([
    ['a computed value that reads a redacted field', ['rate'], ['doubled', 'quadrupled', 'figure']],
    ['a computed value whose condition reads a redacted field', ['secret'], ['frozen', 'figure']],
    ['a computed value of a line that reads a redacted field', ['lines.margin'], ['lines.gain', 'figure']],
    ['a computed value from lookups', [], ['figure']],
  ])('%s is left to the server, with all that follows from it', (_, fields, expected) => {
    const computedIn = (shape: ResolvedShape): string[] => Object.values(shape.fields).flatMap((field) => [field, ...Object.values(field.line?.fields ?? {}).map((inner) => ({ ...inner, name: `${field.name}.${inner.name}` }))])
      .filter((field) => (field.compute ?? field.computeWhile) !== undefined).map(({ name }) => name)
    const { shape } = without(fields)
    expect(computedIn(trip.shape).filter((name) => !computedIn(shape).includes(name)).sort()).toEqual([...expected].sort())
  })

  test('a computed value that is left to the server is not required', () => {
    expect(without(['lines.margin']).shape.fields['lines']?.line?.required).toEqual(['what'])
  })
})

describe('rules', () => {
  const kept = (fields: string[], one: ResolvedRule, more: object = {}): string[] => Object.keys(without(fields, [one], more).rules)
  test.each<[string, ResolvedRule]>([
    ['a rule on a redacted field', rule('r', ['secret'], 'check', 'doc.days > 1.0')],
    ['a rule that reads one', rule('r', ['subject'], 'check', 'doc.secret == ""')],
    ['a rule whose condition reads one', rule('r', ['subject'], 'required', 'doc.days > 1.0', 'has(doc.secret)')],
    ['a rule that reads what follows from one', rule('r', ['subject'], 'visible', 'doc.frozen > 1.0')],
    ['a rule that reads the previous value of one', rule('r', ['subject'], 'enabled', 'prev.secret == ""')],
    ['a rule over lines that reads one of theirs', rule('r', ['subject'], 'check', 'doc.lines.all(l, l.margin > 0.0)')],
    ['a rule on a line that reads one of the line', rule('r', ['lines', 'what'], 'check', 'self.margin > 0.0')],
    ['a rule on a line that reads one of the header', rule('r', ['lines', 'what'], 'check', 'doc.secret == line.what')],
    ['a rule that takes the whole document', rule('r', ['subject'], 'check', 'f(doc)')],
    ['a rule that takes whole lines', rule('r', ['subject'], 'check', 'f(doc.lines)')],
  ])('%s is dropped', (_, one) => {
    expect(kept(['secret', 'lines.margin'], one)).toEqual([])
  })

  test.each<[string, ResolvedRule]>([
    ['a rule that reads another field', rule('r', ['subject'], 'check', 'doc.days > 1.0')],
    ['a rule that reads a field of the same name elsewhere', rule('r', ['subject'], 'check', 'doc.traveller.secret == "" && user.secret == ""')],
    ['a rule that counts lines', rule('r', ['subject'], 'check', 'doc.lines.size() > 1')],
    ['a rule that reads other fields of lines', rule('r', ['subject'], 'check', 'doc.lines.all(l, l.price > 0.0)')],
  ])('%s stays', (_, one) => {
    expect(kept(['secret', 'lines.margin'], one)).toEqual(['r'])
  })

  const person = makeShape({ name: {}, grade: {}, office: { ref: { to: 'office', as: 'office_record', label: 'name' } }, vault: { ref: { to: 'vault', as: 'vault_record', label: 'name' } } })
  const inOtherTypes = { inOtherTypes: { person: ['grade'], office: ['rent'], rate: ['cost'], vault: 'all' }, shapeOf: (type: string) => (type === 'person' ? person : makeShape({ rent: makeField('rent') })) }

  test.each<[string, string]>([
    ['a field that a referenced record may lack', 'doc.traveller.grade > 1.0'],
    ['a field of a record further on', 'doc.traveller.office_record.rent > 1.0'],
    ['a record that these roles may not read', 'has(doc.traveller.vault_record)'],
    ['a field that rows of a list may lack', 'lists.rates.exists(r, r.cost > 1.0)'],
  ])('a rule that reads %s is dropped', (_, expression) => {
    expect(kept([], rule('r', ['subject'], 'check', expression), inOtherTypes)).toEqual([])
  })

  test.each<[string, string]>([
    ['a field that a referenced record has', 'doc.traveller.name == ""'],
    ['whether there is a referenced record', 'has(doc.traveller)'],
    ['a field that rows of a list have', 'lists.rates.exists(r, r.code == doc.no)'],
  ])('a rule that reads %s stays', (_, expression) => {
    expect(kept([], rule('r', ['subject'], 'check', expression), inOtherTypes)).toEqual(['r'])
  })

  test('a value rule that cannot be computed here keeps the field locked with its present value', () => {
    const rules = [
      rule('always', ['fixed'], 'value', 'doc.secret == "x" ? 1.0 : 2.0'), rule('sometimes', ['bonus'], 'value', 'double(doc.secret)', 'doc.days > 1.0'), rule('unknown', ['rate'], 'value', '1.0', 'has(doc.secret)'),
      rule('line', ['lines', 'price'], 'value', 'line.margin * 2.0'), rule('needs', ['bonus'], 'required', 'true'), rule('follows', ['days'], 'check', 'doc.bonus > 1.0'),
    ]
    const redacted = without(['secret', 'lines.margin'], rules)
    expect(Object.values(redacted.rules).map(({ name, expression, when }) => [name, expression, when])).toEqual([
      ['always', 'doc.fixed', undefined], ['sometimes', 'doc.bonus', 'doc.days > 1.0'], ['line', 'line.price', undefined],
    ])
    expect(redacted.shape.required).toEqual(['subject'])
  })
})

describe('tabs of a list', () => {
  const wired = makeType({
    shape: makeShape({ no: {}, extent: { compute: 'doc.status' } }),
    states: { Open: makeState('Open'), Begun: makeState('Begun', { wire: { status: 'Released' } }), Done: makeState('Done', { wire: { status: 'Released' } }) },
    list: { ...makeType().list, tabs: { open: { title: 'Open', states: ['Open'] }, done: { title: 'Done', states: ['Open', 'Done'] }, released: { title: 'Released', states: ['Begun', 'Done'] } } },
  })
  const tabs = (redacted: string[]): string[] => Object.keys(withoutFields(wired, { fields: new Set(), redactedOnSomeRows: new Set(redacted) }).list.tabs)

  test.each<[hidden: string[], shown: string[]]>([[[], ['open', 'done', 'released']], [['extent'], ['open', 'released']], [['status'], []]])('without the fields %j the tabs are %j: where the state is withheld, none separates states with one wire name', (hidden, shown) => {
    expect(tabs(hidden)).toEqual(shown)
  })
})

describe('the calendar of a list', () => {
  const planned = makeType({
    shape: makeShape({ no: {}, from: {}, to: {}, who: {}, kind: {}, note: {} }), key: 'no',
    list: { ...makeType().list, calendar: { start: 'from', end: 'to', title: ['who', 'kind'], details: ['note', 'kind'], initialsOf: 'who', colour: { by: 'kind', of: { Annual: 'green' } }, views: ['month', 'people'], view: 'people', shown: 'list', row: 'who' } },
  })
  const calendar = (onAllRows: string[], onSomeRows: string[] = []): unknown => withoutFields(planned, { fields: new Set(), redactedOnAllRows: new Set(onAllRows), redactedOnSomeRows: new Set(onSomeRows) }).list.calendar

  test.each(['from', 'to'])('there is none where %s is withheld in any row', (field) => {
    expect(calendar([], [field])).toBeUndefined()
  })

  test('what is withheld in every row is neither in a title nor a detail, and rows of it are no view', () => {
    expect(calendar(['who', 'note'])).toEqual({ start: 'from', end: 'to', title: ['kind'], details: ['kind'], colour: { by: 'kind', of: { Annual: 'green' } }, views: ['month'], view: 'month', shown: 'list' })
    expect(calendar(['who', 'kind'])).toEqual({ start: 'from', end: 'to', title: ['no'], details: ['note'], views: ['month'], view: 'month', shown: 'list' })
  })

  test('what is withheld in some rows stays for the others', () => {
    expect(calendar([], ['who', 'kind'])).toEqual(planned.list.calendar)
  })
})
