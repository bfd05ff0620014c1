import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { APPROVER, EMPLOYEE, EVERYONE, type ResolvedMenuEntry } from '../../../core/index.ts'
import { homeQuery } from '../../api/home.ts'
import { withSubs } from '../menu-path.ts'
import { usePortal } from '../portal-context.ts'
import { typeListed } from '../trail.ts'

/** Roles that everybody has who works here: nothing waits for them. */
const COMMON: ReadonlySet<string> = new Set([EVERYONE, EMPLOYEE, APPROVER])

export type Queues = ReadonlyMap<ResolvedMenuEntry, { count: number; isMore: boolean }>

/** How many records wait for the user's roles, by the entry of their list; of several lists of a type the one of all records. */
export function useQueues(menu: ResolvedMenuEntry[]): Queues {
  const { bootstrap, actor } = usePortal()
  const { data } = useQuery({ ...homeQuery(), enabled: actor.roles.some((role) => !COMMON.has(role)) })
  return useMemo(() => {
    const entries = withSubs(menu)
    return new Map((data?.queues ?? []).flatMap(({ type, ...queue }) => {
      const lists = entries.filter((entry) => typeListed(entry, bootstrap.pages) === type)
      const entry = lists.find((one) => one.with === undefined) ?? lists[0]
      return entry ? [[entry, queue] as const] : []
    }))
  }, [data, menu, bootstrap])
}

/** The queue of the entry and of those below it. */
export function queueOf(queues: Queues, entry: ResolvedMenuEntry): { count: number; isMore: boolean } {
  const found = withSubs([entry]).flatMap((one) => queues.get(one) ?? [])
  return { count: found.reduce((sum, { count }) => sum + count, 0), isMore: found.some(({ isMore }) => isMore) }
}
