/** A field that permissions hide is redacted in every output, and nobody overwrites what they do not see. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawBlocks } from '../../src/server/print/blocks.ts'
import { asLayout } from '../../src/server/print/layout.ts'
import { createSheet } from '../../src/server/print/sheet.ts'
import type { PrintInput } from '../../src/server/services.ts'
import { ROOT, startApp, withoutIds, type Caller, type TestApp } from './harness.ts'

interface Line { line_no: number; what: string; price?: number }
interface Parcel { no: string; subject: string; worth?: number; secret?: string; pieces: Line[]; _rev: number; _actions: string[] }
interface Reply { data: Parcel; message: string; errors?: { path: string; message: string }[] }
interface Page { data: Parcel[]; page: { next: string | null; count: number }; tiles?: object }

const HIDE = ['worth', 'secret', 'pieces.price']

const parcelKind = {
  id: 'parcel-kind', kind: 'master', title: { one: 'Parcel kind', many: 'Parcel kinds', new: 'New kind' }, icon: 'box', key: 'code', label: 'name',
  schema: { type: 'object', required: ['code', 'name'], properties: { code: { type: 'string', title: 'Code' }, name: { type: 'string', title: 'Name' }, tariff: { type: 'number', title: 'Tariff' } } },
  list: { columns: { code: {}, name: {} }, sort: 'name', search: ['name'] },
  card: { sections: { main: { kind: 'fields', fields: ['code', 'name', 'tariff'] } } },
  permissions: { employee: { can: ['list', 'get'], hide: ['name', 'tariff'] }, finance: { can: ['list', 'get'] }, administrator: { can: ['list', 'get', 'create', 'update', 'delete'] } },
}

const parcel = {
  id: 'parcel', kind: 'document', title: { one: 'Parcel', many: 'Parcels', new: 'New Parcel' }, icon: 'box', key: 'no', series: 'PA-{0000}', owner: 'sender',
  schema: {
    type: 'object', required: ['subject'],
    properties: {
      no: { type: 'string', title: 'No.', readOnly: true },
      status: { type: 'string', title: 'Status', readOnly: true },
      sender: { type: 'string', title: 'Sender', 'x-stamp': 'user.employee' },
      subject: { type: 'string', title: 'Subject' },
      worth: { type: 'number', title: 'Worth', 'x-money': '' },
      secret: { type: 'string', title: 'Secret', default: 'none' },
      weight: { type: 'number', title: 'Weight', default: 4321 },
      height: { type: 'number', title: 'Height', default: 8765 },
      kind: { type: 'string', title: 'Kind', 'x-ref': { to: 'parcel-kind', as: 'kind_record' } },
      pieces: { type: 'array', title: 'Pieces', items: { $ref: '#/$defs/piece' }, 'x-line-key': 'line_no' },
    },
    $defs: {
      piece: {
        type: 'object',
        properties: { line_no: { type: 'integer', readOnly: true, 'x-hidden': true }, what: { type: 'string', title: 'What' }, price: { type: 'number', title: 'Price', default: 5, 'x-money': '' } },
      },
    },
  },
  lists: { kinds: { of: 'parcel-kind', where: 'true' } },
  list: { columns: { no: {}, subject: {}, worth: {}, secret: {}, weight: { for: { employee: 'none', finance: 'shown' } }, height: { hidden: true, for: { finance: 'shown' } } }, sort: '-worth', pageSize: 2, search: ['subject', 'secret'], filters: { worth: 'range', secret: 'equals' }, tiles: { all: 'All' } },
  card: { sections: { main: { kind: 'fields', fields: ['subject', 'worth', 'secret', 'kind'] }, pieces: { kind: 'lines', field: 'pieces', columns: { what: {}, price: {} } }, approvals: { kind: 'approvals', title: 'Approval' } } },
  states: { Open: { initial: true, editable: true }, Pending: { editable: true }, Sent: { final: true }, Refused: { final: true } },
  actions: {
    save: { label: 'Save', from: ['new', 'Open'], who: ['owner', 'finance'], saves: true },
    send: { label: 'Send', from: ['Open'], who: ['owner'], to: 'Pending', starts: 'approval' },
    seal: {
      label: 'Seal', from: ['Open'], who: ['owner', 'finance'], success: 'Sealed {subject} worth {worth} ({secret})', effects: ['announce'],
      checks: { light: { check: 'doc.worth < 9500.0', message: '{subject} worth {worth} is too much to seal: {doc.secret}' } },
    },
    drop: { label: 'Delete', from: ['Open'], who: ['owner', 'finance'], deletes: true },
    approve: { success: 'Approved {subject} worth {worth} ({secret})' },
  },
  messages: { updated: 'Saved {subject} worth {worth} ({secret})', deleted: 'Deleted {subject} worth {worth}' },
  rules: {
    named: { on: 'subject', label: '"Subject of " + doc.secret' },
    short: { on: 'subject', check: 'size(doc.subject) < 20', message: '{label}: {subject} worth {worth} is too long' },
    tariffed: { on: 'kind', label: '"Kind at " + string(doc.kind_record.tariff)' },
    fitting: { on: 'kind', check: 'doc.subject != "Misfit"', message: '{label} does not fit' },
    safe: { on: 'pieces.what', check: 'line.what != "Bomb"', message: '{what} at {price} in {subject} worth {worth} is refused' },
  },
  approval: { steps: { supervisor: { approver: 'supervisor' } }, approved: 'Sent', rejected: 'Refused', summary: ['subject', 'worth'] },
  permissions: {
    employee: { rows: 'doc.sender == user.employee', can: ['list', 'get', 'create'], hide: HIDE },
    approver: { rows: 'doc.no in user.assigned', can: ['get'], hide: ['secret'] },
    finance: { can: ['list', 'get', 'create'] },
  },
  print: { slip: { layout: 'print/slip.json', title: 'Slip', fileName: '{no} {secret}.pdf', place: ['card'] } },
}

const slip = {
  orientation: 'portrait',
  blocks: [
    { kind: 'facts', fields: ['no', 'subject', 'worth', 'secret', 'kind'] },
    { kind: 'table', lines: 'pieces', columns: [{ field: 'what' }, { field: 'price' }], total: 'worth' },
    { kind: 'text', text: 'Worth [{{doc.worth}}], said [{{doc.secret + ""}}], priced [{{doc.pieces.map(p, string(p.price)).join("+")}}], of [{{doc.kind_record.name}}]' },
    { kind: 'text', when: 'doc.worth > 7000.0', text: 'Handle with care' },
  ],
}

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-redacted-'))
const FILES: [string, object][] = [
  ['module.json', { id: 'post-room', title: 'Post room', menu: {} }], ['parcel-kind/manifest.json', parcelKind], ['parcel/manifest.json', parcel], ['parcel/print/slip.json', slip],
]

const EFFECTS = `export const effects = {
  announce: ({ notify, doc }) => notify({ employees: [doc.sender], role: 'finance' }, '{title} {no} is sealed', '{subject} worth [{worth}] holds [{secret}]'),
}`

let portal: TestApp
let printed: PrintInput | undefined
const people: Record<'wanjiku' | 'mutua' | 'otieno' | 'admin', Caller> = {} as never
/** Wanjiku's, created by her and priced by finance; the newest has the lowest value. */
let parcels: string[] = []

