/** What a second person approves is asked for with a reason. */
import type { ClientManifest } from '../../../contract/index.ts'
import { controlledBetween } from '../../../core/index.ts'
import type { Doc } from '../../../core/index.ts'
import { confirmed, type Portal } from '../../sdk.ts'

const LONGEST = 250

/** Asks for the reason where fields under dual control change; `reason` is undefined where nothing asks for one. `stay`: not now. */
export async function askWhy(manifest: ClientManifest, portal: Portal, { kind, before, after }: { kind: 'change' | 'create' | 'delete'; before: Doc; after: Doc }): Promise<{ reason: string | undefined } | 'stay'> {
  const fields = controlledBetween(manifest, before, after)
  if (fields.length === 0) return { reason: undefined }
  const { one } = portal.titleOf(manifest)
  const answer = await confirmed({
    title: 'A second person approves this',
    text: {
      change: `The change of ${fields.map(({ title }) => title).join(', ')} is written when somebody else has approved it. Everything else is saved now.`,
      create: `The new ${one.toLowerCase()} is made when somebody else has approved it.`,
      delete: `The ${one.toLowerCase()} is deleted when somebody else has approved it.`,
    }[kind],
    input: true, label: 'Reason', maxLength: LONGEST, acceptLabel: 'Send for approval', rejectLabel: 'Cancel',
  })
  return answer === undefined ? 'stay' : { reason: answer.text }
}
