import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { dueDate } from '../../../src/core/expressions/workdays.ts'
import { recordInside } from './reads.ts'
import { Refused } from './refused.ts'
import { toRecord, type Line, type Person, type RequestData, type RequestRow } from './rows.ts'
import { run } from './sql.ts'

export interface Written { status: number; text: string }
export interface Sent { person: Person; today: string; ip: string; idempotencyKey: string | undefined; body: object; url: string }

/** Runs the work in one transaction. With an idempotency key it acts once, and a repetition gets the first response. */
export async function once(pool: Pool, { person, idempotencyKey, body, url }: Sent, work: (tx: PoolClient) => Promise<Written>): Promise<Written> {
  const tx = await pool.connect()
  try {
    await tx.query('begin')
    const written = idempotencyKey === undefined ? await work(tx) : await claimed(tx, person.id, idempotencyKey, url + JSON.stringify(body), work)
    await tx.query('commit')
    return written
  } catch (error) {
    await tx.query('rollback')
    throw error
  } finally {
    tx.release()
  }
}

async function claimed(tx: PoolClient, user: string, key: string, request: string, work: (tx: PoolClient) => Promise<Written>): Promise<Written> {
  const hash = createHash('sha256').update(request).digest('hex')
  const claim = await run(tx, 'claim', [user, key, hash])
  if (claim.length === 0) {
    const [kept] = await run<{ request_hash: string; status: number; body: string }>(tx, 'kept', [user, key])
    if (kept?.request_hash !== hash) throw new Refused(422, 'This Idempotency-Key was used for another request.')
    return { status: kept.status, text: kept.body }
  }
  const written = await work(tx)
  await run(tx, 'keep', [user, key, written.status, written.text])
  return written
}

interface Master { type: string; key: string; data: Record<string, unknown> }
type Masters = Map<string, Record<string, unknown>>
type SentLine = Partial<Line>
export interface NewRequest extends Omit<RequestData, 'pettyCashLinesAPI'> { pettyCashLinesAPI?: SentLine[] }

const LINE_MASTERS: [keyof Line, string][] = [['expense_code', 'expense-code'], ['from', 'destination'], ['to', 'destination'], ['transportCode', 'transport-rate'], ['allocationCode', 'allocation-code']]
const DIMENSIONS = [
  'shortcutDimension1Code', 'shortcutDimension2Code', 'shortcutDimension3Code', 'shortcutDimension4Code',
  'globalDimension5Code', 'globalDimension6Code', 'globalDimension7Code', 'globalDimension8Code'
] as const

/** Creates a request: checks it, numbers it, stores it and adds an event to the audit trail. */
export async function createRequest(tx: PoolClient, { person, today, ip }: Sent, sent: NewRequest): Promise<Written> {
  if (person.employee === null) throw new Refused(403, 'You may not create petty cash requests.')
  const data: RequestData = {
    ...sent, document_type: 'Petty Cash Expenditure', employee_name: person.name, payee_name: person.name, posting_date: sent.posting_date ?? today,
    pettyCashLinesAPI: (sent.pettyCashLinesAPI ?? []).map((line, index) => ({ ...line, line_no: (index + 1) * 10_000 }))
  }
  checkPostingDate(data.posting_date, today)
  settle(data, await mastersOf(tx, person.company, data))
  const [drawn] = await run<{ number: number }>(tx, 'draw', [person.company, today.slice(0, 4)])
  const key = `PC-${today.slice(0, 4)}-${String(drawn?.number ?? 1).padStart(5, '0')}`
  const stored = { ...data, no: key, status: 'Open', employee_no: person.employee }
  const now = new Date()
  await run(tx, 'insert', [person.company, key, person.employee, JSON.stringify(stored), now, person.id])
  await run(tx, 'event', [person.company, key, 'created', person.id, null, 'Open', null, ip, now])
  const row: RequestRow = { key, state: 'Open', owner: person.employee, rev: 1, data }
  return { status: 201, text: JSON.stringify({ data: toRecord(row, [], [], person), message: 'You have successfully created a new Petty Cash request' }) }
}

