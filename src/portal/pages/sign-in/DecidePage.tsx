import { Anchor, Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { MailDecisionAnswer } from '../../../contract/index.ts'
import { MAX_REASON_LENGTH, isBlank, t } from '../../../core/index.ts'
import { messageOf } from '../../api/client.ts'
import { decideByMail, mailDecisionQuery } from '../../api/sign-in.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { answerText } from '../../ui/report-answer.ts'
import { AuthFrame } from './AuthFrame.tsx'
import classes from './AuthFrame.module.css'

const SCREEN = 'shell.decide'

/**
 * The target of the link in a mail to an approver: shows the document and asks for the decision. Opening the link alone decides nothing.
 */
export function DecidePage() {
  const { token = '' } = useParams()
  const found = useQuery(mailDecisionQuery(token))
  const [done, setDone] = useState<string>()
  if (done !== undefined) return <AuthFrame screen={SCREEN} title={t('Thank you')} lead={done}><Portal label={t('Go to the portal')} to="/" /></AuthFrame>
  if (found.isPending) return <AuthFrame screen={SCREEN} title={t('Your decision')} lead={<span role="status" data-loading>{t('Checking your link…')}</span>} />
  if (!found.data) return <AuthFrame screen={SCREEN} title={t('Nothing to decide here')} lead={messageOf(found.error)}><Portal label={t('Sign in')} to="/approvals/list" /></AuthFrame>
  const { title, documentNo, senderName, approverName } = found.data
  return (
    <AuthFrame screen={SCREEN} title={`${title} ${documentNo}`} lead={t('{sender} asks for the approval of {approver}.', { sender: senderName, approver: approverName })}>
      <Facts about={found.data} />
      <Decision token={token} about={found.data} onDone={setDone} />
      <div className={classes.ways}><Portal label={t('Open the document in the portal')} to={found.data.link} isPlain /></div>
    </AuthFrame>
  )
}

function Facts({ about: { summary, stepTitle, dueDate } }: { about: MailDecisionAnswer }) {
  const shown = summary.map(({ label, value, format }) => ({ label, value: { date: formatDate, 'date-time': formatDateTime, number: String, text: String }[format ?? 'text'](value) }))
  return (
    <dl className={classes.facts}>
      {[...shown, { label: t('Step'), value: stepTitle }, { label: t('Due'), value: formatDate(dueDate) }].map(({ label, value }) => <div key={label}><dt>{label}</dt><dd>{value}</dd></div>)}
    </dl>
  )
}

function Decision({ token, about: { decisions }, onDone }: { token: string; about: MailDecisionAnswer; onDone: (message: string) => void }) {
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const send = useMutation({ mutationFn: (decision: 'approve' | 'reject') => decideByMail(token, { decision, ...(decision === 'reject' && { reason: reason.trim() }) }), onSuccess: (answer) => onDone(answerText(answer)) })
  const isEmpty = isBlank(reason)
  if (decisions.length === 0) return <p>{t('This decision needs more than a yes or no. Open it in the portal.')}</p>
  return (
    <Stack gap="sm" mt="md">
      {send.isError && <Refusal error={send.error} />}
      {isRejecting && <Textarea label={t('Reason')} description={t('{limit} characters max', { limit: MAX_REASON_LENGTH })} required autosize minRows={3} maxLength={MAX_REASON_LENGTH} value={reason} onChange={(event) => setReason(event.currentTarget.value)} autoFocus />}
      <Group gap="sm" grow>
        {decisions.includes('reject') && <Button size="md" variant="light" color="error" disabled={isRejecting && isEmpty} loading={send.isPending && send.variables === 'reject'} onClick={() => (isRejecting ? send.mutate('reject') : setRejecting(true))}>{t('Reject')}</Button>}
        {isRejecting && <Button size="md" variant="default" onClick={() => setRejecting(false)}>{t('Back')}</Button>}
        {!isRejecting && decisions.includes('approve') && <Button size="md" loading={send.isPending} onClick={() => send.mutate('approve')}>{t('Approve')}</Button>}
      </Group>
    </Stack>
  )
}

function Portal({ label, to, isPlain = false }: { label: string; to: string; isPlain?: boolean }) {
  return isPlain ? <Anchor component={Link} to={to}>{label}</Anchor> : <Button component={Link} to={to} size="md" fullWidth>{label}</Button>
}
