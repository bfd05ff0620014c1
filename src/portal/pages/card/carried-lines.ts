/** Loaded on demand: few cards are opened with lines in their address. */
import type { ClientManifest } from '../../../contract/index.ts'
import type { Doc, Json, ResolvedField, ResolvedPage } from '../../../core/index.ts'
import type { References } from '../../form/references.ts'
import { readCarried } from '../../shell/carried-text.ts'
import { decodeOldKey } from '../../shell/links.ts'
import type { FormModel } from '../../form/form-model.ts'

/** Lines from the address, and the keys in it that match no record. */
export interface Carried { array: string; lines: Doc[]; unknown: string[] }

interface Given { given: NonNullable<ResolvedPage['lines']>; text: string }

/** Parses the lines, plain or in base64, and loads the records that they reference, so that dependent values are filled in at once. */
export async function carriedLines(references: References, manifest: ClientManifest, { given, text }: Given): Promise<Carried> {
  const fields = given.values.flatMap((name) => manifest.shape.fields[given.field]?.line?.fields[name] ?? [])
  const to = fields[0]?.ref?.to
  const read = async (source: string) => {
    const lines = linesIn(source, fields)
    if (to === undefined) return { lines, unknown: [] }
    await references.loadRecords(lines.map((line) => ({ type: to, key: keyOf(line, fields) })))
    return {
      lines: lines.filter((line) => references.ref(to, keyOf(line, fields)) !== undefined),
      unknown: lines.map((line) => keyOf(line, fields)).filter((key) => references.ref(to, key) === undefined),
    }
  }
  const plain = await read(text)
  const old = plain.lines.length === 0 ? decodeOldKey(text) : undefined
  return { array: given.field, ...(old === undefined ? plain : await read(old)) }
}

function linesIn(text: string, fields: ResolvedField[]): Doc[] {
  return readCarried(text).map((values) => Object.fromEntries(fields.flatMap((field, index): [string, Json][] => {
    const value = values[index] ?? ''
    if (value === '') return []
    if (field.type !== 'number' && field.type !== 'integer') return [[field.name, value]]
    return Number.isFinite(Number(value)) ? [[field.name, Number(value)]] : []
  })))
}

const keyOf = (line: Doc, [first]: ResolvedField[]): string => String(line[first?.name ?? ''] ?? '')

/** Adds the lines to a form, each value as if it had been typed. */
export function addCarried(model: FormModel, { array, lines }: Carried): void {
  for (const line of lines) {
    const index = model.addLine(array)
    for (const [field, value] of Object.entries(line)) model.set(`${array}.${index}.${field}`, value)
  }
}
