import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { Doc, JsonObject } from './json.ts'

const STEP = 10000

/** The document with a line key for every line that has none: 10000, 20000 …, after the highest key in the document and in `prev`. */
export function numberLines(manifest: ResolvedDocumentType, doc: Doc, prev?: Doc): Doc {
  const numbered: Doc = { ...doc }
  for (const field of Object.values(manifest.shape.fields)) {
    const { lineKey } = field
    const lines = doc[field.name]
    if (lineKey === undefined || !Array.isArray(lines)) continue
    const isText = field.line?.fields[lineKey]?.type === 'string'
    let last = highest([...lines, ...linesOf(prev, field.name)] as JsonObject[], lineKey)
    numbered[field.name] = (lines as JsonObject[]).map((line) => {
      if (line[lineKey] !== undefined) return line
      last = Math.floor(last / STEP) * STEP + STEP
      return { ...line, [lineKey]: isText ? String(last) : last }
    })
  }
  return numbered
}

function linesOf(doc: Doc | undefined, name: string): JsonObject[] {
  const lines = doc?.[name]
  return Array.isArray(lines) ? (lines as JsonObject[]) : []
}

function highest(lines: JsonObject[], key: string): number {
  return lines.reduce((max, line) => Math.max(max, Number(line[key]) || 0), 0)
}