beforeAll(async () => {
  for (const [file, content] of FILES) {
    const at = path.join(folder, 'post-room', file)
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, JSON.stringify(content))
  }
  mkdirSync(path.join(folder, 'post-room', 'effects'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'post-room', 'effects', 'index.js'), EFFECTS)
  portal = await startApp({ modules: [path.join(ROOT, 'modules'), folder] })
  const { printer } = portal.app.services
  const { render } = printer
  printer.render = (input) => { printed = input; return render(input) }
  for (const name of ['wanjiku', 'mutua', 'otieno', 'admin'] as const) people[name] = await portal.signIn(`${name}@mazingira.example`)
  expect((await people.admin.call('POST', 'documents/parcel-kind', { code: 'BOX', name: 'Diamond box', tariff: 77 })).statusCode).toBe(201)
  parcels = []
  for (const worth of [9000, 8000, 7000]) parcels.push(await priced(worth))
}, 120_000)
afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
})

const show = async (caller: Caller, no: string): Promise<Parcel> => (await caller.call('GET', `documents/parcel/${no}`)).json<Reply>().data
const change = (caller: Caller, no: string, body: object): ReturnType<Caller['call']> => caller.call('PATCH', `documents/parcel/${no}`, body)

async function priced(worth: number): Promise<string> {
  const created = await people.wanjiku.call('POST', 'documents/parcel', { subject: 'Parcel', kind: 'BOX', pieces: [{ what: 'Cup' }, { what: 'Plate' }] })
  expect(created.statusCode, created.body).toBe(201)
  const { no, pieces } = created.json<Reply>().data
  const lines = pieces.map((line, index) => ({ line_no: line.line_no, what: line.what, price: 40 + index }))
  const answer = await change(people.mutua, no, { worth, secret: `gold ${worth}`, pieces: lines })
  expect(answer.statusCode, answer.body).toBe(200)
  return no
}

