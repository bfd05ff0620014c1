import { Skeleton, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { NotificationPreference } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { preferencesQuery, savePreferences } from '../../api/notifications.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toasts.ts'
import classes from './Notifications.module.css'

type Channel = 'inApp' | 'mail'
const CHANNELS: { id: Channel; title: string; said: string }[] = [{ id: 'inApp', title: t('Portal'), said: t('in the portal') }, { id: 'mail', title: t('E-mail'), said: t('by e-mail') }]

/** The user's notification preferences in the company by kind and channel; each switch is saved at once. */
export function Preferences() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(preferencesQuery())
  const { queryKey } = preferencesQuery()
  const save = useMutation({
    mutationFn: ({ kind, channel, isOn }: { kind: NotificationPreference['kind']; channel: Channel; isOn: boolean }) => savePreferences({ [kind]: { [channel]: isOn } }),
    onMutate: async ({ kind, channel, isOn }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, before?.map((one) => (one.kind === kind ? { ...one, [channel]: isOn } : one)))
      return before
    },
    onSuccess: ({ data: saved }) => client.setQueryData(queryKey, saved),
    onError: (failure, _change, before) => {
      client.setQueryData(queryKey, before)
      toast.warning(messageOf(failure))
    },
  })
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="tell-me">
      <Title order={2} size="h4" id="tell-me">{t('Tell me when')}</Title>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={260} mt="sm" />)}
      {data && (
        <table className={classes.kinds}>
          <thead><tr><th scope="col"><Text span size="xs">{t('Event')}</Text></th>{CHANNELS.map(({ id, title }) => <th key={id} scope="col">{title}</th>)}</tr></thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.kind}>
                <th scope="row">{one.title}</th>
                {CHANNELS.map(({ id, said }) => (
                  <td key={id}><Switch aria-label={`${one.title}, ${said}`} checked={one[id]} onChange={({ currentTarget: { checked } }) => save.mutate({ kind: one.kind, channel: id, isOn: checked })} /></td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
