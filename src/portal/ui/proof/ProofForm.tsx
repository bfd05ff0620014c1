import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { CODE_DIGITS } from '../../../contract/index.ts'
import type { ProofWay } from '../../../contract/index.ts'
import { ApiError, messageOf } from '../../api/client.ts'
import { hasPasskeys } from '../../api/passkeys.ts'
import { fieldProblem } from '../form-failures.ts'
import { PasswordField } from '../PasswordField.tsx'
import { Refusal } from '../Refusal.tsx'
import { SubmitForm } from '../SubmitForm.tsx'

/** A user's proof of identity. */
export type Proof = { password: string } | { code: string } | { passkey: true }

interface Props {
  /** The methods that the user can use. */
  ways: ProofWay[]
  /** Sends the proof; rejects if it is refused. */
  prove: (proof: Proof) => Promise<void>
  onRefused?: (error: unknown) => void
  /** The label of the submit button. */
  label: string
  /** The proof was accepted: the form only waits for what follows. */
  isDone?: boolean
}

type Typed = 'password' | 'app' | 'recovery'

const FIELD: Record<Typed, { sentAs: 'password' | 'code'; label: string; missing: string; hint?: string }> = {
  password: { sentAs: 'password', label: t('Password'), missing: t('Password is Required.') },
  app: { sentAs: 'code', label: t('Code of your authenticator app'), missing: t('Code is Required.') },
  recovery: { sentAs: 'code', label: t('Recovery code'), missing: t('Code is Required.'), hint: t('One of the codes that you kept when you set up your first authenticator. Each works once.') },
}
/** Error codes about the code itself, shown below its field. */
const ABOUT_CODE = new Set(['code-wrong'])

/** Asks for a passkey, a code or the password, whichever the user has; or for a recovery code if they have lost the others. */
export function ProofForm({ ways, prove, onRefused, label, isDone = false }: Props) {
  const typedWays = (['app', 'password', 'recovery'] as const).filter((way) => ways.includes(way))
  const hasPasskey = ways.includes('passkey')
  const usual = typedWays.find((way) => way !== 'recovery')
  const [chosen, choose] = useState<Typed | undefined>(usual)
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const proving = useMutation({
    mutationFn: prove,
    onError: (error) => {
      document.querySelector<HTMLInputElement>('#proof')?.select()
      onRefused?.(error)
    },
  })
  const clear = () => {
    setText('')
    setChecked(false)
    proving.reset()
  }
  const turnTo = (way: Typed) => {
    clear()
    choose(way)
  }
  const submit = () => {
    setChecked(true)
    if (chosen === undefined || isDone) return
    if (text.trim() === '') document.getElementById('proof')?.focus()
    else proving.mutate(FIELD[chosen].sentAs === 'password' ? { password: text } : { code: text.trim() })
  }
  if (ways.length === 0) return <Text>{t('You have no password here. Sign out, sign in again, and add an authenticator under Security.')}</Text>
  const isByPasskey = proving.variables !== undefined && 'passkey' in proving.variables
  const isAboutCode = proving.error instanceof ApiError && ABOUT_CODE.has(proving.error.code)
  const field = chosen === undefined ? undefined : FIELD[chosen]
  const problem = field && ((isChecked && text.trim() === '' && field.missing) || fieldProblem(proving.error, field.sentAs) || (isAboutCode && messageOf(proving.error)))
  const shared = field && { id: 'proof', name: field.sentAs, label: field.label, size: 'md', value: text, error: problem, 'data-autofocus': true, autoFocus: true, ...(field.hint && { description: field.hint }) }
  return (
    <Stack gap="md">
      <Refusal error={isAboutCode ? null : proving.error} />
      {hasPasskey && (
        <Button size="md" variant={usual === undefined ? 'filled' : 'default'} leftSection={<IconFingerprint size={20} aria-hidden />} loading={(proving.isPending || isDone) && isByPasskey} disabled={!hasPasskeys()}
          onClick={() => { clear(); proving.mutate({ passkey: true }) }}>{t('Use a passkey')}</Button>
      )}
      {hasPasskey && !hasPasskeys() && <Text size="sm" c="dimmed">{t('This browser cannot use passkeys here. Use another way.')}</Text>}
      {hasPasskey && field && <Divider label={t('or')} />}
      {field && shared && (
        <SubmitForm onSubmit={submit}>
          {field.sentAs === 'password'
            ? <PasswordField {...shared} autoComplete="current-password" onChange={(event) => setText(event.currentTarget.value)} />
            : <TextInput {...shared} autoComplete={chosen === 'app' ? 'one-time-code' : 'off'} spellCheck={false} {...(chosen === 'app' ? { inputMode: 'numeric', maxLength: CODE_DIGITS + 4 } : { maxLength: 40, autoCapitalize: 'characters' })}
                onChange={(event) => { setText(event.currentTarget.value); setChecked(false) }} />}
          <Button type="submit" size="md" loading={(proving.isPending || isDone) && !isByPasskey}>{label}</Button>
        </SubmitForm>
      )}
      {chosen !== 'recovery' && ways.includes('recovery') && <Anchor component="button" type="button" size="sm" onClick={() => turnTo('recovery')}>{t('Lost your phone? Use a recovery code')}</Anchor>}
      {chosen === 'recovery' && usual !== undefined && <Anchor component="button" type="button" size="sm" onClick={() => turnTo(usual)}>{t('Use the authenticator app')}</Anchor>}
    </Stack>
  )
}
