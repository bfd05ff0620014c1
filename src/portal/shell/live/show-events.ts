import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../../../contract/index.ts'
import { companiesQuery } from '../../api/companies.ts'
import { isLive, setLive } from '../../api/live-state.ts'
import { notificationsKey, showCounts, unreadQuery } from '../../api/notifications.ts'
import { approvalCountQuery, approvalsKey, bootstrapQuery, companyQuery, sessionQuery, typeKey } from '../../api/queries.ts'
import { pauseBefore } from '../../ui/pause.ts'
import { followEvents } from './follow-events.ts'

/** Changes come in bursts (a decision writes the document, its entries, a notification), so refetches are batched. Milliseconds. */
const TOGETHER = 400

/** Keeps the data on screen up to date with the server, as long as the portal is open. */
export function showEvents(client: QueryClient): () => void {
  const touched = new Map<string, readonly unknown[]>()
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  let wasConnected = false

  const ask = pauseBefore(() => {
    for (const queryKey of touched.values()) void client.invalidateQueries({ queryKey })
    touched.clear()
  }, TOGETHER)
  const refresh = (...keys: (readonly unknown[])[]): void => {
    for (const key of keys) touched.set(JSON.stringify(key), key)
    if (!ask.isPending()) ask.start()
  }
  /** Refetches at a random moment within the given milliseconds, because all other clients were notified too. */
  const later = (within: number, ...keys: (readonly unknown[])[]): void => {
    if (within === 0) return refresh(...keys)
    const timer = setTimeout(() => {
      waiting.delete(timer)
      refresh(...keys)
    }, Math.random() * within)
    waiting.add(timer)
  }
  const onEvent = ({ event, data }: LiveEvent): void => {
    switch (event) {
      case 'sync':
        showCounts(client, data)
        // On the first connection the screen has just been fetched. On later ones, events were missed, the company's settings were saved,
        // or the user's permissions changed, which affects menus and screens.
        if (wasConnected) later(data.within, bootstrapQuery().queryKey, companyQuery().queryKey, companiesQuery().queryKey, ['records'], [...approvalsKey, 'entries'], [...approvalsKey, 'pages'], [...notificationsKey, 'newest'], [...notificationsKey, 'pages'], ['dashboard'], ['home'])
        wasConnected = true
        return
      case 'badge':
        showCounts(client, data)
        return refresh([...approvalsKey, 'entries'], [...approvalsKey, 'pages'], ['home'])
      case 'notification':
        return refresh([...notificationsKey, 'newest'], [...notificationsKey, 'pages'])
      case 'changed':
        return refresh([...typeKey(data.type), 'list'], [...typeKey(data.type), 'record', data.key], [...typeKey(data.type), 'events', data.key], ['dashboard'], ['home'])
      case 'end':
        // An ended session responds with 401, which makes the portal go to the sign-in page.
        if (data.reason === 'session') void client.fetchQuery({ ...sessionQuery(), staleTime: 0 }).catch(() => undefined)
    }
  }
  const onState = (isConnected: boolean): void => {
    if (isConnected === isLive()) return
    setLive(isConnected)
    // Refetch now; from now on the counts are polled more often.
    if (!isConnected) refresh(approvalCountQuery().queryKey, unreadQuery().queryKey)
  }
  const stop = followEvents({ onEvent, onState })
  return () => {
    ask.cancel()
    for (const timer of waiting) clearTimeout(timer)
    stop()
    setLive(false)
  }
}