describe('a list for a person who does not see a field', () => {
  it.each([
    { query: 'sort=worth', message: 'The list cannot be sorted by "worth".' },
    { query: 'sort=-secret', message: 'The list cannot be sorted by "secret".' },
    { query: 'worth_from=8500', message: 'The list cannot be filtered by "worth_from" like that.' },
    { query: 'secret=gold%209000', message: 'The list cannot be filtered by "secret" like that.' },
  ])('the query $query is refused like one of an unknown field, and answered to those who see the field', async ({ query, message }) => {
    const answer = await people.wanjiku.call('GET', `documents/parcel?${query}`)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json<Reply>().message).toBe(message)
    const finance = await people.mutua.call('GET', `documents/parcel?${query}`)
    expect(finance.statusCode, finance.body).toBe(200)
    expect(finance.json<Page>().data.length).toBeGreaterThan(0)
  })

  it('a search finds nothing through a redacted field, even after a person who sees it has searched', async () => {
    const count = async (caller: Caller, search: string): Promise<number> => (await caller.call('GET', `documents/parcel?search=${search}`)).json<Page>().page.count
    expect(await count(people.mutua, 'gold')).toBe(3)
    expect(await count(people.wanjiku, 'gold')).toBe(0)
    expect(await count(people.wanjiku, 'parcel')).toBe(3)
    expect((await people.wanjiku.call('GET', 'documents/parcel-kind?search=diamond')).json<Page>().data).toEqual([])
    expect((await people.mutua.call('GET', 'documents/parcel-kind?search=diamond')).json<Page>().data).toHaveLength(1)
  })

  it.each(['4321', '8,765.00'])('a search for %s finds nothing through a column that only others have', async (search) => {
    const count = async (caller: Caller): Promise<number> => (await caller.call('GET', `documents/parcel?search=${search}`)).json<Page>().page.count
    expect(await count(people.mutua)).toBe(3)
    expect(await count(people.wanjiku)).toBe(0)
  })

  it('a list that is sorted by a redacted field comes by key, and its cursor holds no value of the field', async () => {
    const first = (await people.wanjiku.call('GET', 'documents/parcel?limit=2')).json<Page>()
    expect(first.data.map((row) => row.no)).toEqual([parcels[2], parcels[1]])
    expect(first.data[0]).not.toHaveProperty('worth')
    expect(Buffer.from(first.page.next ?? '', 'base64url').toString()).not.toMatch(/000\b.*000|[789]000/)
    const second = (await people.wanjiku.call('GET', `documents/parcel?limit=2&cursor=${first.page.next ?? ''}`)).json<Page>()
    expect(second.data.map((row) => row.no)).toEqual([parcels[0]])
    const finance = (await people.mutua.call('GET', 'documents/parcel?limit=2')).json<Page>()
    expect(finance.data.map((row) => row.worth)).toEqual([9000, 8000])
  })

  it.each(['documents/parcel?limit=200', 'documents/parcel?search=parcel&limit=200', 'documents/parcel?sort=-subject', 'documents/parcel?sort=no&limit=1', 'portal/search?q=parcel', 'portal/search?q=gold', 'portal/lists/parcel'])('no value of a field that is a column, filter, sort and search of the list is in the answer to %s', async (path) => {
    const answer = await people.wanjiku.call('GET', path)
    expect(answer.statusCode, answer.body).toBe(200)
    const cursors = [...answer.body.matchAll(/"(?:next|previous)":"([^"]+)"/g)].map(([, cursor = '']) => Buffer.from(cursor, 'base64url').toString())
    for (const text of [withoutIds(answer.body), ...cursors]) expect(text).not.toMatch(/gold|[789]000/)
  })

  it('the lists of a form leave out redacted fields too', async () => {
    const rows = (await people.wanjiku.call('GET', 'portal/lists/parcel')).json<{ data: { kinds: object[] } }>().data.kinds
    expect(rows).toEqual([{ code: 'BOX' }])
    const all = (await people.mutua.call('GET', 'portal/lists/parcel')).json<{ data: { kinds: object[] } }>().data.kinds
    expect(all).toEqual([{ code: 'BOX', name: 'Diamond box', tariff: 77 }])
  })
})