function checkPostingDate(date: string | undefined, today: string): void {
  if (date === undefined) throw new Refused(422, 'Required.')
  if (date > today) throw new Refused(422, 'Posting Date should not be a future date')
  if (date < new Date(Date.parse(today) - 366 * 86_400_000).toISOString().slice(0, 10)) throw new Refused(422, 'Posting Date should be within the last 366 days')
}

/** Everything that the request references, in one query. */
async function mastersOf(tx: PoolClient, company: string, data: RequestData): Promise<Masters> {
  const wanted = new Map<string, [string, string]>()
  const want = (type: string, key: string | undefined): void => {
    if (key !== undefined && key !== '') wanted.set(`${type} ${key}`, [type, key])
  }
  want('currency', data.currencyCode)
  for (const place of [data, ...(data.pettyCashLinesAPI ?? [])]) {
    want('speed-key', place.dimensionSpeedkeyCode)
    want('fund', place.fundNo)
    for (const name of DIMENSIONS) want('dimension-value', place[name])
  }
  for (const line of data.pettyCashLinesAPI ?? []) for (const [field, type] of LINE_MASTERS) want(type, line[field] as string | undefined)
  const pairs = [...wanted.values()]
  const rows = await run<Master>(tx, 'masters', [company, pairs.map(([type]) => type), pairs.map(([, key]) => key)])
  const masters: Masters = new Map(rows.map((row) => [`${row.type} ${row.key}`, row.data]))
  for (const [id, [, key]] of wanted) {
    const master = masters.get(id)
    if (!master || master['blocked'] === true) throw new Refused(422, `${key} is not known or blocked.`)
  }
  return masters
}

/** Applies the form's rules: locks, clears and computes fields. */
function settle(data: RequestData, masters: Masters): void {
  checkDimensions(data, masters)
  let total = 0
  for (const line of data.pettyCashLinesAPI ?? []) {
    checkDimensions(line, masters)
    line.document_type = 'Petty Cash Expenditure'
    if (data.posting_date !== undefined) line.posting_date = data.posting_date
    settleJourney(line, masters)
    total += Math.round((line.amount ?? 0) * 100)
  }
  data.total_amount = total / 100
  data.invoiceKeys = (data.pettyCashLinesAPI ?? []).flatMap(({ invoiceRef }) => (invoiceRef === undefined ? [] : [invoiceRef.toLowerCase()]))
  data.exchangeRate = data.currencyCode === undefined ? 1 : Number(masters.get(`currency ${data.currencyCode}`)?.['exchangeRate'] ?? 1)
  data.amountLCY = Math.round(total * data.exchangeRate) / 100
}

function settleJourney(line: Line, masters: Masters): void {
  if (masters.get(`expense-code ${line.expense_code ?? ''}`)?.['isTransport'] !== true) {
    delete line.from
    delete line.to
    delete line.transportCode
    return
  }
  const rate = line.transportCode === undefined ? undefined : masters.get(`transport-rate ${line.transportCode}`)
  if (!rate) return
  if (rate['expenseCode'] !== line.expense_code) throw new Refused(422, 'The transport rate is for another code.')
  if (rate['from'] !== line.from || rate['to'] !== line.to) throw new Refused(422, 'From and To must be those of the transport rate.')
  line.amount = Number(rate['rate'])
}

function checkDimensions(place: RequestData | Line, masters: Masters): void {
  for (const [index, name] of DIMENSIONS.entries()) {
    const code = place[name]
    if (code === undefined) continue
    const value = masters.get(`dimension-value ${code}`)
    if (value?.['globalDimensionNo'] !== index + 1 || value['dimensionValueType'] !== 'Standard') throw new Refused(422, `${code} is no value of dimension ${index + 1}.`)
  }
}

