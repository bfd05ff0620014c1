import type { JsonObject, ResolvedShape } from '../../../core/index.ts'
import { fileOf } from '../../form/file-value.ts'
import type { CardStore } from './card-store.ts'
import { sendable } from './pending-files.ts'
import { saveBody } from './stored-record.ts'

/** The form as a save would send it now, with the names of its files alone: for calls that store nothing. */
export async function lightBody(card: CardStore): Promise<JsonObject> {
  const { manifest } = card.parts.data
  const { record, files } = card.state()
  const body = await saveBody(manifest, card.model, { record, files: sendable(files) }, () => Promise.resolve(''))
  const { rev } = card.origin
  return { ...withoutContents(manifest.shape, body), ...(rev === undefined ? {} : { _rev: rev }) }
}

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
