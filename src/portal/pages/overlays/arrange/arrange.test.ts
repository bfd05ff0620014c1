import { describe, expect, it } from 'vitest'
import { hidden, movedBy, movedTo, renamed, required, without } from './deeds.ts'
import { concerns, itemsOf, outlineOf, type Outline, type OutlineItem } from './outline.ts'
import type { DraftOperation } from './sketch.ts'
import { changesIn, propertyName, withCaptions } from './words.ts'

const BASE = {
  schema: {
    required: ['purpose'],
    properties: {
      no: { title: '#No.', readOnly: true }, purpose: { title: 'Purpose' }, on: { title: 'Date', format: 'date' }, site: { type: 'string' }, fund: { title: 'Fund' }, note: { title: 'Note' }, key: { 'x-internal': true },
      lines: { items: { $ref: '#/$defs/line' } },
    },
    $defs: { line: { properties: { code: { title: 'Code' }, amount: { title: 'Amount', type: 'number' } } } },
  },
  fieldSets: { dimensions: ['fund'] },
  rules: { needed: { on: 'on', required: 'true' } },
  card: {
    sections: {
      request: { title: 'Request', fields: ['purpose', 'on', 'site'] }, more: { title: 'More', fields: ['@dimensions'] },
      lines: { title: 'Lines', field: 'lines', columns: { code: { title: 'Expense' }, amount: {} } }, history: { kind: 'history' },
    },
  },
  list: { columns: { no: {}, purpose: {} } },
}

