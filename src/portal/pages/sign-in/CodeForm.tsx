import { Button, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { t } from '../../../core/index.ts'
import { ApiError } from '../../api/client.ts'
import { resendCode, verifyCode } from '../../api/sign-in.ts'
import { endToasts, toast } from '../../ui/toasts.ts'
import { useArrival } from './arrival.ts'
import { codeProblem, digitsOf } from './sign-in-problems.ts'
import { fieldProblem, showFailure } from '../../ui/form-failures.ts'
import { clockOf, forgetPendingCode, pendingCode } from './pending-code.ts'
import type { PendingCode } from './pending-code.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import classes from './AuthFrame.module.css'
import { Sentence } from '../../ui/Sentence.tsx'

const ARRIVAL_MS = 2000
/** Error codes about the code itself, shown below its field. */
const ABOUT_CODE = new Set(['code-wrong', 'code-expired', 'code-spent'])

interface Props { pending: PendingCode; onRenew: (pending: PendingCode) => void; /** The sign-in has ended and must start again. */ onEnd: () => void }

/** The field for the code, its remaining time, and a new code after a minute. */
export function CodeForm({ pending, onRenew, onEnd }: Props) {
  const { hasArrived, arrive } = useArrival(ARRIVAL_MS)
  const [code, setCode] = useState('')
  const [isChecked, setChecked] = useState(false)
  const refused = (error: unknown) => {
    showFailure(error)
    if (error instanceof ApiError && error.code === 'challenge-ended') onEnd()
  }
  const verify = useMutation({
    mutationFn: verifyCode,
    onSuccess: ({ data, message }) => {
      forgetPendingCode()
      toast.arrival(message)
      arrive(data)
    },
    onError: (error) => {
      refused(error)
      document.querySelector<HTMLInputElement>('#code')?.select()
    },
  })
  const resend = useMutation({
    mutationFn: resendCode,
    onSuccess: ({ data }) => {
      endToasts('refusal')
      toast.success(data.message)
      verify.reset()
      setCode('')
      setChecked(false)
      onRenew(pendingCode(pending.challenge, data.sent, Date.now()))
      document.getElementById('code')?.focus()
    },
    onError: refused,
  })
  const isAboutCode = verify.error instanceof ApiError && ABOUT_CODE.has(verify.error.code)
  const problem = (isChecked && codeProblem(code)) || fieldProblem(verify.error, 'code') || (isAboutCode && verify.error?.message)
  const submit = () => {
    setChecked(true)
    if (codeProblem(code)) document.getElementById('code')?.focus()
    else verify.mutate({ challenge: pending.challenge, code })
  }
  return (
    <SubmitForm onSubmit={() => !hasArrived && submit()}>
      <Refusal error={resend.error ?? (isAboutCode ? null : verify.error)} />
      <TextInput id="code" name="code" label={t('Code')} size="lg" autoComplete="one-time-code" inputMode="numeric" autoFocus readOnly={hasArrived} classNames={{ input: classes.code ?? '' }} value={code} error={problem}
        onChange={(event) => {
          setCode(digitsOf(event.currentTarget.value))
          setChecked(false)
        }} />
      <Button type="submit" size="md" loading={verify.isPending || hasArrived}>{t('Verify')}</Button>
      {!hasArrived && <Waiting pending={pending} isSending={resend.isPending} onResend={() => resend.mutate(pending.challenge)} />}
    </SubmitForm>
  )
}

/** The code's remaining time, and the button for a new one. */
function Waiting({ pending, isSending, onResend }: { pending: PendingCode; isSending: boolean; onResend: () => void }) {
  const now = useNow()
  const [left, wait] = [pending.endsAt - now, pending.resendAt - now]
  return (
    <>
      <Text size="sm" c="dimmed" role="timer">
        {left > 0 ? <Sentence text="The code is valid for {time} more minutes." time={<span className="dirisha-numeric">{clockOf(left)}</span>} /> : t('The code has expired. Ask for a new one.')}
      </Text>
      <Button variant="default" loading={isSending} disabled={wait > 0} onClick={onResend}>
        {wait > 0 ? <Sentence text="Send another code in {time}" time={<span className="dirisha-numeric">{clockOf(wait)}</span>} /> : t('Send another code')}
      </Button>
    </>
  )
}

/** The current time in ms, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
