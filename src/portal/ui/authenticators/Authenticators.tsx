import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../core/index.ts'
import type { AuthenticatorAnswer, AuthenticatorsAnswer } from '../../../contract/index.ts'
import { authenticatorsQuery, removeAuthenticator, renewRecoveryCodes } from '../../api/authenticators.ts'
import { messageOf } from '../../api/client.ts'
import { sessionsQuery } from '../../api/security.ts'
import { hasPasskeys } from '../../api/passkeys.ts'
import { confirmed } from '../confirm.ts'
import { ErrorState } from '../ErrorState.tsx'
import { formatDate } from '../format.ts'
import { toast } from '../toasts.ts'
import { AppDialog } from './AppDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './Authenticators.module.css'

const FEW = 3

/**
 * The current user's authenticator apps and passkeys. `onFirst` is called once the first one was added and its recovery codes were shown.
 */
export function Authenticators({ onFirst }: { onFirst?: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(authenticatorsQuery())
  const [adding, setAdding] = useState<'app' | 'passkey' | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: authenticatorsQuery().queryKey })
  const added = (recoveryCodes: string[], message: string) => {
    setAdding(null)
    setCodes(recoveryCodes)
    toast.success(message)
    void refresh()
    // The first authenticator ends the sessions that started without one.
    void client.invalidateQueries({ queryKey: sessionsQuery().queryKey })
  }
  const renew = useMutation({ mutationFn: renewRecoveryCodes, onSuccess: (answer) => added(answer.data.recoveryCodes, answer.message), onError: (failure) => toast.warning(messageOf(failure)) })
  const remove = useMutation({
    mutationFn: async ({ id, name }: AuthenticatorAnswer) => {
      const answer = await confirmed({ title: t('Remove {name}', { name }), text: t('You can no longer sign in with it; your other sign-in methods remain.'), acceptLabel: t('Remove'), rejectLabel: t('Keep'), tone: 'danger' })
      return answer && removeAuthenticator(id)
    },
    onSuccess: (answer) => answer && toast.success(answer.message),
    onError: (failure) => toast.warning(messageOf(failure)),
    onSettled: refresh,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />
  const { authenticators, recoveryCodes, max } = data
  const isFull = authenticators.length >= max
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="authenticators">
      <Title order={2} size="h4" id="authenticators" mb={4}>{t('Authenticators')}</Title>
      <Text size="sm" c="dimmed" mb="md">{lead(data)}</Text>
      {authenticators.length > 0 && (
        <ul className={classes.authenticators}>
          {authenticators.map((one) => <Row key={one.id} authenticator={one} isBusy={remove.isPending && remove.variables.id === one.id} onRemove={() => remove.mutate(one)} />)}
        </ul>
      )}
      <Group gap="sm" mt={authenticators.length > 0 ? 'md' : 0}>
        <Button variant={authenticators.length === 0 ? 'filled' : 'default'} leftSection={<IconDeviceMobile size={18} aria-hidden />} disabled={isFull} onClick={() => setAdding('app')}>{t('Add an app')}</Button>
        {data.offersPasskeys && hasPasskeys() && <Button variant="default" leftSection={<IconFingerprint size={18} aria-hidden />} disabled={isFull} onClick={() => setAdding('passkey')}>{t('Add a passkey')}</Button>}
      </Group>
      {authenticators.length > 0 && (
        <Stack gap="xs" mt="lg" align="flex-start">
          <Text size="sm">{recoveryCodes === 0 ? t('You have no recovery codes left.') : t({ one: 'You have {count} recovery code left, for when the phone is lost.', other: 'You have {count} recovery codes left, for when the phone is lost.' }, { count: recoveryCodes })}</Text>
          {recoveryCodes <= FEW && <Alert color="warning" p="xs">{recoveryCodes === 0 ? t('Make new ones now.') : t('Make new ones before the last is used.')}</Alert>}
          <Button variant="default" size="xs" loading={renew.isPending} onClick={() => renew.mutate()}>{t('Make new recovery codes')}</Button>
        </Stack>
      )}
      {adding === 'app' && <AppDialog onAdded={added} onClose={() => setAdding(null)} />}
      {adding === 'passkey' && <PasskeyDialog onAdded={added} onClose={() => setAdding(null)} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => { setCodes([]); onFirst?.() }} />}
    </section>
  )
}

function lead({ authenticators, isRequired, offersPasskeys }: AuthenticatorsAnswer): string {
  if (authenticators.length > 0) return t('After the password, signing in asks for one of these.')
  const why = offersPasskeys && hasPasskeys()
    ? t('An app on your phone or a passkey of this device keeps others out even if they know your password.')
    : t('An app on your phone keeps others out even if they know your password.')
  return isRequired ? `${why} ${t('Your organisation asks you for one.')}` : why
}

function usedText(addedAt: string, usedAt: string | null): string {
  const date = formatDate(addedAt.slice(0, 10))
  return usedAt === null ? t('Added {date}', { date }) : t('Added {date}, last used {used}', { date, used: formatDate(usedAt.slice(0, 10)) })
}

function Row({ authenticator: { kind, name, addedAt, usedAt }, isBusy, onRemove }: { authenticator: AuthenticatorAnswer; isBusy: boolean; onRemove: () => void }) {
  const Symbol = kind === 'app' ? IconDeviceMobile : IconFingerprint
  return (
    <li>
      <Symbol size={22} aria-label={kind === 'app' ? t('App') : t('Passkey')} />
      <Stack gap={2} style={{ minWidth: 0, flex: 1 }}>
        <Text fw={560} style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="sm" c="dimmed">{usedText(addedAt, usedAt)}</Text>
      </Stack>
      <Button variant="default" size="xs" loading={isBusy} aria-label={t('Remove {name}', { name })} onClick={onRemove}>{t('Remove')}</Button>
    </li>
  )
}
