import type { Doc, JsonObject, ResolvedShape } from '../../../../core/index.ts'
import { mergeChanges } from '../../../drafts/merge-changes.ts'
import { linesOf } from '../../../form/line-table/line-paths.ts'

/** The document that was read, the one whose lines were sent, what the server made of it, and what stands in the form by now. */
interface Versions { base: Doc; sent: Doc; theirs: Doc; now: Doc }

/** What was typed while lines were on their way, on top of what came back. */
export function onTop(shape: ResolvedShape, array: string, { base, sent, theirs, now }: Versions): Doc {
  const mine = numbered(shape, array, now, { sent, theirs })
  return mergeChanges(shape, { base: { ...base, [array]: numberedAsSent(shape, array, sent, theirs) }, mine, theirs }).doc
}

/** The sent lines with the numbers that the server gave them, in whose order it answers. */
function numberedAsSent(shape: ResolvedShape, array: string, sent: Doc, theirs: Doc): JsonObject[] {
  const key = shape.fields[array]?.lineKey ?? ''
  const stored = linesOf(theirs, array)
  return linesOf(sent, array).map((line, index) => ({ ...line, ...(stored[index]?.[key] === undefined ? {} : { [key]: stored[index][key] }) }))
}

/** What stands in the form by now: a line that was sent without a number is recognised by its place, or by what it holds where lines went meanwhile. */
function numbered(shape: ResolvedShape, array: string, doc: Doc, { sent, theirs }: { sent: Doc; theirs: Doc }): Doc {
  const key = shape.fields[array]?.lineKey ?? ''
  const before = linesOf(sent, array)
  const now = linesOf(doc, array)
  const stored = linesOf(theirs, array)
  const isInPlace = now.length >= before.length
  const lines = now.map((line, index) => {
    if (line[key] !== undefined) return line
    const at = isInPlace ? index : before.findIndex((one) => JSON.stringify(one) === JSON.stringify(line))
    const number = at < before.length ? stored[at]?.[key] : undefined
    return number === undefined ? line : { ...line, [key]: number }
  })
  return { ...doc, [array]: lines }
}
