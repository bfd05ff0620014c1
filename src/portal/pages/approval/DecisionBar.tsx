import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry, ClientManifest } from '../../../contract/index.ts'
import { approvalsKey, approvalsPath, confirmed, decide, Icon, messageOf, reportAnswer, toast, typeKey, usePortal, type Decision } from '../../sdk.ts'
import { MoreButton } from '../../shell/MoreButton.tsx'
import classes from '../card/Card.module.css'
import { fetched, useFetchWhenIdle } from '../../ui/fetched.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { bottomBar } from '../../ui/bottom-bar.ts'

const loadDialogs = () => import('./dialogs.ts')
const Nothing = () => null
const DelegateDialog = fetched(() => loadDialogs().then((module) => module.DelegateDialog), Nothing)
const ReasonDialog = fetched(() => loadDialogs().then((module) => module.ReasonDialog), Nothing)
const fetchDialogs = () => Promise.all([DelegateDialog.fetch(), ReasonDialog.fetch()])

const ICONS: Record<Decision, string> = { approve: 'check', reject: 'x', delegate: 'user-share', return: 'arrow-back-up' }
const LOOKS: Record<Decision, { variant: string; color?: string }> = {
  approve: { variant: 'filled' },
  reject: { variant: 'light', color: 'error' },
  delegate: { variant: 'default' },
  return: { variant: 'default' },
}
/** From left to right; Approve comes last, within reach of the thumb. */
const ORDER: Decision[] = ['delegate', 'return', 'reject', 'approve']

/** Approve, reject, delegate or return; each leads back to the approval list, unless `onDecided` leads elsewhere. */
export function DecisionBar({ manifest, entry, question, decisions, onDecided, yields = false, isNarrow = false, onApprove }: { manifest: ClientManifest; entry: ApprovalEntry; /** What is asked before it is approved, and which document it is. */ question: { text: string; detail: string }; decisions: string[]; /** Called after a decision instead of opening the approval list. */ onDecided?: ((entry: ApprovalEntry) => void) | undefined; /** Another button on screen is the one to press. */ yields?: boolean | undefined; /** Whether there is no room for more than three buttons. */ isNarrow?: boolean; /** Asks what the approval needs to know, in place of the question; by default there is only the question. */ onApprove?: (() => void) | undefined }) {
  const portal = usePortal()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const [busy, setBusy] = useState<Decision>()
  const [asking, setAsking] = useState<Decision>()
  useFetchWhenIdle(fetchDialogs)

  const send = async (decision: Decision, request: { reason?: string; to?: string; comment?: string }): Promise<string | undefined> => {
    setBusy(decision)
    try {
      reportAnswer(await decide(decision, { entryNo: entry.entryNo, _rev: entry._rev, ...request }), entry.documentNo, { tone: decision === 'reject' ? 'info' : 'success', whose: entry.senderName })
      void client.invalidateQueries({ queryKey: approvalsKey })
      void client.invalidateQueries({ queryKey: typeKey(manifest.id) })
      if (onDecided) onDecided(entry)
      else await navigate(approvalsPath(portal.bootstrap.pages) ?? '/')
      return undefined
    } catch (error) {
      setBusy(undefined)
      toast.warning(messageOf(error))
      return messageOf(error)
    }
  }
  const begin = async (decision: Decision): Promise<void> => {
    if (decision !== 'approve') return setAsking(decision)
    if (onApprove) return onApprove()
    const yes = await confirmed({
      title: label('approve'), ...question,
      acceptLabel: label('approve'), rejectLabel: t('Not yet'),
    })
    if (yes) await send('approve', {})
  }
  const label = (decision: Decision): string => {
    const text = manifest.actions[decision]?.label
    return text ? portal.caption(text) : decision.charAt(0).toUpperCase() + decision.slice(1)
  }

  const offered = ORDER.filter((decision) => decisions.includes(decision))
  const inMenu = isPhone || (isNarrow && offered.length > 3) ? offered.filter((decision) => decision === 'delegate' || decision === 'return') : []
  return (
    <div ref={bottomBar} className={classes.bar} data-place="bottom" data-narrow={isNarrow || undefined} role="toolbar" aria-label={t('Decision')}>
      <span className={classes.spacer}>{entry.onBehalfOf ? t('On behalf of {name}', { name: entry.onBehalfName ?? entry.onBehalfOf }) : t('Waiting for your decision')}</span>
      {inMenu.length > 0 && (
        <MoreButton label={t('More decisions')} isDisabled={busy !== undefined} items={inMenu.map((decision) => ({ label: label(decision), icon: ICONS[decision], action: decision, onPress: () => void begin(decision) }))} />
      )}
      {offered.filter((decision) => !inMenu.some((one) => one === decision)).map((decision) => (
        <Button
          key={decision}
          data-action={decision}
          {...LOOKS[decision]}
          {...(yields && decision === 'approve' ? { variant: 'light' } : {})}
          leftSection={<Icon name={ICONS[decision]} size={17} />}
          loading={busy === decision}
          disabled={busy !== undefined && busy !== decision}
          onClick={() => void begin(decision)}
        >
          {label(decision)}
        </Button>
      ))}
      {(asking === 'reject' || asking === 'return') && (
        <ReasonDialog title={label(asking)} decision={asking} documentType={entry.documentType} documentNo={entry.documentNo} manifest={manifest} isBusy={busy !== undefined} onSubmit={(reason) => send(asking, { reason })} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'delegate' && <DelegateDialog title={label('delegate')} documentType={entry.documentType} documentNo={entry.documentNo} manifest={manifest} isBusy={busy !== undefined} onSubmit={(to, comment) => send('delegate', { to, ...(comment ? { comment } : {}) })} onClose={() => setAsking(undefined)} />}
    </div>
  )
}
