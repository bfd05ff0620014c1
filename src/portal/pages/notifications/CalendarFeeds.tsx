import { useState } from 'react'
import { Button, Checkbox, CopyButton, Group, Select, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { CalendarFeed, FeedOffer } from '../../../contract/index.ts'
import { calendarFeedsQuery, makeFeed, revokeFeed } from '../../api/calendar-feeds.ts'
import { messageOf } from '../../api/client.ts'
import { confirmed } from '../../ui/confirm.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { toast } from '../../ui/toasts.ts'
import classes from './Notifications.module.css'

/** Addresses from which the user's calendar program reads what they may see: those there are, and a new one. Nothing where no type offers one. */
export function CalendarFeeds() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(calendarFeedsQuery())
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: calendarFeedsQuery().queryKey })
  const revoke = useMutation({
    mutationFn: revokeFeed,
    onSuccess: async ({ message }) => {
      toast.success(message)
      await reload()
    },
    onError: (failure) => toast.warning(messageOf(failure)),
  })
  if (data?.offered.length === 0 && data.feeds.length === 0) return null
  const ask = async (feed: CalendarFeed): Promise<void> => {
    const yes = await confirmed({ text: t('Revoke this address? Calendars that read it show nothing new from then on.'), detail: captionOf(feed), acceptLabel: t('Revoke'), rejectLabel: t('Keep it'), tone: 'danger' })
    if (yes) revoke.mutate(feed.id)
  }
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-labelledby="calendar-feeds">
      <Title order={2} size="h4" id="calendar-feeds">{t('In my calendar')}</Title>
      <Text size="sm" c="dimmed">{t('Outlook, Google Calendar and other calendar programs can show your records from an address that only you have. Whoever knows the address sees the same.')}</Text>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={120} mt="sm" />)}
      {data && (
        <Stack gap="sm" mt="sm">
          <ul className={classes.feeds}>
            {data.feeds.map((feed) => (
              <li key={feed.id} className={classes.feed}>
                <div className={classes.words}>
                  <div>{captionOf(feed)}</div>
                  <Text size="xs" c="dimmed">{feed.readAt === null ? t('Made {when}, not read yet', { when: formatDateTime(feed.createdAt) }) : t('Last read {when}', { when: formatDateTime(feed.readAt) })}</Text>
                </div>
                <Button variant="default" size="xs" loading={revoke.isPending && revoke.variables === feed.id} aria-label={t('Revoke {label}', { label: captionOf(feed) })} onClick={() => void ask(feed)}>{t('Revoke')}</Button>
              </li>
            ))}
          </ul>
          <NewFeed offered={data.offered} onMade={reload} />
        </Stack>
      )}
    </section>
  )
}

function captionOf({ title, isTeam, isDetailed }: CalendarFeed): string {
  const whose = isTeam ? t('{title} of everybody that I may see', { title }) : t('My {title}', { title: title.toLowerCase() })
  return isDetailed ? t('{whose}, with details', { whose }) : whose
}

function NewFeed({ offered, onMade }: { offered: FeedOffer[]; onMade: () => Promise<void> }) {
  const [type, setType] = useState(offered[0]?.type ?? '')
  const [isTeam, setTeam] = useState(false)
  const [isDetailed, setDetailed] = useState(false)
  const make = useMutation({ mutationFn: makeFeed, onSuccess: onMade, onError: (failure) => toast.warning(messageOf(failure)) })
  const chosen = offered.find((one) => one.type === type)
  if (chosen === undefined) return null
  const address = make.data?.data.address
  return (
    <Stack gap="xs">
      {address !== undefined && (
        <Stack gap={6} role="status">
          <TextInput label={t('Address')} description={t('Copy it now: it is not shown again. In your calendar program, add a calendar from an address.')} value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
          {/* Browsers allow clipboard access only in secure contexts; elsewhere the address is selected and copied by hand. */}
          {window.isSecureContext && <CopyButton value={address}>{({ copied, copy }) => <Button variant="default" size="xs" onClick={copy}>{copied ? t('Copied') : t('Copy')}</Button>}</CopyButton>}
        </Stack>
      )}
      {offered.length > 1 && <Select label={t('What')} data={offered.map((one) => ({ value: one.type, label: one.title }))} value={type} onChange={(next) => setType(next ?? type)} allowDeselect={false} />}
      <Checkbox label={t('Of everybody that I may see, not only mine')} checked={isTeam} onChange={({ currentTarget: { checked } }) => setTeam(checked)} />
      {chosen.isDetailOffered && <Checkbox label={t('With details, such as the kind')} description={t('They are then in every calendar that reads the address.')} checked={isDetailed} onChange={({ currentTarget: { checked } }) => setDetailed(checked)} />}
      <Group><Button variant="default" loading={make.isPending} onClick={() => make.mutate({ type, isTeam, isDetailed: isDetailed && chosen.isDetailOffered })}>{t('Make an address')}</Button></Group>
    </Stack>
  )
}
