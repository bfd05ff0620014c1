import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { messageOf } from '../../api/client.ts'
import { runAction } from '../../api/commands.ts'
import { approvalsKey, typeKey } from '../../api/queries.ts'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { isDecision, type ResolvedAction } from '../../../core/index.ts'
import { cardPath, decisionPath } from '../../shell/links.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { confirmed } from '../../ui/confirm.ts'
import { reportAnswer, toneOfAction } from '../../ui/report-answer.ts'
import { toast } from '../../ui/toasts.ts'

/**
 * Runs an action on a row: asks for confirmation if the manifest declares it, then reports the outcome. An action that needs input opens
 * the card, and a decision that does the screen where it is made.
 */
export function useRowAction(manifest: ClientManifest) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const portal = usePortal()
  const [running, setRunning] = useState<string | null>(null)

  const run = async (action: ResolvedAction, record: WireRecord, key: string): Promise<void> => {
    if (Object.values(action.input?.fields ?? {}).some(({ hidden }) => !hidden)) return void navigate((isDecision(action.id) && decisionPath(portal.bootstrap.pages, manifest.id, key)) || cardPath(portal.bootstrap.pages, manifest.id, key))
    setRunning(`${action.id}:${key}`)
    try {
      if (action.confirm && !(await confirmed(await (await import('./row-question.ts')).rowQuestion(client, portal, manifest, action, { record, key })))) return
      reportAnswer(await runAction(manifest, { key, action: action.id, rev: record._rev }), key, { tone: toneOfAction(action) })
    } catch (error) {
      toast.warning(messageOf(error))
    } finally {
      setRunning(null)
      await Promise.all([client.invalidateQueries({ queryKey: typeKey(manifest.id) }), client.invalidateQueries({ queryKey: approvalsKey })])
    }
  }
  return { run, running }
}
