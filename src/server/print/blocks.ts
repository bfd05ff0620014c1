/** Renders the blocks of a print layout for pdfmake. */
import { stateForReader, stateOf, type ResolvedState, type Tone } from '../../core/index.ts'
import { drawApprovals } from './approvals.ts'
import { breakable } from './breakable.ts'
import { drawFacts, drawFiles } from './facts.ts'
import { drawSignatures, drawVerification } from './foot.ts'
import type { PrintBlock } from './layout.ts'
import { drawLetterhead } from './letterhead.ts'
import { drawTable } from './lines-table.ts'
import { drawPieces, type Pieces } from './pieces.ts'
import type { Sent } from './sent.ts'
import type { Sheet } from './sheet.ts'

/** Kinds that mean nothing on their own: at the end of a sheet they stay on the same page as the block before them. */
const AT_FOOT = new Set<PrintBlock['kind']>(['text', 'signatures', 'verification'])

const DRAW: Record<PrintBlock['kind'], (block: PrintBlock, sheet: Sheet) => Pieces | null> = {
  letterhead: (_, { title, input, type }) => letterheadOf(title, input, stateOnPrint(type, input)),
  facts: drawFacts,
  table: drawTable,
  text: drawText,
  files: drawFiles,
  approvals: drawApprovals,
  signatures: drawSignatures,
  verification: drawVerification,
  beside: drawBeside,
}

/** Points between blocks that stand side by side. */
const BETWEEN = 16

/** Blocks side by side, those without anything to show left out; null if there are none. */
function drawBeside({ title, blocks = [] }: PrintBlock, sheet: Sheet): Pieces | null {
  const shown = blocks.filter(({ when }) => when === undefined || sheet.type.test(when, sheet.whole, sheet.context))
  const room = (sheet.room - BETWEEN * (shown.length - 1)) / Math.max(1, shown.length)
  const drawn = shown.map((block) => DRAW[block.kind](block, { ...sheet, room })).filter((pieces) => pieces !== null)
  if (drawn.length === 0) return null
  const columns = drawn.map((pieces) => ({ width: '*', stack: [drawPieces({ ...pieces, above: 0 })] }))
  return { ...(title !== undefined && { title: sheet.fill(title) }), groups: [{ columns, columnGap: BETWEEN }], above: sheet.isDense ? 6 : 13 }
}

/** Renders the sheet's blocks from top to bottom, leaving out those with nothing to show. */
export function drawBlocks(blocks: PrintBlock[], sheet: Sheet): Sent[] {
  const drawn = blocks.flatMap((block) => {
    if (block.when !== undefined && !sheet.type.test(block.when, sheet.whole, sheet.context)) return []
    const pieces = DRAW[block.kind](block, sheet)
    return pieces === null ? [] : [{ pieces, isFoot: AT_FOOT.has(block.kind) }]
  })
  const foot = drawn.slice(drawn.findLastIndex(({ isFoot }) => !isFoot) + 1).map(({ pieces }) => drawPieces(pieces))
  const above = drawn.slice(0, drawn.length - foot.length)
  return above.length === 0 ? foot : above.map(({ pieces }, index) => drawPieces(pieces, index === above.length - 1 ? foot : []))
}

/** The state as the current user may know it. */
function stateOnPrint({ manifest }: Sheet['type'], { record, shown }: Sheet['input']): ResolvedState | undefined {
  const name = stateForReader(manifest, record.state, shown.redacted)
  return name === undefined ? undefined : stateOf(manifest, name)
}

function letterheadOf(title: string, { session, record }: Sheet['input'], state: { label: string; tone: Tone } | undefined): Pieces {
  return drawLetterhead(session.company, title, { text: record.key, ...(state !== undefined && { state }) })
}

function drawText({ title, text = '' }: PrintBlock, sheet: Sheet): Pieces {
  return { ...(title !== undefined && { title: sheet.fill(title) }), groups: [{ text: breakable(sheet.fill(text)), lineHeight: 1.25, fontSize: sheet.isDense ? 9 : 10 }], above: sheet.isDense ? 6 : 12 }
}
