import type { ResolvedAction } from '../../../core/index.ts'
import { isRefusal } from '../../api/api-error.ts'
import { approversText } from '../../ui/approvers-text.ts'
import { fail } from './card-sending.ts'
import type { CardStore } from './card-store.ts'
import { lightBody } from './light-body.ts'
import { keyOf } from './stored-record.ts'

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
    const { record } = before
    const { rev } = card.origin
    const fields = saves ? await lightBody(card) : { ...(rev === undefined ? {} : { _rev: rev }) }
    return approversText(await calls.dryRun(manifest, { key: record && keyOf(manifest, record), action: action.id, fields }))
  } catch (error) {
    if (!isRefusal(error)) return ''
    fail(card, error, before, { prefix: action.failure ?? '' })
    return undefined
  } finally {
    card.happen('end')
  }
}
