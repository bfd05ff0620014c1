import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApprovalEntry, BulkRow } from '../../../contract/index.ts'
import { approveAll } from '../../api/approvals.ts'
import { messageOf } from '../../api/client.ts'
import { approvalsKey, typeKey } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.ts'
import { Icon } from '../../ui/icons.tsx'
import { amountText, totalsOf } from './totals.ts'
import classes from './ApprovalsPage.module.css'

type Phase = 'asking' | 'running' | 'done'

/** Asks for confirmation, approves the entries one after another with visible progress, and lists those that failed. */
export function BulkDialog({ entries, onClose }: { entries: ApprovalEntry[]; /** Called with the entries that were approved. */ onClose: (approved: ApprovalEntry[]) => void }) {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>('asking')
  const [rows, setRows] = useState<BulkRow[]>([])
  const [problem, setProblem] = useState<string>()
  const stopper = useRef(new AbortController())
  const refused = rows.filter((row) => !row.isDone)
  const warned = rows.filter((row) => row.warnings !== undefined)
  const documents = entries.length === 1 ? '1 document' : `${entries.length} documents`

  const totals = totalsOf(entries)
  const leave = (): void => onClose(entries.filter(({ entryNo }) => rows.some((row) => row.isDone && row.entryNo === entryNo)))

  const run = async (): Promise<void> => {
    setPhase('running')
    let answer
    let hasWarnings = false
    const addRow = (row: BulkRow): void => {
      hasWarnings ||= row.warnings !== undefined
      setRows((before) => [...before, row])
    }
    try {
      answer = await approveAll(entries, addRow, stopper.current.signal)
    } catch (error) {
      setProblem(stopper.current.signal.aborted ? 'Stopped. Documents not listed as approved are still waiting.' : messageOf(error))
    }
    void client.invalidateQueries({ queryKey: approvalsKey })
    for (const type of new Set(entries.map((entry) => entry.documentType))) void client.invalidateQueries({ queryKey: typeKey(type) })
    if (answer?.data.refused === 0) {
      toast.success(answer.message)
      if (!hasWarnings) return onClose(entries)
    }
    setPhase('done')
  }
  return (
    <Modal opened onClose={phase === 'running' ? () => stopper.current.abort() : leave} returnFocus={false} title={`Approve ${documents}`} centered size={520} closeOnClickOutside={phase !== 'running'} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        {phase === 'asking' && <Text>{entries.length === 1 ? 'Are you sure you want to approve this document?' : `Approve ${documents}${totals.length > 0 ? `, ${totals.join(' and ')} in total` : ''}?`}</Text>}
        {phase === 'asking' && (
          <ul className={classes.asked} aria-label="To approve">
            {entries.map((entry) => <li key={entry.entryNo}><span>{entry.senderName}<span className={classes.muted}> · {entry.documentNo}{entry.purpose !== undefined && ` · ${entry.purpose}`}</span></span><b className="dirisha-numeric">{amountText(entry)}</b></li>)}
          </ul>
        )}
        {phase !== 'asking' && (
          <div>
            <Progress value={(rows.length / entries.length) * 100} animated={phase === 'running'} aria-label="Approving" color={refused.length > 0 ? 'warning' : 'success'} />
            <Text size="sm" mt={6} role="status">{rows.length} of {entries.length} done{refused.length > 0 && `, ${refused.length} refused`}</Text>
          </div>
        )}
        {problem !== undefined && <Text size="sm" c="error" role="alert">{problem}</Text>}
        {refused.length > 0 && (
          <ul className={classes.results} aria-label="Not approved">
            {refused.map((row) => (
              <li key={row.entryNo}><Icon name="circle-x" size={16} /><span><b>{row.documentNo || 'A document'}</b> {row.message}</span></li>
            ))}
          </ul>
        )}
        {warned.length > 0 && (
          <ul className={`${classes.results} ${classes.warned}`} aria-label="Approved with a warning">
            {warned.map((row) => (
              <li key={row.entryNo}><Icon name="alert-triangle" size={16} /><span><b>{row.documentNo}</b> {row.warnings?.join(' ')}</span></li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="sm">
          {phase === 'asking' && <Button variant="default" onClick={leave}>Cancel</Button>}
          {phase === 'asking' && <Button onClick={() => void run()} data-autofocus>Approve</Button>}
          {phase === 'running' && <Button variant="default" onClick={() => stopper.current.abort()}>Stop</Button>}
          {phase === 'done' && <Button onClick={leave} data-autofocus>Close</Button>}
        </Group>
      </Stack>
    </Modal>
  )
}