/** Sends a request to the supervisor. The request ceiling keeps amounts below those that need more steps. */
export async function sendRequest(tx: PoolClient, sent: Sent, no: string): Promise<Written> {
  const { person, today, ip } = sent
  const [row] = await run<RequestRow>(tx, 'lock', [person.company, no, person.employee, person.roles.includes('finance')])
  if (!row) throw new Refused(404, 'There is no such record.')
  if (row.owner !== person.employee) throw new Refused(403, 'Only its owner may send this request.')
  if (row.state !== 'Open') throw new Refused(409, `The request is ${row.state}.`)
  await checkForSending(tx, sent, row)
  const [approver] = await run<{ supervisor: string | null; name: string | null; email: string | null; user_name: string | null }>(tx, 'supervisor', [person.company, row.owner])
  if (!approver?.supervisor || approver.name === null) throw new Refused(422, 'You have no supervisor.')
  const [last] = await run<{ round: number }>(tx, 'lastRound', [person.company, no])
  const now = new Date()
  await run(tx, 'openRound', [person.company, no, (last?.round ?? 0) + 1, approver.supervisor, person.employee, now, `${dueDate(today, 3)}T00:00:00Z`])
  const data = { ...row.data, status: 'Pending Approval', sentOn: today }
  const [updated] = await run<{ rev: number }>(tx, 'update', [person.company, no, 'Pending Approval', JSON.stringify(data), now, person.id, row.rev])
  if (!updated) throw new Refused(409, 'This record was changed by someone else. Reload.')
  await run(tx, 'event', [person.company, no, 'send', person.id, 'Open', 'Pending Approval', null, ip, now])
  if (approver.email !== null) {
    const text = `Dear ${approver.user_name ?? ''},\n\n${person.name} sent Petty Cash ${no} for your approval.\n\n/approvals/card/petty-cash/${no}`
    await run(tx, 'outbox', [person.company, approver.email, `Petty Cash ${no} waits for your approval`, text])
  }
  const after: RequestRow = { ...row, state: 'Pending Approval', rev: updated.rev, data }
  return { status: 200, text: JSON.stringify({ data: await recordInside(tx, person, after), message: 'Petty Cash successfully sent for approval' }) }
}

async function checkForSending(tx: PoolClient, { person, today }: Sent, { key, owner, data }: RequestRow): Promise<void> {
  const lines = data.pettyCashLinesAPI ?? []
  if (lines.length === 0) throw new Refused(422, 'Please add at least one expense line')
  if (lines.some((line) => line.expense_code === undefined || line.amount === undefined)) throw new Refused(422, 'Required.')
  checkPostingDate(data.posting_date, today)
  settle(data, await mastersOf(tx, person.company, data))
  const dimensions = await run<{ data: { globalNo: number; caption: string; mandatory?: boolean } }>(tx, 'dimensions', [person.company])
  for (const { data: { globalNo, caption, mandatory } } of dimensions) {
    const name = DIMENSIONS[globalNo - 1]
    if (mandatory === true && name && [data, ...lines].some((place) => place[name] === undefined)) throw new Refused(422, `${caption} is required!`)
  }
  const amount = data.amountLCY ?? 0
  if (person.requestCeiling > 0 && amount > person.requestCeiling) throw new Refused(422, `A petty cash request may not exceed ${person.requestCeiling}.`)
  if (person.dailyCeiling > 0) {
    const [sent] = await run<{ figure: number }>(tx, 'sentThatDay', [person.company, owner, data.posting_date])
    if ((sent?.figure ?? 0) + amount > person.dailyCeiling) throw new Refused(422, 'Your petty cash for the day would exceed the daily limit.')
    const [sentNow] = await run<{ figure: number }>(tx, 'sentToday', [person.company, owner, today])
    if ((sentNow?.figure ?? 0) + amount > person.dailyCeiling) throw new Refused(422, 'The petty cash that you send today would exceed the daily limit.')
  }
  const [elsewhere] = await run<{ found: boolean }>(tx, 'invoiceElsewhere', [person.company, data.invoiceKeys ?? [], key, owner])
  if (elsewhere?.found === true) throw new Refused(422, 'An invoice is claimed with another request already.')
  if ((await run(tx, 'files', [person.company, key])).length === 0) throw new Refused(422, 'Attachment is required!')
}