describe('a change by a person who does not see a field', () => {
  it.each([
    { what: 'another value', body: { worth: 1 }, path: 'worth' },
    { what: 'the stored value', body: { worth: 9000 }, path: 'worth' },
    { what: 'another value on a line', body: { pieces: [{ line_no: 10000, what: 'Cup', price: 1 }] }, path: 'pieces.0.price' },
  ])('a change that sends $what is refused like one of an unknown field, and changes nothing', async ({ body, path: at }) => {
    const no = parcels[0] ?? ''
    const before = await show(people.mutua, no)
    const answer = await change(people.wanjiku, no, { subject: 'Changed', ...body })
    expect(answer.statusCode, answer.body).toBe(422)
    const { errors } = answer.json<Reply>()
    expect(errors).toHaveLength(1)
    expect(errors?.[0]?.path).toBe(at)
    expect(errors?.[0]?.message).toMatch(/^There is no field “\w+”/)
    expect(errors?.[0]?.message).not.toMatch(/did you mean “(worth|secret|price)”/)
    expect(await show(people.mutua, no)).toMatchObject({ _rev: before._rev, worth: 9000, subject: before.subject })
  })

  it('a change leaves redacted values alone, on the document and its lines, even if a form sends them empty', async () => {
    const no = await priced(6000)
    const { pieces } = await show(people.wanjiku, no)
    expect(pieces.map((line) => 'price' in line)).toEqual([false, false])
    const turned = [...pieces].reverse().map((line) => ({ ...line, price: null }))
    const answer = await change(people.wanjiku, no, { subject: 'Renamed', worth: null, secret: '', pieces: [...turned, { what: 'Spoon', price: 5 }] })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(withoutIds(answer.body)).not.toMatch(/6000|gold/)
    const stored = await show(people.mutua, no)
    expect(stored).toMatchObject({ subject: 'Renamed', worth: 6000, secret: 'gold 6000' })
    expect(stored.pieces.map(({ what, price }) => [what, price])).toEqual([['Plate', 41], ['Cup', 40], ['Spoon', 5]])
  })

  it('a new document accepts no value of a redacted field except its default', async () => {
    const refused = await people.wanjiku.call('POST', 'documents/parcel', { subject: 'New', worth: 3 })
    expect(refused.statusCode, refused.body).toBe(422)
    const created = await people.wanjiku.call('POST', 'documents/parcel', { subject: 'New', secret: 'none', worth: null, pieces: [{ what: 'Cup', price: 5 }] })
    expect(created.statusCode, created.body).toBe(201)
    expect(await show(people.mutua, created.json<Reply>().data.no)).toMatchObject({ secret: 'none', pieces: [{ price: 5 }] })
    const byFinance = await people.mutua.call('POST', 'documents/parcel', { subject: 'Ours', worth: 3 })
    expect(byFinance.json<Reply>().data).toMatchObject({ worth: 3 })
  })
})

