/** Calls that are refused: values of another type, too long, too many, missing, closed fields, unknown names, records that do not exist. */
import type { Json, JsonObject, ResolvedField, ResolvedShape } from '../../src/core/index.ts'
import { beyondLimits } from '../beyond-limits.ts'
import { PIXEL } from '../http/petty-cash-cases.ts'
import { keyWire, type Drive, type Made } from './drive.ts'
import { EVERYONE } from './people.ts'
import { addressOf, keyInBody } from './reads.ts'

const LONG = 2001

export async function askBadValues(drive: Drive, made: Made): Promise<void> {
  await askOfNone(drive)
  await askForChanges(drive, made)
  if (made.by !== undefined) await askWithBadFields(drive, made, made.by)
}

/** The named calls, for a record that does not exist and without one. */
async function askOfNone({ recorder, type, base }: Drive): Promise<void> {
  for (const endpoint of Object.values(type.endpoints).flat()) {
    if (endpoint.method === 'GET' || endpoint.method === 'PUT') continue
    if (endpoint.key !== undefined) await recorder.askOne('employee', endpoint.method, addressOf(endpoint, 'NONE-0'), { sent: keyInBody(endpoint, 'NONE-0') })
    await recorder.askOne('employee', endpoint.method, addressOf(endpoint, endpoint.path.includes(':') ? 'NONE-0' : undefined), { sent: {} })
  }
  await recorder.askOne('employee', 'PATCH', `${base}/NONE-0`, { sent: { _rev: 1 } })
  await recorder.askOne('employee', 'DELETE', `${base}/NONE-0?_rev=1`)
  await recorder.askOne('employee', 'POST', `${base}/NONE-0/actions/NONE`, { sent: {} })
}

/** Everybody changes an existing record: unchanged, with an old revision, with closed fields, with an unknown name. */
async function askForChanges(drive: Drive, { keys }: Made): Promise<void> {
  const { recorder, type, base } = drive
  const key = keys[0] ?? (await anyKey(drive))
  if (key === undefined) return
  const at = `${base}/${encodeURIComponent(key)}`
  const closed = Object.fromEntries(Object.values(type.shape.fields).filter(({ readOnly, compute, stamp, internal }) => !internal && (readOnly || compute !== undefined || stamp !== undefined)).map((field) => [field.wire, otherValue(field)]))
  await recorder.ask(EVERYONE, 'PATCH', at, { sent: { _rev: 100_000 } })
  await recorder.ask(EVERYONE, 'PATCH', at, { sent: {} })
  for (const sent of [{ colour: 'red' }, closed]) {
    for (const who of EVERYONE) {
      const { status, data } = await recorder.look(who, at)
      if (status === 200) await recorder.askOne(who, 'PATCH', at, { sent: { ...sent, _rev: data['_rev'] ?? 1, _reason: 'Anew' } })
    }
  }
  await recorder.ask(EVERYONE, 'POST', `${at}/actions/NONE`, { sent: {} })
  for (const action of Object.values(type.actions)) if (!action.saves && !action.deletes) await recorder.ask(EVERYONE, 'POST', `${at}/actions/${action.id}`, { sent: { _rev: 100_000 } })
  await recorder.ask(EVERYONE, 'DELETE', `${at}?_rev=100000`)
}

async function anyKey({ recorder, type, base }: Drive): Promise<string | undefined> {
  for (const who of EVERYONE) {
    const [row] = (await recorder.look(who, `${base}?limit=1`)).rows
    const key = row?.[keyWire(type)]
    if (typeof key === 'string') return key
  }
  return undefined
}

/** A new record with one error, for each field in each way; only the reported errors matter. */
async function askWithBadFields({ recorder, type, base }: Drive, { good }: Made, by: string): Promise<void> {
  let index = 100
  const post = async (change: (values: JsonObject) => JsonObject): Promise<void> => {
    index += 1
    await recorder.askOne(by, 'POST', base, { sent: change(structuredClone(good(index))), only: [keyWire(type)] })
  }
  await post((values) => ({ ...values, colour: 'red' }))
  await post(() => ({}))
  for (const name of Object.keys(good(0))) await post(({ [name]: _, ...rest }) => rest)
  const { attachments } = type
  if (attachments !== undefined) {
    const file = { fileName: 'receipt.png', attachment: PIXEL }
    for (const files of ['nonsense', [{ fileName: 'receipt.exe' }], [{ ...file, attachment: 'bm9uc2Vuc2U=' }], Array.from({ length: attachments.maxFiles + 1 }, () => file)]) await post((values) => ({ ...values, [attachments.field]: files }))
  }
  for (const field of entered(type.shape)) {
    for (const bad of badValues(field)) await post((values) => ({ ...values, [field.wire]: bad }))
    const lines = good(0)[field.wire]
    if (field.line === undefined || !Array.isArray(lines) || lines.length === 0) continue
    const inLine = (line: JsonObject) => post((values) => ({ ...values, [field.wire]: [line] }))
    const [line] = lines as [JsonObject]
    await inLine({ ...line, colour: 'red' })
    await inLine({})
    for (const name of Object.keys(line)) {
      const { [name]: _, ...rest } = line
      await inLine(rest)
    }
    for (const inner of entered(field.line)) for (const bad of badValues(inner)) await inLine({ ...line, [inner.wire]: bad })
  }
}

const entered = ({ fields }: ResolvedShape): ResolvedField[] => Object.values(fields).filter(({ internal }) => !internal)

/** Values of another type, and beyond each of its limits. */
function badValues(field: ResolvedField): Json[] {
  const bad: Json[] = [field.type === 'string' ? { a: 1 } : 'nonsense']
  if (field.type === 'string' && field.maxLength === undefined) bad.push('x'.repeat(LONG))
  if (field.format !== undefined || field.enum !== undefined || field.ref !== undefined || field.choices !== undefined) bad.push('NOPE')
  bad.push(...beyondLimits(field))
  if (field.type === 'number') bad.push(-1.005)
  if (field.type === 'integer') bad.push(1.5)
  return bad
}

function otherValue({ type, format, enum: values }: ResolvedField): Json {
  if (values !== undefined) return values.at(-1) ?? null
  if (type === 'number' || type === 'integer') return 7
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (format === 'date') return '2026-01-31'
  return format === 'date-time' ? '2026-01-31T09:00:00Z' : 'Other'
}
