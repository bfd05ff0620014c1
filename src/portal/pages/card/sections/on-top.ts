import type { Doc, JsonObject, ResolvedShape } from '../../../../core/index.ts'
import { mergeChanges } from '../../../drafts/merge-changes.ts'
import { linesOf } from '../../../form/line-table/line-paths.ts'

/** The document as read, the one whose lines were sent, the server's result, and the form's current document. */
interface Versions { base: Doc; sent: Doc; theirs: Doc; now: Doc }

/** Merges what was typed during a save of lines into the response. */
export function onTop(shape: ResolvedShape, array: string, { base, sent, theirs, now }: Versions): Doc {
  const mine = numbered(shape, array, now, { sent, theirs })
  return mergeChanges(shape, { base: { ...base, [array]: numberedAsSent(shape, array, sent, theirs) }, mine, theirs }).doc
}

/** The sent lines with the numbers that the server gave them; the response keeps their order. */
function numberedAsSent(shape: ResolvedShape, array: string, sent: Doc, theirs: Doc): JsonObject[] {
  const key = shape.fields[array]?.lineKey ?? ''
  const stored = linesOf(theirs, array)
  return linesOf(sent, array).map((line, index) => ({ ...line, ...(stored[index]?.[key] === undefined ? {} : { [key]: stored[index][key] }) }))
}

/**
 * The form's current document. A line sent without a number is recognised by its position or, if lines were removed meanwhile, by its
 * content.
 */
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
