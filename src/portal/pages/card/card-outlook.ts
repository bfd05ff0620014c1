import type { JsonObject, ResolvedAction, ResolvedShape } from '../../../core/index.ts'
import { isRefusal } from '../../api/api-error.ts'
import { fileOf } from '../../form/file-value.ts'
import { approversText } from '../../ui/approvers-text.ts'
import { fail } from './card-sending.ts'
import type { CardStore } from './card-store.ts'
import { sendable } from './pending-files.ts'
import { keyOf, saveBody } from './stored-record.ts'

/**
 * What the server says before the person is asked: who decides on the document if it is sent. Undefined if it would be refused, which is
 * shown; nothing is saved then. Empty if the server cannot say, since sending will tell.
 */
export async function outlookOf(card: CardStore, action: ResolvedAction, saves: boolean): Promise<string | undefined> {
  const before = card.state()
  if (!card.begin('act', action.id)) return undefined
  const { data: { manifest }, calls } = card.parts
  try {
    await card.underway
    const { record, files } = before
    const form = saves ? withoutContents(manifest.shape, await saveBody(manifest, card.model, { record, files: sendable(files) }, () => Promise.resolve(''))) : {}
    const { rev } = card.origin
    const fields = { ...form, ...(rev === undefined ? {} : { _rev: rev }) }
    return approversText(await calls.dryRun(manifest, { key: record && keyOf(manifest, record), action: action.id, fields }))
  } catch (error) {
    if (!isRefusal(error)) return ''
    fail(card, error, before, { prefix: action.failure ?? '' })
    return undefined
  } finally {
    card.happen('end')
  }
}

/** The body with the names of files in fields alone: a dry run stores none. */
function withoutContents(shape: ResolvedShape, body: JsonObject): JsonObject {
  const light = { ...body }
  for (const { wire, file, line } of Object.values(shape.fields)) {
    const value = light[wire]
    const brought = file && fileOf(value)
    if (brought?.attachment !== undefined) light[wire] = { fileName: brought.fileName, attachment: '' }
    if (line && Array.isArray(value)) light[wire] = value.map((one) => withoutContents(line, one as JsonObject))
  }
  return light
}
