import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import { CODE_DIGITS } from '../../../contract/index.ts'
import { startAppSetup, confirmApp } from '../../api/authenticators.ts'
import { ErrorState } from '../ErrorState.tsx'
import { fieldProblem } from '../form-failures.ts'
import { Refusal } from '../Refusal.tsx'
import { SubmitForm } from '../SubmitForm.tsx'
import { encode } from 'uqr'

const NAME = t('Authenticator app')

interface Props { onAdded: (recoveryCodes: string[], message: string) => void; onClose: () => void }

/** Sets up an authenticator app: a QR code to scan, or the key to type, and the first code as proof. */
export function AppDialog({ onAdded, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={t('Add an authenticator app')} size={460} centered>
      <SetUp onAdded={onAdded} onClose={onClose} />
    </Modal>
  )
}

function SetUp({ onAdded, onClose }: Props) {
  // A new secret each time the dialog opens, because the previous one is never shown again.
  const app = useQuery({ queryKey: ['new-app'], queryFn: async () => (await startAppSetup(NAME)).data, staleTime: Infinity, gcTime: 0, retry: false })
  const [code, setCode] = useState('')
  const [isChecked, setChecked] = useState(false)
  const confirm = useMutation({
    mutationFn: confirmApp,
    onSuccess: ({ data, message }) => onAdded(data.recoveryCodes, message),
    onError: () => document.querySelector<HTMLInputElement>('#app-code')?.select(),
  })
  if (!app.data) return app.error ? <ErrorState error={app.error} onRetry={() => void app.refetch()} /> : <Skeleton height={320} />
  const { id, secret, address } = app.data
  const problem = (isChecked && code === '' && t('Code is Required.')) || fieldProblem(confirm.error, 'code')
  const submit = () => {
    setChecked(true)
    if (code === '') document.getElementById('app-code')?.focus()
    else confirm.mutate({ id, code })
  }
  return (
    <SubmitForm onSubmit={submit}>
      <Text>{t('Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis. Then enter the six digits it shows.')}</Text>
      <Group justify="center"><QrCode text={address} label={t('QR code for the authenticator app')} /></Group>
      <Stack gap={2}>
        <Text size="sm" c="dimmed">{t('Cannot scan it? Enter this key in the app:')}</Text>
        <Text ff="monospace" style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Text>
      </Stack>
      <Refusal error={confirm.error} />
      <TextInput id="app-code" name="code" label={t('Code')} size="md" autoComplete="one-time-code" inputMode="numeric" maxLength={CODE_DIGITS + 4} data-autofocus value={code} error={problem}
        onChange={(event) => { setCode(event.currentTarget.value); setChecked(false) }} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" loading={confirm.isPending}>{t('Add the app')}</Button>
      </Group>
    </SubmitForm>
  )
}

const BORDER = 2
const SIZE = 196

/** A text as a QR code, dark on light in every theme, as cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={SIZE} height={SIZE} shapeRendering="crispEdges" style={{ borderRadius: 8, background: '#fff' }}>
      <path d={path} fill="#000" />
    </svg>
  )
}