describe('a message with values of a record', () => {
  const seal = (caller: Caller, no: string): ReturnType<Caller['call']> => caller.call('POST', `documents/parcel/${no}/actions/seal`, {})

  it.each([
    { what: 'an action', worth: 3000, act: seal, hers: 'Sealed Parcel worth ()', whole: 'Sealed Parcel worth 3,000 (gold 3000)' },
    { what: 'a refused action', worth: 9700, act: seal, hers: 'Parcel worth is too much to seal:', whole: 'Parcel worth 9,700 is too much to seal: gold 9700' },
    { what: 'a save', worth: 3100, act: (caller: Caller, no: string) => change(caller, no, { subject: 'Box' }), hers: 'Saved Box worth ()', whole: 'Saved Box worth 3,100 (gold 3100)' },
    {
      what: 'a failed check of a field, with its caption,', worth: 3200, act: (caller: Caller, no: string) => change(caller, no, { subject: 'A far too long subject' }),
      hers: 'Subject: A far too long subject worth is too long', whole: 'Subject of gold 3200: A far too long subject worth 3,200 is too long',
    },
    {
      what: 'a failed check whose caption is from a redacted record', worth: 3250, act: (caller: Caller, no: string) => change(caller, no, { subject: 'Misfit' }),
      hers: 'Kind does not fit', whole: 'Kind at 77 does not fit',
    },
    {
      what: 'a failed check of a line', worth: 3300,
      act: async (caller: Caller, no: string) => change(caller, no, { pieces: [{ line_no: (await show(caller, no)).pieces[0]?.line_no, what: 'Bomb' }] }),
      hers: 'Bomb at in Parcel worth is refused', whole: 'Bomb at 40 in Parcel worth 3,300 is refused',
    },
    { what: 'a deletion', worth: 3400, act: (caller: Caller, no: string) => caller.call('POST', `documents/parcel/${no}/actions/drop`, {}), hers: 'Deleted Parcel worth', whole: 'Deleted Parcel worth 3,400' },
  ])('the message about $what shows only what its reader sees', async ({ worth, act, hers, whole }) => {
    const [one, other] = [await priced(worth), await priced(worth)]
    const answer = await act(people.wanjiku, one)
    expect(answer.json<Reply>().message).toBe(hers)
    expect(withoutIds(answer.body)).not.toMatch(new RegExp(`${worth}|${worth.toLocaleString('en-KE')}|gold`))
    expect((await act(people.mutua, other)).json<Reply>().message).toBe(whole)
  })

  it.each([
    { door: 'the entry', decide: (no: string, entryNo: number) => people.otieno.call('POST', 'approvals/approve', { entryNo, documentNo: no }) },
    { door: 'the document', decide: (no: string) => people.otieno.call('POST', `documents/parcel/${no}/actions/approve`, {}) },
  ])('the message about an approval through $door shows only what the approver sees', async ({ decide }) => {
    const no = await priced(2500)
    await send(no)
    const { data } = (await people.otieno.call('GET', 'approvals/approvalEntries?status=Open')).json<{ data: { documentNo: string; entryNo: number }[] }>()
    const answer = await decide(no, data.find((entry) => entry.documentNo === no)?.entryNo ?? 0)
    expect(answer.json<Reply>().message).toBe('Approved Parcel worth 2,500 ()')
  })

  it('a mail shows what its reader sees, whoever acted', async () => {
    const no = await priced(2600)
    expect((await seal(people.mutua, no)).statusCode).toBe(200)
    const mails = await portal.app.services.database.kysely.selectFrom('outbox').select(['recipient', 'text']).where('subject', '=', `Parcel ${no} is sealed`).execute()
    const textTo = (name: string): string => mails.find(({ recipient }) => recipient === `${name}@mazingira.example`)?.text ?? ''
    expect(textTo('wanjiku')).toContain('Parcel worth [] holds []')
    expect(textTo('mutua')).toContain('Parcel worth [2,600] holds [gold 2600]')
  })
})

