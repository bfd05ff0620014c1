import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { requestLink } from '../../api/sign-in.ts'
import { toast } from '../../ui/toasts.ts'
import { useLeaveWhenSignedIn } from './arrival.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'
import { emailProblem } from './sign-in-problems.ts'
import { fieldProblem, showFailure } from '../../ui/form-failures.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import type { LinkRequest } from './link-requests.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import classes from './AuthFrame.module.css'

/** Requests a mailed link. The response is the same for every e-mail address. */
export function LinkRequestPage({ request, more }: { request: LinkRequest; /** Rendered next to the back link. */ more?: ReactNode }) {
  useLeaveWhenSignedIn()
  const typedBefore = (useLocation().state as { email?: string } | null)?.email ?? ''
  const [email, setEmail] = useState(typedBefore)
  const [said, setSaid] = useState<string>()
  return (
    <AuthFrame screen={request.screen} title={said === undefined ? request.title : t('Check your inbox')} lead={said === undefined ? request.lead : t('We looked for an account with the e-mail {email}.', { email: email.trim() })}>
      {said === undefined ? <EmailForm request={request} email={email} onType={setEmail} onSaid={setSaid} /> : <SentNotice text={said} onAgain={() => setSaid(undefined)} />}
      <div className={classes.ways}><BackToSignIn />{more}</div>
    </AuthFrame>
  )
}

interface FormProps { request: LinkRequest; email: string; onType: (email: string) => void; onSaid: (text: string) => void }

function EmailForm({ request, email, onType, onSaid }: FormProps) {
  const [isChecked, setChecked] = useState(false)
  const ask = useMutation({
    mutationFn: () => requestLink(request.call, email.trim()),
    onSuccess: (message) => {
      if (message === undefined) {
        toast.warning(t('The server did not say whether a link was sent. Try again in a moment.'))
        return
      }
      const text = `${message} ${request.continuation}`
      toast.success(text)
      onSaid(text)
    },
    onError: showFailure,
  })
  const problem = emailProblem(email)
  const submit = () => {
    setChecked(true)
    if (problem) document.getElementById('email')?.focus()
    else ask.mutate()
  }
  return (
    <SubmitForm onSubmit={submit}>
      <Refusal error={ask.error} />
      <TextInput id="email" name="email" type="email" label={t('E-mail')} size="md" autoComplete="username" autoFocus inputMode="email" value={email}
        onChange={(event) => onType(event.currentTarget.value)} error={(isChecked && problem) || fieldProblem(ask.error, 'email')} />
      <Button type="submit" size="md" loading={ask.isPending}>{request.button}</Button>
    </SubmitForm>
  )
}

function SentNotice({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <Stack gap="md">
      <Text>{text}</Text>
      <Text size="sm" c="dimmed">{t('It may take a minute. Check your spam folder too.')}</Text>
      <Button variant="default" autoFocus onClick={onAgain}>{t('Try another e-mail')}</Button>
    </Stack>
  )
}
