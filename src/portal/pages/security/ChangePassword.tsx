import { Button, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { changePassword, sessionsQuery } from '../../api/security.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toasts.ts'
import { passwordProblem, presentPasswordProblem, repeatedPasswordProblem } from '../../ui/password-problems.ts'
import { fieldProblem, showFailure } from '../../ui/form-failures.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import classes from './Security.module.css'

const NOTHING = { current: '', password: '', repeated: '' }

/** Changes the password, given the current one. All other sessions end. */
export function ChangePassword() {
  const client = useQueryClient()
  const [typed, setTyped] = useState(NOTHING)
  const [isChecked, setChecked] = useState(false)
  const change = useMutation({
    mutationFn: () => changePassword({ current_password: typed.current, password: typed.password, password_confirmation: typed.repeated }),
    onSuccess: ({ message }) => {
      toast.success(message)
      setTyped(NOTHING)
      setChecked(false)
      void client.invalidateQueries({ queryKey: sessionsQuery().queryKey })
    },
    onError: showFailure,
  })
  // An old password may be shorter than a new one must be.
  const problems = { current: presentPasswordProblem(typed.current), password: passwordProblem(typed.password), repeated: repeatedPasswordProblem(typed.password, typed.repeated) }
  const submit = () => {
    setChecked(true)
    const wrong = (['current', 'password', 'repeated'] as const).find((name) => problems[name])
    if (wrong === undefined) change.mutate()
    else document.getElementById(wrong)?.focus()
  }
  const field = (name: keyof typeof NOTHING, sentAs: string) => ({
    id: name, name: sentAs, value: typed[name], error: (isChecked && problems[name]) || fieldProblem(change.error, sentAs),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="change-password">
      <Title order={2} size="h4" id="change-password" mb="sm">{t('Change password')}</Title>
      <SubmitForm onSubmit={submit}>
        <Refusal error={change.error} />
        <PasswordField label={t('Current password')} autoComplete="current-password" {...field('current', 'current_password')} />
        <PasswordField label={t('New password')} autoComplete="new-password" {...field('password', 'password')} />
        <PasswordField label={t('Repeat the new password')} autoComplete="new-password" {...field('repeated', 'password_confirmation')} />
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>{t('Change password')}</Button>
      </SubmitForm>
    </section>
  )
}