const drawn = (...operations: DraftOperation[]): Outline => outlineOf({ base: BASE, effective: BASE }, operations)
const item = (outline: Outline, id: string): OutlineItem => {
  const found = itemsOf(outline).find((one) => one.id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}
const REQUEST = 'card.sections.request.fields'
const titles = ({ card }: Outline): Record<string, string[]> => Object.fromEntries(card.map(({ title, items }) => [title, items.map((one) => one.title)]))
const group = (outline: Outline, at: string) => {
  const found = [...outline.card, ...outline.list].find((one) => one.at.join('.') === at)
  if (!found) throw new Error(`There is no ${at}.`)
  return found
}
const words = (operations: DraftOperation[]): string[] => changesIn(operations, BASE).map(({ text }) => text)

describe('the outline of a type', () => {
  it('it has the sections in order, sets of fields as one entry, and what stands nowhere', () => {
    expect(titles(drawn())).toEqual({ Request: ['Purpose', 'Date', 'Site'], More: ['Dimensions'], Lines: ['Expense', 'Amount'], 'Not on the card': ['#No.', 'Note'] })
    expect(item(drawn(), 'card.sections.more.fields.@dimensions').members).toEqual(['fund'])
  })

  it('it says what must be filled in, and by whom', () => {
    expect(['purpose', 'on', 'site'].map((name) => item(drawn(), `${REQUEST}.${name}`).required)).toEqual(['before', 'rule', undefined])
  })

  it('without sections it has the fields in the order of the schema', () => {
    const { card: _, ...plain } = BASE
    const outline = outlineOf({ base: plain, effective: plain }, [])
    expect(titles(outline)).toEqual({ Fields: ['#No.', 'Purpose', 'Date', 'Site', 'Fund', 'Note'] })
    expect(movedBy([], outline, group(outline, 'schema.properties'), item(outline, 'schema.properties.on'), -1)).toEqual([{ do: 'move', at: 'schema.properties.on', place: { after: 'no' } }])
  })
})

describe('what is done to a field', () => {
  it('a new caption is one operation with the base’s value, whatever is typed, and the old caption takes it back', () => {
    const first = renamed([], drawn(), item(drawn(), `${REQUEST}.on`), 'Day')
    const second = renamed(first, drawn(...first), item(drawn(...first), `${REQUEST}.on`), 'Day of spending')
    expect(second).toEqual([{ do: 'set', at: 'schema.properties.on.title', to: 'Day of spending', was: 'Date' }])
    expect(item(drawn(...second), `${REQUEST}.on`)).toMatchObject({ title: 'Day of spending', titleBefore: 'Date' })
    expect(words(second)).toEqual(['“Date” is called “Day of spending”'])
    expect(renamed(second, drawn(...second), item(drawn(...second), `${REQUEST}.on`), 'Date')).toEqual([])
  })

  it.each([
    ['a field', `${REQUEST}.site`, 'schema.properties.site', '“Site” is hidden'],
    ['a column of lines', 'card.sections.lines.columns.amount', 'card.sections.lines.columns.amount', 'Column “Amount” of “Lines” is hidden'],
    ['a column of the list', 'list.columns.purpose', 'list.columns.purpose', 'Column “Purpose” of the list is hidden'],
  ])('%s is hidden, still stands in its place and is shown again', (_, id, at, text) => {
    const operations = hidden([], item(drawn(), id), true)
    expect(operations).toEqual([{ do: 'hide', at }])
    expect(words(operations)).toEqual([text])
    expect(item(drawn(...operations), id).isHidden).toBe(true)
    expect(hidden(operations, item(drawn(...operations), id), false)).toEqual([])
  })

  it('a caption of lines is that of its column, if the column has one', () => {
    expect(renamed([], drawn(), item(drawn(), 'card.sections.lines.columns.code'), 'Account')).toMatchObject([{ at: 'card.sections.lines.columns.code.title', was: 'Expense' }])
    expect(renamed([], drawn(), item(drawn(), 'card.sections.lines.columns.amount'), 'Sum')).toMatchObject([{ at: 'schema.$defs.line.properties.amount.title', was: 'Amount' }])
  })

  it('it is required, together with others or by itself, and no longer', () => {
    const operations = required([], item(drawn(), `${REQUEST}.site`), true)
    expect(operations).toEqual([{ do: 'tighten', at: 'schema.required', to: ['site'] }])
    expect(words(operations)).toEqual(['“Site” must be filled in'])
    expect(item(drawn(...operations), `${REQUEST}.site`).required).toBe('now')
    expect(required([{ do: 'tighten', at: 'schema.required', to: ['site', 'fund'] }], item(drawn(), `${REQUEST}.site`), false)).toEqual([{ do: 'tighten', at: 'schema.required', to: ['fund'] }])
    expect(item(drawn(), 'nowhere.no').requireAt).toBeUndefined()
  })

  it('it moves up, and back down without a trace', () => {
    const up = movedBy([], drawn(), group(drawn(), REQUEST), item(drawn(), `${REQUEST}.site`), -1)
    expect(up).toEqual([{ do: 'move', at: `${REQUEST}.site`, place: { after: 'purpose' } }])
    expect(words(up)).toEqual(['“Site” comes after “Purpose”'])
    const outline = drawn(...up)
    expect(titles(outline)['Request']).toEqual(['Purpose', 'Site', 'Date'])
    expect(movedBy(up, outline, group(outline, REQUEST), item(outline, `${REQUEST}.site`), 1)).toEqual([])
    const top = movedBy(up, outline, group(outline, REQUEST), item(outline, `${REQUEST}.site`), -1)
    expect(top).toEqual([{ do: 'move', at: `${REQUEST}.site`, place: { first: true } }])
  })

  it('it moves to another section as one change, within it to another place, and back', () => {
    const moved = movedTo([], drawn(), item(drawn(), `${REQUEST}.site`), ['card', 'sections', 'more', 'fields'])
    expect(titles(drawn(...moved))).toMatchObject({ Request: ['Purpose', 'Date'], More: ['Dimensions', 'Site'] })
    expect(changesIn(moved, BASE)).toEqual([{ text: '“Site” moves to “More”', indexes: [0, 1] }])
    const outline = drawn(...moved)
    const place = 'card.sections.more.fields'
    const first = movedBy(moved, outline, group(outline, place), item(outline, `${place}.site`), -1)
    expect(words(first)).toEqual(['“Site” moves to “More”, where it comes first'])
    expect(movedTo(first, outline, item(outline, `${place}.site`), REQUEST.split('.'))).toEqual([])
    expect(without(moved, [0, 1])).toEqual([])
  })

  it('it is put on the card', () => {
    const moved = movedTo([], drawn(), item(drawn(), 'nowhere.note'), REQUEST.split('.'))
    expect(words(moved)).toEqual(['“Note” is on the card, in “Request”'])
    expect(titles(drawn(...moved))['Request']).toEqual(['Purpose', 'Date', 'Site', 'Note'])
  })

  it('an operation belongs to the field that it names, wherever that stands', () => {
    const moved = movedTo([], drawn(), item(drawn(), `${REQUEST}.site`), ['card', 'sections', 'more', 'fields'])
    const site = item(drawn(...moved), 'card.sections.more.fields.site')
    expect(moved.map((operation) => concerns(site, operation))).toEqual([true, true])
    expect(concerns(site, { do: 'tighten', at: 'schema.required', to: ['purpose'] })).toBe(false)
  })
})

describe('operations in words', () => {
  it.each([
    [{ do: 'set', at: 'actions.send.label', to: 'Submit', was: 'Send For Approval' }, 'Button “Send For Approval” is called “Submit”'],
    [{ do: 'set', at: 'states."Pending Approval".label', to: 'Waiting' }, 'Status “Pending Approval” is called “Waiting”'],
    [{ do: 'hide', at: 'card.sections.more' }, 'Section “More” is hidden'],
    [{ do: 'hide', at: `${REQUEST}.site` }, '“Site” is not on the card'],
    [{ do: 'move', at: 'list.columns.purpose', place: { before: 'no' } }, 'Column “Purpose” of the list comes before “#No.”'],
    [{ do: 'tighten', at: 'schema.properties.purpose.maxLength', to: 20 }, 'schema.properties.purpose.maxLength is now 20'],
    [{ do: 'set', at: '', to: '' }, 'An operation that is not finished'],
    [{}, 'An operation that is not finished'],
  ])('%j reads “%s”', (operation, text) => {
    expect(words([operation])).toEqual([text])
  })

  it('a message of the server names fields by their captions', () => {
    expect(withCaptions('Not allowed: "on" and "lines.amount" belong to "nothing".', BASE)).toBe('Not allowed: “Date” and “Amount” belong to "nothing".')
  })

  it('without the type, names stand for captions', () => {
    expect(changesIn([{ do: 'hide', at: 'schema.properties.posting_date' }]).map(({ text }) => text)).toEqual(['“Posting Date” is hidden'])
  })
})

describe('a changed property', () => {
  it.each([
    ['schema.properties.purpose.title', '“Purpose”: caption'],
    ['schema.properties.site.maxLength', '“Site”: most characters'],
    ['schema.$defs.line.properties.code.x-widget', '“Code”: way of entering it'],
    ['list.columns.purpose.width', 'Column “Purpose” of the list: width'],
    ['list.columns.purpose', 'Column “Purpose” of the list'],
    ['card.sections.request.fields.3', 'Section “Request”: fields, 3'],
    ['actions.send.label', 'Button “Send”: caption'],
    ['list.pageSize', 'list, rows per page'],
  ])('at %s is called “%s”', (path, name) => {
    expect(propertyName(path, BASE)).toBe(name)
  })
})
