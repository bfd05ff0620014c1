import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry, BulkRow } from '../../../contract/index.ts'
import { approveAll } from '../../api/approvals.ts'
import { messageOf } from '../../api/client.ts'
import { approvalsKey, typeKey } from '../../api/queries.ts'
import { saidOf } from '../../ui/report-answer.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toasts.ts'
import { Icon } from '../../ui/icons.tsx'
import { Summary, valueOf } from './EntryParts.tsx'
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
  const count = entries.length
  const totals = totalsOf(entries)
  const leave = (): void => onClose(entries.filter(({ entryNo }) => rows.some((row) => row.isDone && row.entryNo === entryNo)))

  const run = async (): Promise<void> => {
    setPhase('running')
    let answer
    const done: BulkRow[] = []
    const addRow = (row: BulkRow): void => {
      done.push(row)
      setRows([...done])
    }
    try {
      answer = await approveAll(entries, addRow, stopper.current.signal)
    } catch (error) {
      setProblem(stopper.current.signal.aborted ? t('Stopped. Documents not listed as approved are still waiting.') : messageOf(error))
    }
    void client.invalidateQueries({ queryKey: approvalsKey })
    for (const type of new Set(entries.map((entry) => entry.documentType))) void client.invalidateQueries({ queryKey: typeKey(type) })
    if (answer?.data.refused === 0) {
      const hasWarnings = done.some((row) => row.warnings !== undefined)
      const [entry] = entries
      // Of one, its type's own words; they would repeat the warnings, which the dialog goes on to list.
      toast.success(count === 1 && entry && !hasWarnings ? saidOf(done[0]?.message ?? answer.message, entry.documentNo, entry.senderName) : answer.message)
      if (!hasWarnings) return onClose(entries)
    }
    setPhase('done')
  }
  return (
    <Modal opened onClose={phase === 'running' ? () => stopper.current.abort() : leave} returnFocus={false} title={count === 1 ? t('Approve {number}', { number: entries[0]!.documentNo }) : t({ one: 'Approve {count} document', other: 'Approve {count} documents' }, { count })} centered size={520} closeOnClickOutside={phase !== 'running'} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="md">
        {phase === 'asking' && <Text>{questionOf(count, totals)}</Text>}
        {phase === 'asking' && (
          <ul className={classes.asked} aria-label={t('To approve')}>
            {entries.map((entry) => <Asked key={entry.entryNo} entry={entry} />)}
          </ul>
        )}
        {phase !== 'asking' && (
          <div>
            <Progress value={(rows.length / entries.length) * 100} animated={phase === 'running'} aria-label={t('Approving')} color={refused.length > 0 ? 'warning' : 'success'} />
            <Text size="sm" mt={6} role="status">{refused.length > 0 ? t('{done} of {all} done, {refused} refused', { done: rows.length, all: count, refused: refused.length }) : t('{done} of {all} done', { done: rows.length, all: count })}</Text>
          </div>
        )}
        {problem !== undefined && <Text size="sm" c="error" role="alert">{problem}</Text>}
        {refused.length > 0 && (
          <ul className={classes.results} aria-label={t('Not approved')}>
            {refused.map((row) => (
              <li key={row.entryNo}><Icon name="circle-x" size={16} /><span><b>{row.documentNo || t('A document')}</b> {row.message}</span></li>
            ))}
          </ul>
        )}
        {warned.length > 0 && (
          <ul className={`${classes.results} ${classes.warned}`} aria-label={t('Approved with a warning')}>
            {warned.map((row) => (
              <li key={row.entryNo}><Icon name="alert-triangle" size={16} /><span><b>{row.documentNo}</b> {row.warnings?.join(' ')}</span></li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="sm">
          {phase === 'asking' && <Button variant="default" onClick={leave}>{t('Cancel')}</Button>}
          {phase === 'asking' && <Button onClick={() => void run()} data-autofocus>{t('Approve')}</Button>}
          {phase === 'running' && <Button variant="default" onClick={() => stopper.current.abort()}>{t('Stop')}</Button>}
          {phase === 'done' && <Button onClick={leave} data-autofocus>{t('Close')}</Button>}
        </Group>
      </Stack>
    </Modal>
  )
}

/** What is about to be approved: whose, which, how much, what speaks against it, and what else its approvers see first. */
function Asked({ entry }: { entry: ApprovalEntry }) {
  const amount = amountText(entry)
  const shown = entry.summary.filter(({ value }) => value !== entry.purpose && value !== amount)
  const [warning, rest] = [shown.filter(({ tone, value }) => tone !== undefined && value !== ''), shown.filter(({ tone }) => tone === undefined)]
  return (
    <li>
      <div className={classes.askedHead}><span>{entry.senderName}<span className={classes.muted}> · {entry.documentNo}{entry.purpose !== undefined && ` · ${entry.purpose}`}</span></span><b className="dirisha-numeric">{amount}</b></div>
      {(entry.asked ?? warning[0]) && (
        <div className={classes.badges}>
          {entry.asked && <StatusBadge {...entry.asked} />}
          {warning.map((part) => <StatusBadge key={part.label} tone={part.tone ?? 'warning'} icon="alert-triangle" label={t('{label}: {value}', { label: part.label, value: valueOf(part) })} />)}
        </div>
      )}
      <Summary entry={{ ...entry, summary: rest }} />
    </li>
  )
}

function questionOf(count: number, totals: string[]): string {
  if (count === 1) return t('Are you sure you want to approve this document?')
  if (totals.length === 0) return t('Approve {count} documents?', { count })
  return t('Approve {count} documents, {totals} in total?', { count, totals: totals.length === 1 ? totals[0]! : t('{some} and {last}', { some: totals.slice(0, -1).join(', '), last: totals.at(-1)! }) })
}
