import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { needsCode } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { setPassword } from '../../api/sign-in.ts'
import { toast } from '../../ui/toasts.ts'
import { useArrival } from './arrival.ts'
import { passwordProblem, repeatedPasswordProblem } from '../../ui/password-problems.ts'
import { fieldProblem } from '../../ui/form-failures.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { awaitCode } from './pending-code.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import classes from './AuthFrame.module.css'

const ARRIVAL_MS = 500
const NOT_SET = t('User account not set')

/** A new password, entered twice, with its rules. Signs in with it. */
export function SetPasswordForm({ token, minLength }: { token: string; minLength: number }) {
  const navigate = useNavigate()
  const { hasArrived, arrive } = useArrival(ARRIVAL_MS)
  const [password, choosePassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: () => setPassword({ token, password, password_confirmation: repeated }),
    onSuccess: ({ data, message }) => {
      toast.arrival(message)
      if (!needsCode(data)) return arrive(data)
      awaitCode(data)
      void navigate('/auth/verify/otp', { replace: true })
      return undefined
    },
    onError: (error) => {
      const message = messageOf(error)
      toast.refusal(message.startsWith(NOT_SET) ? message : `${NOT_SET}. ${message}`)
      document.getElementById('password')?.focus()
    },
  })
  const problems = { password: passwordProblem(password), repeated: repeatedPasswordProblem(password, repeated) }
  const submit = () => {
    setChecked(true)
    if (!problems.password && !problems.repeated) save.mutate()
    else document.getElementById(problems.password ? 'password' : 'repeated')?.focus()
  }
  return (
    <SubmitForm onSubmit={() => !hasArrived && submit()}>
      <Refusal error={save.error} />
      <PasswordField id="password" name="password" label={t('New password')} autoComplete="new-password" autoFocus aria-describedby="password-rules" value={password}
        onChange={(event) => choosePassword(event.currentTarget.value)} error={(isChecked && problems.password) || fieldProblem(save.error, 'password')} />
      <ul className={classes.rules} id="password-rules">
        <Rule isMet={password.length >= minLength} text={t('At least {limit} characters', { limit: minLength })} />
        <Rule text={t('Not a common password, such as password123')} />
        <Rule text={t('Not your name or e-mail, even with a number added')} />
      </ul>
      <PasswordField id="repeated" name="password_confirmation" label={t('Repeat the password')} autoComplete="new-password" value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)} error={(isChecked && problems.repeated) || fieldProblem(save.error, 'password_confirmation')} />
      <Button type="submit" size="md" loading={save.isPending || hasArrived}>{t('Set password')}</Button>
    </SubmitForm>
  )
}

/** Omit `isMet` where only the server can tell. */
function Rule({ isMet = false, text }: { isMet?: boolean; text: string }) {
  return <li {...(isMet ? { 'data-met': true } : {})}><span role="img" aria-label={isMet ? t('Met') : t('Required')}>{isMet ? '✓' : '•'}</span>{text}</li>
}
