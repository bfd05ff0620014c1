import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { decide } from '../../api/commands.ts'
import { approvalsKey, manifestQuery, typeKey } from '../../api/queries.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { reportAnswer } from '../../ui/report-answer.ts'

/** Rejects the entry with a reason for its sender. */
export function RejectDialog({ entry, onClose }: { entry: ApprovalEntry; /** Called with whether it was rejected. */ onClose: (isRejected: boolean) => void }) {
  const client = useQueryClient()
  const address = usePortal().bootstrap.types[entry.documentType]?.manifest
  const manifest = useQuery({ ...manifestQuery(address ?? ''), enabled: address !== undefined })
  const [isBusy, setBusy] = useState(false)
  const send = async (reason: string): Promise<string | undefined> => {
    setBusy(true)
    try {
      reportAnswer(await decide('reject', { entryNo: entry.entryNo, _rev: entry._rev, reason }), entry.documentNo, { tone: 'info', whose: entry.senderName })
    } catch (error) {
      setBusy(false)
      return messageOf(error)
    }
    void client.invalidateQueries({ queryKey: approvalsKey })
    void client.invalidateQueries({ queryKey: typeKey(entry.documentType) })
    onClose(true)
    return undefined
  }
  return <ReasonDialog title={t('Reject {number}', { number: entry.documentNo })} decision="reject" documentType={entry.documentType} documentNo={entry.documentNo} manifest={manifest.data} isBusy={isBusy} onSubmit={send} onClose={() => onClose(false)} movesFocus />
}