describe('the history, approval summary and printed form of a record', () => {
  it('the history shows each reader, an approver too, only the fields that they see', async () => {
    const no = await priced(5000)
    const changedFields = async (caller: Caller): Promise<string[]> => {
      const { data } = (await caller.call('GET', `documents/parcel/${no}/events`)).json<{ data: { kind: string; changes: object }[] }>()
      return Object.keys(data.find((event) => event.kind === 'updated')?.changes ?? {}).sort()
    }
    expect(await changedFields(people.wanjiku)).toEqual(['pieces'])
    expect(await changedFields(people.mutua)).toEqual(['pieces', 'secret', 'worth'])
    await send(no)
    expect(await changedFields(people.otieno)).toEqual(['pieces', 'worth'])
  })

  it('the summary of an approval shows each reader only the fields that they see', async () => {
    const no = await priced(4000)
    await send(no)
    const labels = async (caller: Caller, query: string): Promise<string[]> => {
      const { data } = (await caller.call('GET', `approvals/approvalEntries?${query}`)).json<{ data: { documentNo: string; summary: { label: string }[] }[] }>()
      return data.find((entry) => entry.documentNo === no)?.summary.map((one) => one.label) ?? []
    }
    expect(await labels(people.wanjiku, 'scope=sent')).toEqual(['Subject'])
    expect(await labels(people.otieno, 'status=Open')).toEqual(['Subject', 'Worth'])
    expect(await labels(people.mutua, `documentNo=${no}`)).toEqual(['Subject', 'Worth'])
  })

  it('a printed form leaves redacted values blank in facts, columns, totals, texts and references', async () => {
    const no = await priced(8765)
    const [own, whole] = [await sheet(people.wanjiku, no), await sheet(people.mutua, no)]
    expect(own.text).not.toMatch(/8,?765|gold|Diamond|Price|40|41/)
    expect(own.text).toContain('Worth [], said [], priced [0+0], of []')
    expect(own.text).toContain('Handle with care')
    expect(own.fileName).toBe(`${no} .pdf`)
    expect(whole.text).toContain('Worth [KES 8,765.00], said [gold 8765], priced [40+41], of [Diamond box]')
    expect(whole.text).toMatch(/Price.*40\.00.*41\.00/)
    expect(whole.fileName).toBe(`${no} gold 8765.pdf`)
  })

  it('a print of one revision has one verification code, whoever prints it', async () => {
    const no = parcels[1] ?? ''
    expect((await sheet(people.wanjiku, no)).code).toBe((await sheet(people.mutua, no)).code)
  })
})

async function send(no: string): Promise<void> {
  const answer = await people.wanjiku.call('POST', `documents/parcel/${no}/actions/send`, {})
  expect(answer.statusCode, answer.body).toBe(200)
}

/** The rendered input of the print call as words, because the PDF itself contains glyphs. */
async function sheet(caller: Caller, no: string): Promise<{ text: string; fileName: string; code: string }> {
  printed = undefined
  const answer = await caller.call('GET', `documents/parcel/${no}/print/slip`)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  const input = printed as PrintInput | undefined
  if (input === undefined) throw new Error('Nothing was printed.')
  const made = await createSheet(input, { printedAt: new Date('2026-06-15T09:00:00Z'), room: 500 })
  const layout = asLayout(input.engine.type('parcel').manifest.print['slip']?.layout ?? {})
  const fileName = /filename="([^"]*)"/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''
  return { text: JSON.stringify(drawBlocks(layout.blocks, made)), fileName, code: made.code }
}
