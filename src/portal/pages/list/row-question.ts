/** Loaded on demand: the question before an action on a row. */
import type { QueryClient } from '@tanstack/react-query'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { approvalStartedBy, type ResolvedAction } from '../../../core/index.ts'
import { isRefusal } from '../../api/api-error.ts'
import { dryRun } from '../../api/commands.ts'
import { fromWire } from '../../form/wire.ts'
import { engineQuery } from '../../shell/engine.ts'
import type { Portal } from '../../shell/portal-context.ts'
import { approversText } from '../../ui/approvers-text.ts'
import { questionBefore, whatItIs, type Question, type Subject } from '../../ui/record/action-question.ts'

interface Row { record: WireRecord; key: string }

/** @throws ApiError with what the server would refuse the action for */
export async function rowQuestion(client: QueryClient, portal: Portal, manifest: ClientManifest, action: ResolvedAction, { record, key }: Row): Promise<Question> {
  const engine = await client.ensureQueryData(engineQuery(client, portal.bootstrap, manifest.id))
  const subject: Subject = {
    compiled: engine.type(manifest.id), manifest, portal, doc: fromWire(manifest, record), no: key, isEdited: false,
    shows: ({ wire }) => record[wire] !== undefined,
    captionOf: (_, value) => value,
  }
  const outlook = action.startsApproval ? await whoDecides(manifest, action, { record, key }) : ''
  return questionBefore(action, subject, [whatItIs(approvalStartedBy(manifest, action), subject), outlook].filter(Boolean).join('\n'))
}

/** Empty if the server does not answer: sending will tell. */
async function whoDecides(manifest: ClientManifest, { id }: ResolvedAction, { record, key }: Row): Promise<string> {
  try {
    return approversText(await dryRun(manifest, { key, action: id, fields: { _rev: record._rev } }))
  } catch (error) {
    if (isRefusal(error)) throw error
    return ''
  }
}
