import { Anchor, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { needsCode } from '../../../contract/index.ts'
import type { CompanyAnswer } from '../../../contract/index.ts'
import { startSession } from '../../api/session.ts'
import { signIn, signInWithWindows } from '../../api/sign-in.ts'
import { toast } from '../../ui/toasts.ts'
import { passwordProblem, presentPasswordProblem } from '../../ui/password-problems.ts'
import { emailProblem, usernameProblem } from './sign-in-problems.ts'
import { fieldProblem, showFailure } from '../../ui/form-failures.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { awaitCode } from './pending-code.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'

/** The differences between the two kinds of account. */
const EMAIL = { field: 'email', label: t('E-mail'), type: 'email', inputMode: 'email', nameProblem: emailProblem, passwordProblem } as const
const WINDOWS = { field: 'username', label: t('User name'), type: 'text', inputMode: 'text', nameProblem: usernameProblem, passwordProblem: presentPasswordProblem } as const

/** The first step: e-mail and password, or the company's Windows account. */
export function Credentials({ company }: { company: CompanyAnswer | undefined }) {
  const isWindows = company?.isWindowsAuth === true
  const windowsCompany = isWindows ? company.id : undefined
  const account = isWindows ? WINDOWS : EMAIL
  const navigate = useNavigate()
  // One state for both kinds: the company may load, or change, while the user types.
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const login = useMutation({
    mutationFn: (companyId: string | undefined) => (companyId === undefined ? signIn({ email: name.trim(), password }) : signInWithWindows({ username: name.trim(), password, company: companyId })),
    onSuccess: ({ data, message }) => {
      if (needsCode(data)) {
        awaitCode(data)
        void navigate('/auth/verify/otp')
        return
      }
      startSession(data)
      if (message) toast.arrival(message)
    },
    onError: (error) => {
      showFailure(error)
      document.getElementById(fieldProblem(error, account.field) === undefined ? 'password' : 'name')?.focus()
    },
  })
  // An error for the other kind of account does not apply to this one.
  const refusal = login.variables === windowsCompany ? login.error : null
  const problems = { name: account.nameProblem(name), password: account.passwordProblem(password) }
  const submit = () => {
    setChecked(true)
    if (!problems.name && !problems.password) login.mutate(windowsCompany)
    else document.getElementById(problems.name ? 'name' : 'password')?.focus()
  }
  return (
    <SubmitForm onSubmit={submit}>
      <Refusal error={refusal} />
      <TextInput id="name" name={account.field} type={account.type} label={account.label} size="md" autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus
        inputMode={account.inputMode} value={name} onChange={(event) => setName(event.currentTarget.value)} error={(isChecked && problems.name) || fieldProblem(refusal, account.field)} />
      <PasswordField id="password" name="password" label={t('Password')} autoComplete="current-password" value={password} onChange={(event) => setPassword(event.currentTarget.value)}
        error={(isChecked && problems.password) || fieldProblem(refusal, 'password')} />
      <Anchor component={Link} to="/auth/reset" state={{ email: isWindows ? '' : name.trim() }} size="sm" style={{ alignSelf: 'flex-end' }}>{t('Forgot password?')}</Anchor>
      <Button type="submit" size="md" loading={login.isPending}>{t('Login')}</Button>
    </SubmitForm>
  )
}
